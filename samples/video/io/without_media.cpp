// SPDX-License-Identifier: Apache-2.0
//
// For programs without OpenCV's videoio, which draw their frames and write no videos.

#include "media.hpp"
#include "programs/command_line.hpp"

namespace samples {

std::unique_ptr<Source> openCapture(const SourceChoice& choice)
{
    throw programs::UsageError("built without OpenCV's videoio, only --source=synthetic can be read: " + choice.input);
}

std::unique_ptr<VideoFile> openVideoFile(const std::string& file, double)
{
    throw programs::UsageError("built without OpenCV's videoio, no video can be written: " + file);
}

} // namespace samples
