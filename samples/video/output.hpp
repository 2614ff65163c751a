// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Where the finished pictures go: a window, a video file, or nowhere.

#ifndef CLCONV_SAMPLES_OUTPUT_HPP
#define CLCONV_SAMPLES_OUTPUT_HPP

#include <opencv2/core.hpp>

#include <memory>
#include <string>

namespace samples
{

class Output
{
public:
    virtual ~Output() = default;

    //! @returns false where the user wants no more.
    virtual bool show(const cv::Mat& picture) = 0;
};

//! @param where `window`, `none` or a file. A window without a display, a file that cannot be: UsageError.
std::unique_ptr<Output> openOutput(const std::string& where, double framesPerSecond);

//! To be called before any other thread runs, see there.
void refuseWindowWithoutDisplay();

} // namespace samples

#endif // CLCONV_SAMPLES_OUTPUT_HPP
