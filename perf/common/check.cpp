// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The right answer, band by band. A band is filtered as a region of a strip that holds the rows around it too, so that
// it sees its neighbours; several bands are done at once, since cv::filter2D on Mat uses one thread.

#include "check.hpp"

#include <opencv2/core/utility.hpp>

#include <algorithm>
#include <limits>

namespace bench
{
namespace
{

std::vector<cv::Range> chooseBands(const Case& c)
{
    const double work = double(c.size.area()) * CV_MAT_CN(c.pixel.type) * c.ksize * c.ksize;
    const double maxWork = 4e8 * cv::getNumThreads(); // below half a second
    const int rows = c.size.height, bandRows = 96, sampleRows = 32;
    std::vector<cv::Range> bands;
    if (work <= maxWork && c.size.area() <= 3840 * 2160)
        for (int row = 0; row < rows; row += bandRows)
            bands.push_back({row, std::min(row + bandRows, rows)});
    else
        for (int row : {0, rows / 4 + 1, rows / 2 - 7, rows - rows / 5, rows - sampleRows})
            bands.push_back({row, row + sampleRows});
    return bands;
}

//! Largest difference of two images of one type; a number that is none counts as infinitely wrong.
double largestDifference(const cv::Mat& a, const cv::Mat& b)
{
    if (a.depth() >= CV_32F && !cv::checkRange(a))
        return std::numeric_limits<double>::infinity();
    return cv::norm(a, b, cv::NORM_INF);
}

} // namespace

Expected::Expected(const cv::UMat& src, const Case& c, const cv::Mat& kernel)
{
    tolerance_ = c.pixel.ddepth < CV_32F ? 1 : 1e-4 * cv::norm(kernel, cv::NORM_L1);
    std::vector<cv::Mat> tiles;
    for (const cv::Range& rows : chooseBands(c))
    {
        const cv::Range strip(std::max(rows.start - c.ksize, 0), std::min(rows.end + c.ksize, src.rows));
        cv::Mat around;
        src.rowRange(strip).copyTo(around);
        tiles.push_back(around.rowRange(rows.start - strip.start, rows.end - strip.start));
        bands_.push_back({rows, cv::Mat()});
    }
    cv::parallel_for_(cv::Range(0, int(bands_.size())),
                      [&](const cv::Range& some)
                      {
                          for (int i = some.start; i < some.end; i++)
                              cv::filter2D(tiles[i], bands_[i].values, c.pixel.ddepth, kernel, cv::Point(-1, -1), 0,
                                           c.border.type);
                      });
}

double Expected::difference(const cv::UMat& dst, const cv::Rect& inside) const
{
    const cv::Rect counting = inside.empty() ? cv::Rect(cv::Point(), dst.size()) : inside;
    double most = 0;
    for (const Band& band : bands_)
    {
        const cv::Rect part = counting & cv::Rect(0, band.rows.start, dst.cols, band.rows.size());
        if (part.empty())
            continue;
        cv::Mat values;
        dst(part).copyTo(values);
        most = std::max(most, largestDifference(values, band.values(part - cv::Point(0, band.rows.start))));
    }
    return most;
}

} // namespace bench
