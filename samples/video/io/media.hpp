// SPDX-License-Identifier: Apache-2.0
//
// The functions that need OpenCV's videoio: capturing and writing video files. capture.cpp, video_file.cpp and
// backends.cpp define them; without_media.cpp does so for programs that are linked without videoio.

#ifndef CLCONV_SAMPLES_MEDIA_HPP
#define CLCONV_SAMPLES_MEDIA_HPP

#include "source.hpp"

#include <memory>
#include <string>

namespace samples {

//! Opens a camera, a file, an address or a pipeline.
//! @throws UsageError if it cannot be opened
std::unique_ptr<Source> openCapture(const SourceChoice& choice);

//! A video file that is written frame by frame.
class VideoFile
{
public:
    virtual ~VideoFile() = default;

    //! @param frame 8UC3, all of one size
    //! @throws UsageError if the size differs, or while the disk has only as much space left as closing needs
    virtual void write(const cv::Mat& frame) = 0;

    //! Ends the file and verifies that it contains all frames.
    //! @throws UsageError if it does not
    virtual void close() = 0;
};

//! @param file ends in .mp4 (MPEG-4) or .avi (Motion JPEG)
//! @throws UsageError if it cannot be written
std::unique_ptr<VideoFile> openVideoFile(const std::string& file, double framesPerSecond);

} // namespace samples

#endif // CLCONV_SAMPLES_MEDIA_HPP
