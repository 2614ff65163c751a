// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The expected output, band by band. A band is filtered as a region of a larger Mat that includes its halo rows, so
// that cv::filter2D reads its real neighbours. Bands are computed in parallel, since cv::filter2D on Mat uses one
// thread.

#include "check.hpp"

#include <opencv2/core/utility.hpp>

#include <algorithm>
#include <limits>

namespace bench
{
namespace
{

std::vector<cv::Range> chooseBands(const Case& c, Expected::Rows sampled)
{
    const double work = double(c.size.area()) * CV_MAT_CN(c.pixel.type) * c.ksize * c.ksize;
    const double maxWork = 4e8 * cv::getNumThreads(); // below half a second
    const int rows = c.size.height, bandRows = 96, sampleRows = 32;
    std::vector<cv::Range> bands;
    if (sampled == Expected::Rows::All && work <= maxWork && c.size.area() <= 3840 * 2160)
        for (int row = 0; row < rows; row += bandRows)
            bands.push_back({row, std::min(row + bandRows, rows)});
    else
        for (int row : {0, rows / 4 + 1, rows / 2 - 7, rows - rows / 5, rows - sampleRows})
            bands.push_back({std::max(row, 0), std::min(row + sampleRows, rows)});
    return bands;
}

//! Largest difference of two images of one type; NAN counts as infinite.
double largestDifference(const cv::Mat& a, const cv::Mat& b)
{
    if (a.depth() >= CV_32F && !cv::checkRange(a))
        return std::numeric_limits<double>::infinity();
    return cv::norm(a, b, cv::NORM_INF);
}

} // namespace

Expected::Expected(const cv::UMat& src, const Case& c, const cv::Mat& kernel, Rows sampled)
{
    tolerance_ = c.pixel.ddepth < CV_32F ? 1 : 1e-4 * cv::norm(kernel, cv::NORM_L1);
    std::vector<cv::Mat> bandSources;
    for (const cv::Range& rows : chooseBands(c, sampled))
    {
        const cv::Range haloRows(std::max(rows.start - c.ksize, 0), std::min(rows.end + c.ksize, src.rows));
        cv::Mat withHalo;
        src.rowRange(haloRows).copyTo(withHalo);
        bandSources.push_back(withHalo.rowRange(rows.start - haloRows.start, rows.end - haloRows.start));
        bands_.push_back({rows, cv::Mat()});
    }
    cv::parallel_for_(cv::Range(0, int(bands_.size())),
                      [&](const cv::Range& range)
                      {
                          for (int i = range.start; i < range.end; i++)
                              cv::filter2D(bandSources[i], bands_[i].values, c.pixel.ddepth, kernel, cv::Point(-1, -1),
                                           0, c.border.type);
                      });
}

double Expected::difference(const cv::UMat& dst, const cv::Rect& region) const
{
    const cv::Rect compared = region.empty() ? cv::Rect(cv::Point(), dst.size()) : region;
    double largest = 0;
    for (const Band& band : bands_)
    {
        const cv::Rect part = compared & cv::Rect(0, band.rows.start, dst.cols, band.rows.size());
        if (part.empty())
            continue;
        cv::Mat values;
        dst(part).copyTo(values);
        largest = std::max(largest, largestDifference(values, band.values(part - cv::Point(0, band.rows.start))));
    }
    return largest;
}

} // namespace bench
