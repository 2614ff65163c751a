// SPDX-License-Identifier: Apache-2.0
//
// The output of the filtered pictures: a window, a video file, or none.

#ifndef CLCONV_SAMPLES_OUTPUT_HPP
#define CLCONV_SAMPLES_OUTPUT_HPP

#include <opencv2/core.hpp>

#include <memory>
#include <string>

namespace samples {

class Output
{
public:
    virtual ~Output() = default;

    //! @returns false if the user ended the program
    virtual bool show(const cv::Mat& picture) = 0;

    //! Ends a video file.
    //! @throws UsageError if it is not complete
    virtual void close() {}
};

//! @param where `window`, `none` or a file
//! @throws UsageError if the file cannot be written
std::unique_ptr<Output> openOutput(const std::string& where, double framesPerSecond);

//! Throws UsageError without a display. To be called before any other thread runs: it forks.
void requireDisplay();

} // namespace samples

#endif // CLCONV_SAMPLES_OUTPUT_HPP
