// SPDX-License-Identifier: Apache-2.0
//
// Compares the output of a timed call with cv::filter2D on Mat.

#pragma once

#include "grid.hpp"

namespace bench {

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

    //! The largest difference from the expected output. Infinite if only one of the two is NaN, except under zero taps,
    //! which some implementations leave out.
    //! @param region the compared pixels; empty: all
    double difference(const cv::UMat& dst, const cv::Rect& region = cv::Rect()) const;

    //! 1 for integers; for floats a bound on the rounding error of the sum of products
    double tolerance() const { return tolerance_; }

private:
    struct Band
    {
        cv::Range rows;
        cv::Mat values;             //!< computed with 0 in place of the source's NaNs
        cv::Mat nans, possibleNans; //!< masks: where a nonzero tap, or any tap, meets a NaN; empty: nowhere
    };

    //! @param withHalo the rows of the source, with those above and below that their windows reach
    static Band expect(const cv::Mat& withHalo, const cv::Range& inHalo, const Case& c, const cv::Mat& kernel);
    //! @param values of the region within the band; NaNs in the right places are replaced
    static double differenceIn(cv::Mat& values, const Band& band, const cv::Rect& region);

    std::vector<Band> bands_;
    double tolerance_;
};

} // namespace bench
