// SPDX-License-Identifier: Apache-2.0
//
// Compares outputs of images with NaNs, and checks how these images are made.

#include "perf/bench/cases/ceilings.hpp"
#include "perf/common/check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using cv::Mat;

const float nan = std::numeric_limits<float>::quiet_NaN();
const bench::Border reflect101 = {"reflect101", cv::BORDER_REFLECT_101};

//! An image with NaNs, some of them at the edges, and a filter for it.
struct Filtering
{
    bench::Case c;
    Mat kernel, src;

    Filtering(const std::string& kind, int ksize, int type) : kernel(bench::makeKernel(kind, ksize))
    {
        c.size = cv::Size(61, 47);
        c.pixel = bench::PixelType{"", type, CV_32F};
        c.ksize = ksize;
        c.kernel = kind;
        c.border = reflect101;
        src.create(c.size, type);
        cv::RNG rng(1);
        rng.fill(src, cv::RNG::UNIFORM, 0, 1);
        Mat scalars = src.reshape(1);
        for (const cv::Point& place : {cv::Point(0, 0), cv::Point(30, 20), cv::Point(scalars.cols - 1, 46)})
            scalars.at<float>(place) = nan;
    }

    //! By a plain loop over all taps, or over those that are not 0.
    Mat output(bool zeroTaps = true) const
    {
        Mat dst(src.size(), src.type());
        const int cn = src.channels(), radius = c.ksize / 2;
        for (int y = 0; y < src.rows; y++)
            for (int x = 0; x < src.cols; x++)
                for (int channel = 0; channel < cn; channel++)
                {
                    double sum = 0;
                    for (int row = 0; row < c.ksize; row++)
                        for (int column = 0; column < c.ksize; column++)
                        {
                            const int sy = cv::borderInterpolate(y + row - radius, src.rows, c.border.type);
                            const int sx = cv::borderInterpolate(x + column - radius, src.cols, c.border.type);
                            const float tap = kernel.at<float>(row, column);
                            if (tap != 0 || zeroTaps)
                                sum += double(tap) * src.ptr<float>(sy)[sx * cn + channel];
                        }
                    dst.ptr<float>(y)[x * cn + channel] = float(sum);
                }
        return dst;
    }

    double difference(const Mat& dst) const { return expected().difference(dst.getUMat(cv::ACCESS_READ)); }
    double tolerance() const { return expected().tolerance(); }

private:
    bench::Expected expected() const { return bench::Expected(src.getUMat(cv::ACCESS_READ), c, kernel); }
};

int countNans(const Mat& image)
{
    int count = 0;
    for (int y = 0; y < image.rows; y++)
        for (int i = 0; i < image.cols * image.channels(); i++)
            count += std::isnan(image.ptr<float>(y)[i]);
    return count;
}

TEST(Clconv_BenchCheck, acceptsNansWhereWindowsHoldThem)
{
    for (const char* kind : {"random", "gabor"})
        for (int ksize : {3, 15, 31}) // cv::filter2D on Mat adds up taps to 9x9, and uses Fourier transforms beyond
            for (int type : {CV_32FC1, CV_32FC4})
            {
                const Filtering filtering(kind, ksize, type);
                const Mat output = filtering.output();
                EXPECT_LT(0, countNans(output));
                EXPECT_GE(filtering.tolerance(), filtering.difference(output)) << kind << ksize;
            }
}

TEST(Clconv_BenchCheck, findsMissingAndAdditionalNans)
{
    for (int type : {CV_32FC1, CV_32FC4})
        for (const cv::Point& place : {cv::Point(30, 20), cv::Point(31, 21), cv::Point(20, 20), cv::Point(40, 46)})
        {
            const Filtering filtering("random", 5, type);
            Mat output = filtering.output();
            float& value = output.reshape(1).at<float>(place);
            value = std::isnan(value) ? 0.5f : nan;
            EXPECT_TRUE(std::isinf(filtering.difference(output))) << place;
        }
}

TEST(Clconv_BenchCheck, comparesTheOtherValuesOfSuchImages)
{
    const Filtering filtering("random", 15, CV_32FC4);
    Mat output = filtering.output();
    float& value = output.at<cv::Vec4f>(40, 10)[2];
    ASSERT_FALSE(std::isnan(value));
    value += 0.25f;
    EXPECT_NEAR(0.25, filtering.difference(output), 1e-3);
    value = std::numeric_limits<float>::infinity();
    EXPECT_TRUE(std::isinf(filtering.difference(output)));
}

TEST(Clconv_BenchCheck, acceptsBothUnderZeroTaps)
{
    for (const char* kind : {"motion", "disk", "scharr"})
    {
        const Filtering filtering(kind, 5, CV_32FC1);
        const Mat all = filtering.output(), used = filtering.output(false);
        EXPECT_LT(countNans(used), countNans(all));
        EXPECT_GE(filtering.tolerance(), filtering.difference(all)) << kind;
        EXPECT_GE(filtering.tolerance(), filtering.difference(used)) << kind;
    }
}

TEST(Clconv_BenchCheck, stillFindsNansInOutputsOfOtherImages)
{
    Filtering filtering("random", 3, CV_32FC1);
    cv::RNG(2).fill(filtering.src, cv::RNG::UNIFORM, 0, 1);
    Mat output = filtering.output();
    EXPECT_GE(filtering.tolerance(), filtering.difference(output));
    output.at<float>(7, 7) = nan;
    EXPECT_TRUE(std::isinf(filtering.difference(output)));
}

TEST(Clconv_BenchNans, areAsManyPixelsAsGivenAndDependOnTheSeed)
{
    bench::openDevice();
    const int nans = 200, halfAMegapixel = 500000;
    const bench::Fill fill = bench::makeNoiseWithNans(nans);
    for (int type : {CV_32FC1, CV_32FC4})
    {
        const auto placesOf = [&](unsigned seed)
        {
            cv::UMat image(500, halfAMegapixel / 500, type);
            fill(image, seed);
            Mat pixels;
            image.copyTo(pixels);
            const Mat scalars = pixels.reshape(1, int(pixels.total()));
            EXPECT_EQ(CV_MAT_CN(type) * countNans(scalars.col(0)), countNans(scalars)) << "not in all channels";
            return Mat(~(scalars.col(0) == scalars.col(0)));
        };
        const Mat places = placesOf(0), other = placesOf(1);
        EXPECT_GE(nans / 2, cv::countNonZero(places));
        EXPECT_LE(nans / 2 - 5, cv::countNonZero(places)); // some may be at the same place
        EXPECT_EQ(0, cv::norm(places, placesOf(0), cv::NORM_INF));
        EXPECT_GE(5, cv::countNonZero(places & other));
    }
}

} // namespace
