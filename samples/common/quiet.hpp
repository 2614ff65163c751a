// SPDX-License-Identifier: Apache-2.0
//
// Suppresses the logs of OpenCV and FFmpeg around calls that may fail (opening a file, a camera, a writer): the program
// reports such errors itself, in one line.

#ifndef CLCONV_SAMPLES_QUIET_HPP
#define CLCONV_SAMPLES_QUIET_HPP

#include <opencv2/core/utils/logger.hpp>

#include <cstdlib>
#include <mutex>

namespace samples {

//! Silences OpenCV's log while at least one instance exists, in any thread.
class Quiet
{
public:
    Quiet()
    {
        std::lock_guard<std::mutex> lock(state().mutex);
        if (state().count++ == 0)
            state().level = cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    }

    ~Quiet()
    {
        std::lock_guard<std::mutex> lock(state().mutex);
        if (--state().count == 0)
            cv::utils::logging::setLogLevel(state().level);
    }

    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

private:
    struct State
    {
        std::mutex mutex;
        int count = 0;
        cv::utils::logging::LogLevel level = cv::utils::logging::LOG_LEVEL_WARNING;
    };

    static State& state()
    {
        static State it;
        return it;
    }
};

//! Silences FFmpeg's own log, whose level OpenCV sets once, from the environment; keeps a level that the user has set.
//! To be called before anything else.
inline void quietFFmpeg()
{
    if (std::getenv("OPENCV_FFMPEG_LOGLEVEL") || std::getenv("OPENCV_FFMPEG_DEBUG"))
        return;
    static char setting[] = "OPENCV_FFMPEG_LOGLEVEL=-8"; // AV_LOG_QUIET; putenv stores the pointer
#ifdef _WIN32
    _putenv(setting);
#else
    putenv(setting);
#endif
}

} // namespace samples

#endif // CLCONV_SAMPLES_QUIET_HPP
