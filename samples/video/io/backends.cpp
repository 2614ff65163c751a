// SPDX-License-Identifier: Apache-2.0
//
// Selects the back ends that are tried.

#include "backends.hpp"
#include "source.hpp"

#include <opencv2/videoio/registry.hpp>

#include <algorithm>
#include <vector>

namespace samples {

namespace {

using Backends = std::vector<cv::VideoCaptureAPIs>;

//! The list also has back ends whose plugin is missing.
Backends withoutGStreamerBehindFFmpeg(Backends all)
{
    const auto ffmpeg = std::find(all.begin(), all.end(), cv::CAP_FFMPEG);
    if (ffmpeg != all.end() && cv::videoio_registry::hasBackend(cv::CAP_FFMPEG))
        all.erase(std::remove(ffmpeg, all.end(), cv::CAP_GSTREAMER), all.end());
    return all;
}

} // namespace

bool openToRead(cv::VideoCapture& capture, const std::string& file)
{
    if (isPipeline(file))
        return capture.open(file, cv::CAP_GSTREAMER);
    const Backends backends = withoutGStreamerBehindFFmpeg(cv::videoio_registry::getStreamBackends());
    return std::any_of(backends.begin(), backends.end(),
                       [&](cv::VideoCaptureAPIs backend) { return capture.open(file, backend); });
}

bool openToWrite(cv::VideoWriter& writer, const std::string& file, int codec, double framesPerSecond, cv::Size size)
{
    const Backends backends = withoutGStreamerBehindFFmpeg(cv::videoio_registry::getWriterBackends());
    return std::any_of(backends.begin(), backends.end(),
                       [&](cv::VideoCaptureAPIs backend)
                       { return writer.open(file, backend, codec, framesPerSecond, size); });
}

} // namespace samples
