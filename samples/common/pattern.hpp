// SPDX-License-Identifier: Apache-2.0
//
// A drawn test pattern, the same on every machine; successive frames move.

#ifndef CLCONV_SAMPLES_PATTERN_HPP
#define CLCONV_SAMPLES_PATTERN_HPP

#include <opencv2/core.hpp>

namespace samples {

//! A rotating star (edges in all directions, finer towards the centre), crossing discs, and the frame number.
class Pattern
{
public:
    explicit Pattern(cv::Size size);

    //! Draws the frame with that index, 8UC3.
    void draw(cv::Mat& frame, int index) const;

private:
    cv::Mat background_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_PATTERN_HPP
