// SPDX-License-Identifier: Apache-2.0
//
// Outer products through matrix units: types and borders in every layout, images around the tiles, and numbers that
// products of parts cannot give. Needs an NVIDIA GPU.

#include "cases/variants.hpp"

#include <limits>

namespace opencv_test { namespace {

const float infinity = std::numeric_limits<float>::infinity();

// Not in SetUp(), where OpenCV's test framework treats the exception that skips as a failure.
#define SKIP_WITHOUT_MATRIX_UNITS                                                                                      \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!isForThisDevice(variant))                                                                                 \
            CLCONV_SKIP("the device has no such matrix units");                                                        \
    } while (false)

class Clconv_SeparableMma : public testing::Test
{
protected:
    FilterCase caseOf(int srcType, int dstDepth, Size filter, int border)
    {
        FilterCase filterCase = caseFor(variant, srcType, dstDepth, filter, border);
        const bool bytes = CV_MAT_DEPTH(srcType) == CV_8U;
        if (bytes) // the sum is 1: half floats are accurate enough
            filterCase.kernel =
                cv::getGaussianKernel(filter.height, -1, CV_64F) * cv::getGaussianKernel(filter.width, -1, CV_64F).t();
        return filterCase;
    }

    //! Expects outputs that are not finite if their windows hold such numbers, and otherwise are within the bound.
    void expectPromised(const Mat& src, const Mat& row, const Mat& column)
    {
        UMat dst;
        clconv::ForceScope force("separable_mma");
        clconv::sepFilter2D(src.getUMat(ACCESS_READ), dst, CV_32F, row, column, Point(-1, -1), 0, BORDER_REPLICATE);
        EXPECT_EQ("separable_mma", clconv::lastImplementation());
        Mat rowTaps, columnTaps;
        row.reshape(1, 1).convertTo(rowTaps, CV_64F);
        column.reshape(1, int(column.total())).convertTo(columnTaps, CV_64F);
        const FilterInput input = {src, columnTaps * rowTaps, Point(-1, -1), 0, BORDER_REPLICATE, CV_32F};
        EXPECT_EQ(0, countBrokenPromises(input, dst.getMat(ACCESS_READ), Tolerance::PlainSum));
    }

    Mat noise(double scale = 1) const
    {
        RNG rng(5);
        Mat image(77, 131, CV_32FC1);
        rng.fill(image, RNG::UNIFORM, -scale, scale);
        return image;
    }

    const Variant variant = variantOf("separable_mma");
};

TEST_F(Clconv_SeparableMma, filtersTypesChannelsAndBorders)
{
    SKIP_WITHOUT_MATRIX_UNITS;
    for (int border : borderTypes())
        for (int type : {CV_8UC1, CV_8UC2, CV_8UC3, CV_8UC4, CV_8SC1, CV_16UC1, CV_16SC3, CV_32FC1, CV_32FC3, CV_32FC4})
            expectRight(variant, caseOf(type, CV_MAT_DEPTH(type), Size(15, 11), border), 3);
}

TEST_F(Clconv_SeparableMma, takesFiltersOfAnySize)
{
    SKIP_WITHOUT_MATRIX_UNITS;
    for (Size size : {Size(3, 3), Size(5, 5), Size(9, 9), Size(1, 31), Size(31, 1), Size(40, 4), Size(4, 40),
                      Size(17, 63), Size(63, 17), Size(63, 63)})
        for (int type : {CV_8UC1, CV_8UC3, CV_32FC1})
            expectRight(variant, caseOf(type, CV_MAT_DEPTH(type), size, BORDER_REFLECT_101), 3);
}

//! Widths and heights around those of a warp's tile, a work-group's tile and a work-group's segment.
TEST_F(Clconv_SeparableMma, filtersImagesAroundItsTiles)
{
    SKIP_WITHOUT_MATRIX_UNITS;
    for (int width : {1, 15, 16, 17, 127, 128, 129, 511, 513})
        for (int height : {1, 15, 17, 63, 65})
            for (int type : {CV_8UC1, CV_32FC1})
            {
                FilterCase filterCase = caseOf(type, CV_MAT_DEPTH(type), Size(15, 15), BORDER_REPLICATE);
                filterCase.size = Size(width, height);
                expectRightOnce(variant, filterCase);
            }
}

TEST_F(Clconv_SeparableMma, passesNansToTheirWindowsAlone)
{
    SKIP_WITHOUT_MATRIX_UNITS;
    const Mat gauss = cv::getGaussianKernel(15, -1, CV_32F);
    for (float value : {std::numeric_limits<float>::quiet_NaN(), infinity, -infinity})
    {
        Mat src = noise();
        src.at<float>(0, 0) = src.at<float>(40, 70) = src.at<float>(76, 130) = value;
        expectPromised(src, gauss, gauss);
    }
}

TEST_F(Clconv_SeparableMma, keepsItsPromiseOfAnyNumbers)
{
    SKIP_WITHOUT_MATRIX_UNITS;
    const Mat gauss = cv::getGaussianKernel(15, -1, CV_32F);
    for (double scale : {1e-30, 1e-20, 1e20, 1e37})
        expectPromised(noise(scale), gauss, gauss);
    for (double scale : {1e-30, 1e30})
        expectPromised(noise(), gauss * scale, gauss / scale);
    Mat bright = noise(1e-10);
    bright.at<float>(40, 70) = 1e30f;
    expectPromised(bright, gauss, gauss);
    expectPromised(Mat::zeros(77, 131, CV_32F), gauss, gauss);
}

//! Small integers, and these times a power of two, have exact sums.
TEST_F(Clconv_SeparableMma, keepsIntegersExact)
{
    SKIP_WITHOUT_MATRIX_UNITS;
    for (int type : {CV_8UC1, CV_8SC1})
        for (double scale : {1., 1. / 256})
        {
            RNG rng(6);
            const Mat src = randomImage(Size(131, 77), type, rng);
            UMat dst;
            clconv::ForceScope force("separable_mma");
            clconv::filter2D(src.getUMat(ACCESS_READ), dst, CV_32F, Mat::ones(11, 9, CV_32F) * scale);
            EXPECT_EQ("separable_mma", clconv::lastImplementation());
            Mat numbers, expected;
            src.convertTo(numbers, CV_64F);
            cv::boxFilter(numbers, expected, CV_64F, Size(9, 11), Point(-1, -1), false);
            EXPECT_EQ(0, cv::norm(dst.getMat(ACCESS_READ), Mat_<float>(expected * scale), NORM_INF));
        }
}

TEST_F(Clconv_SeparableMma, runsWithAnySegmentAndStages)
{
    SKIP_WITHOUT_MATRIX_UNITS;
    for (const char* parameters :
         {"SEGMENT=16,STAGES=2,STAGE_GROUPS=1,WG_Y=1", "SEGMENT=48,STAGES=4,STAGE_GROUPS=3,WG_Y=2",
          "SEGMENT=1024,STAGES=8,STAGE_GROUPS=1,WG_Y=1", "SEGMENT=32,STAGES=2,STAGE_GROUPS=8,WG_Y=3",
          "SEGMENT=64,COPY_BYTES=8"})
    {
        const Variant variantWith = variantOf("separable_mma:" + std::string(parameters));
        FilterCase filterCase = caseOf(CV_8UC1, CV_8U, Size(15, 15), BORDER_REFLECT);
        filterCase.force = variantWith.force;
        expectRight(variantWith, filterCase, 3);
    }
}

}} // namespace opencv_test
