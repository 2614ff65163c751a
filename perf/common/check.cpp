// SPDX-License-Identifier: Apache-2.0
//
// Computes the expected output in bands, in parallel, because cv::filter2D on Mat uses one thread. A band is a region
// of a larger Mat that includes its halo rows, so that cv::filter2D reads the real neighbours. From 11x11 on that
// function filters by Fourier transforms, which spread a NaN far beyond its windows: therefore NaNs are replaced by 0
// first, and the outputs that they reach are computed separately.

#include "check.hpp"

#include <opencv2/core/utility.hpp>

#include <algorithm>
#include <limits>

namespace bench {
namespace {

const double infinite = std::numeric_limits<double>::infinity();

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
        return infinite;
    return cv::norm(a, b, cv::NORM_INF);
}

//! A mask of one channel, as many times wider as the image has channels: 255 where a value is NaN, 0 elsewhere.
cv::Mat nansOf(const cv::Mat& image)
{
    const cv::Mat values = image.reshape(1);
    return ~(values == values); // the vectors of OpenCV's != find a NaN equal to itself
}

//! A mask like that of nansOf, of the outputs where a tap meets a NaN.
//! @param pattern 1 for the taps that count, 0 for others
cv::Mat nansUnder(const cv::Mat& pattern, const cv::Mat& withHalo, const cv::Range& rows, int border)
{
    cv::Mat ones, counts;
    nansOf(withHalo).reshape(withHalo.channels()).convertTo(ones, CV_32F, 1. / 255);
    cv::filter2D(ones.rowRange(rows), counts, CV_32F, pattern, cv::Point(-1, -1), 0, border);
    return counts.reshape(1) > 0.5; // whole numbers, except for the rounding of OpenCV's Fourier transforms
}

//! Whether every set element of one mask is set in the other.
bool within(const cv::Mat& mask, const cv::Mat& other)
{
    return cv::countNonZero(mask & ~other) == 0;
}

} // namespace

Expected::Band Expected::expect(const cv::Mat& withHalo, const cv::Range& inHalo, const Case& c, const cv::Mat& kernel)
{
    Band band;
    cv::Mat source = withHalo;
    if (source.depth() == CV_32F && cv::countNonZero(nansOf(source)))
    {
        cv::Mat used;
        cv::Mat(kernel != 0).convertTo(used, CV_32F, 1. / 255);
        band.nans = nansUnder(used, source, inHalo, c.border.type);
        band.possibleNans = nansUnder(cv::Mat::ones(kernel.size(), CV_32F), source, inHalo, c.border.type);
        source = source.clone();
        cv::patchNaNs(source, 0);
    }
    cv::filter2D(source.rowRange(inHalo), band.values, c.pixel.ddepth, kernel, cv::Point(-1, -1), 0, c.border.type);
    return band;
}

Expected::Expected(const cv::UMat& src, const Case& c, const cv::Mat& kernel, Rows sampled)
{
    tolerance_ = c.pixel.ddepth < CV_32F ? 1 : 1e-4 * cv::norm(kernel, cv::NORM_L1);
    const std::vector<cv::Range> chosen = chooseBands(c, sampled);
    std::vector<cv::Mat> withHalos(chosen.size());
    std::vector<cv::Range> inHalos;
    for (size_t i = 0; i < chosen.size(); i++)
    {
        const cv::Range rows = chosen[i];
        const cv::Range haloRows(std::max(rows.start - c.ksize, 0), std::min(rows.end + c.ksize, src.rows));
        src.rowRange(haloRows).copyTo(withHalos[i]);
        inHalos.push_back({rows.start - haloRows.start, rows.end - haloRows.start});
    }
    bands_.resize(chosen.size());
    cv::parallel_for_(cv::Range(0, int(bands_.size())),
                      [&](const cv::Range& range)
                      {
                          for (size_t i = size_t(range.start); i < size_t(range.end); i++)
                          {
                              bands_[i] = expect(withHalos[i], inHalos[i], c, kernel);
                              bands_[i].rows = chosen[i];
                          }
                      });
}

double Expected::differenceIn(cv::Mat& values, const Band& band, const cv::Rect& region)
{
    const cv::Mat expected = band.values(region);
    if (band.nans.empty())
        return largestDifference(values, expected);
    const int channels = values.channels();
    const cv::Rect scalars(region.x * channels, region.y, region.width * channels, region.height);
    const cv::Mat nans = nansOf(values);
    if (!within(band.nans(scalars), nans) || !within(nans, band.possibleNans(scalars)))
        return infinite;
    cv::Mat flat = values.reshape(1);
    expected.clone().reshape(1).copyTo(flat, nans);
    return largestDifference(values, expected);
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
        largest = std::max(largest, differenceIn(values, band, part - cv::Point(0, band.rows.start)));
    }
    return largest;
}

} // namespace bench
