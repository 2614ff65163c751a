// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The source of the frames: a camera, a video file, or a drawn moving pattern.

#ifndef CLCONV_SAMPLES_SOURCE_HPP
#define CLCONV_SAMPLES_SOURCE_HPP

#include "options.hpp"

#include <memory>
#include <string>

namespace samples
{

class Source
{
public:
    virtual ~Source() = default;

    //! @returns false at the end
    virtual bool read(cv::Mat& frame) = 0;

    //! Restarts at the first frame; no effect on a camera.
    virtual void rewind() = 0;

    virtual std::string name() const = 0;

    //! 0: unknown.
    virtual int frameCount() const = 0;

    virtual double framesPerSecond() const = 0;
};

std::unique_ptr<Source> openSource(const Options& options);

} // namespace samples

#endif // CLCONV_SAMPLES_SOURCE_HPP
