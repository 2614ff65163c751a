// SPDX-License-Identifier: Apache-2.0
//
// Opens video files with the back ends of OpenCV, in its order, without the one whose waits may never end.
//
// If FFmpeg refuses a file (it is cut off, its disk fails), OpenCV goes on to GStreamer, and OpenCV 4.6 waits for that
// without limit: 5 of 520 such runs on a busy machine did not end (GStreamer 1.22). So GStreamer is not tried after
// FFmpeg. It is used if OPENCV_VIDEOIO_PRIORITY_LIST puts it first, if FFmpeg is missing, and for pipelines.

#ifndef CLCONV_SAMPLES_BACKENDS_HPP
#define CLCONV_SAMPLES_BACKENDS_HPP

#include <opencv2/videoio.hpp>

#include <string>

namespace samples {

//! @param file a file, an address or a pipeline ("videotestsrc ! appsink")
//! @returns false if no back end can read it
bool openToRead(cv::VideoCapture& capture, const std::string& file);

//! @param codec as of cv::VideoWriter::fourcc
//! @returns false if no back end can write it
bool openToWrite(cv::VideoWriter& writer, const std::string& file, int codec, double framesPerSecond, cv::Size size);

} // namespace samples

#endif // CLCONV_SAMPLES_BACKENDS_HPP
