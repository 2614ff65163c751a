// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Compares the output of a timed call with cv::filter2D on Mat.

#pragma once

#include "grid.hpp"

namespace bench
{

//! The expected output for one source image: all of it, or, if that would take too long, bands of rows: the first, the
//! last, and some in between.
class Expected
{
public:
    enum class Rows
    {
        All,    //!< unless that takes too long
        Samples //!< bands of rows
    };

    Expected(const cv::UMat& src, const Case& c, const cv::Mat& kernel, Rows rows = Rows::All);

    //! The largest difference from the expected output; NAN counts as infinite.
    //! @param region the compared pixels; empty: all
    double difference(const cv::UMat& dst, const cv::Rect& region = cv::Rect()) const;

    //! 1 for integers; for floats a bound on the rounding error of the sum of products.
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
