// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Opening a video file for reading, so that it ends for every file.

#ifndef CLCONV_SAMPLES_FILE_CAPTURE_HPP
#define CLCONV_SAMPLES_FILE_CAPTURE_HPP

#include <opencv2/videoio.hpp>

#include <string>

namespace samples
{

//! Tries the back ends of OpenCV in its order, but GStreamer only where there is no FFmpeg: what FFmpeg refuses because
//! it is cut off may leave the back end of GStreamer waiting without end for a pipeline that has failed already (seen in
//! one of a hundred such files with OpenCV 4.6 and GStreamer 1.22 on a busy machine).
//! @param file a file or an address
//! @returns false if none can read it
bool openFileCapture(cv::VideoCapture& capture, const std::string& file);

} // namespace samples

#endif // CLCONV_SAMPLES_FILE_CAPTURE_HPP
