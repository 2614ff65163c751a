// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Is what was timed right? Compares an output with cv::filter2D on Mat.

#pragma once

#include "grid.hpp"

namespace bench
{

//! The right answer for one source image: all of it, or, where that would take long, bands of rows: the first, the
//! last, and some between.
class Expected
{
public:
    Expected(const cv::UMat& src, const Case& c, const cv::Mat& kernel);

    //! The largest difference from the right answer; not a number counts as infinite.
    //! @param inside the pixels that count, where it is not all of them
    double difference(const cv::UMat& dst, const cv::Rect& inside = cv::Rect()) const;

    //! 1 for integers; for floats what a sum of that many products may lose.
    double tolerance() const { return tolerance_; }

private:
    struct Band
    {
        cv::Range rows;
        cv::Mat values;
    };
    std::vector<Band> bands_;
    double tolerance_;
};

} // namespace bench
