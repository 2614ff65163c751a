// SPDX-License-Identifier: Apache-2.0
//
// For programs without OpenCV's videoio and imgcodecs, which draw their frames and write none.

#include "media.hpp"
#include "../../common/support.hpp"

namespace samples {

bool hasMedia()
{
    return false;
}

std::unique_ptr<Source> openCapture(const SourceChoice& choice)
{
    throw UsageError("built without OpenCV's videoio, only --source=synthetic can be read: " + choice.input);
}

std::unique_ptr<VideoFile> openVideoFile(const std::string& file, double)
{
    throw UsageError("built without OpenCV's videoio, no video can be written: " + file);
}

std::vector<uchar> encodedPicture(const cv::Mat&)
{
    return {};
}

} // namespace samples
