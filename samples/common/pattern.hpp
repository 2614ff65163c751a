// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A picture that needs no file and is the same on every machine; a sequence of them moves.

#ifndef CLCONV_SAMPLES_PATTERN_HPP
#define CLCONV_SAMPLES_PATTERN_HPP

#include <opencv2/core.hpp>

namespace samples
{

//! A star that turns (edges in all directions, finer to the middle), discs that cross, numbers.
class Pattern
{
public:
    explicit Pattern(cv::Size size);

    //! Draws the frame of that number, 8UC3.
    void draw(cv::Mat& frame, int index) const;

private:
    cv::Mat background_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_PATTERN_HPP
