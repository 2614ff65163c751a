// SPDX-License-Identifier: Apache-2.0
//
// What the threads of a run share: whether it is to end, and lines for stderr.

#ifndef CLCONV_SAMPLES_RUN_CONTROL_HPP
#define CLCONV_SAMPLES_RUN_CONTROL_HPP

#include "../figures/stage.hpp"

#include <atomic>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace samples {

class RunControl
{
public:
    //! @param seconds after which no frame is read any more, 0: without limit
    explicit RunControl(double seconds) : seconds_(seconds), begin_(cv::getTickCount()) {}

    double seconds() const { return secondsOf(cv::getTickCount() - begin_); }
    bool ends() const { return stop_ || (seconds_ > 0 && seconds() >= seconds_); }
    void stop() { stop_ = true; }
    double limit() const { return seconds_; }

    //! Keeps a line until the thread of the display prints it.
    void report(const std::string& line)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        lines_.push_back(line);
    }

    std::vector<std::string> takeLines()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return std::exchange(lines_, {});
    }

private:
    const double seconds_;
    const int64 begin_;
    std::atomic<bool> stop_{false};
    std::mutex mutex_;
    std::vector<std::string> lines_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_RUN_CONTROL_HPP
