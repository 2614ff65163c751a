// SPDX-License-Identifier: Apache-2.0
//
// The source of the frames: a camera, a video file, an address, or a drawn moving pattern.

#ifndef CLCONV_SAMPLES_SOURCE_HPP
#define CLCONV_SAMPLES_SOURCE_HPP

#include <opencv2/core.hpp>

#include <memory>
#include <string>

namespace samples {

class Source
{
public:
    virtual ~Source() = default;

    //! Reads into the frame's memory if its size and type fit.
    //! @returns false at the end
    virtual bool read(cv::Mat& frame) = 0;

    //! Reads into a frame that this source has filled before and whose pixels have not changed since. A source that
    //! repeats a few frames leaves it as it is.
    virtual bool readAgain(cv::Mat& frame) { return read(frame); }

    //! Restarts at the first frame; no effect on a camera.
    virtual void rewind() = 0;

    virtual std::string name() const = 0;

    //! 0: unknown.
    virtual int frameCount() const = 0;

    virtual double framesPerSecond() const = 0;
};

struct SourceChoice
{
    std::string input;       //!< `synthetic`, the number of a camera, a file, an address, a GStreamer pipeline
    cv::Size size;           //!< of synthetic and camera pictures, 0x0: default
    int frames = 0;          //!< of synthetic; 0: without end
    bool drawnAhead = false; //!< synthetic repeats a few frames, drawn once, so that drawing takes no time
    int first = 0;           //!< index of the one of these to begin with
};

bool isSynthetic(const std::string& input);
bool isCamera(const std::string& input);

//! A GStreamer pipeline, with ` ! `.
bool isPipeline(const std::string& input);

//! Whether the text is an address with `://` or a pipeline, not the name of a file.
bool isAddress(const std::string& input);

//! @throws UsageError if it cannot be opened
std::unique_ptr<Source> openSource(const SourceChoice& choice);

} // namespace samples

#endif // CLCONV_SAMPLES_SOURCE_HPP
