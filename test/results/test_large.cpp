// SPDX-License-Identifier: Apache-2.0
//
// Images of 2 GiB and more, whose byte offsets need 64 bits. Only their last rows are compared, and on a device without
// memory for two such images only their last corners.

#include "cases/variants.hpp"

namespace opencv_test { namespace {

const Size largeSize(65536, 33000); // 2.01 GiB of bytes
const int shown = 24;               // random rows at the end

size_t maxBytes()
{
    return ocl::Device::getDefault().maxMemAllocSize();
}

bool fits()
{
    return ocl::Device::getDefault().globalMemSize() >= (size_t(24) << 30) &&
           maxBytes() > size_t(largeSize.width) * size_t(largeSize.height);
}

//! If a device lacks such images or matrix units, another implementation runs.
void expectRan(const Variant& variant, const FilterCase& filterCase)
{
    EXPECT_NE("opencv-cpu", clconv::lastImplementation()) << variant.force;
    if (!variant.image && !refuses(variant, filterCase))
    {
        EXPECT_EQ(variant.name, clconv::lastImplementation()) << variant.force;
    }
}

Tolerance toleranceFor(const Variant& variant)
{
    return variant.separableMma ? Tolerance::FactoredHalf
           : variant.factored   ? Tolerance::Factored
           : variant.mma        ? Tolerance::FixedPoint
                                : Tolerance::PlainSum;
}

class Clconv_Large : public testing::TestWithParam<Variant>
{
};

TEST_P(Clconv_Large, filtersBeyond2GiB)
{
    if (!fits())
        CLCONV_SKIP("needs a device with 24 GiB of memory and buffers beyond 2 GiB");
    RNG rng(6);
    const Mat pixels = randomImage(Size(largeSize.width, shown), CV_8UC1, rng);
    const FilterCase filterCase = caseFor(GetParam(), CV_8UC1, CV_8U, Size(5, 3), BORDER_REPLICATE);
    UMat src(largeSize, CV_8UC1), dst(largeSize, CV_8UC1);
    const Rect end(0, largeSize.height - shown, largeSize.width, shown);
    UMat srcEnd = src(end);
    pixels.copyTo(srcEnd);
    {
        clconv::ForceScope force(GetParam().force);
        clconv::filter2D(src, dst, -1, filterCase.kernel, Point(4, 0), 0, BORDER_REPLICATE);
    }
    expectRan(GetParam(), filterCase);
    Mat result;
    dst(end).copyTo(result);
    const Rect inner(0, 3, largeSize.width, shown - 3); // the first rows read those above them
    const Exact exact =
        exactSums(FilterInput{pixels(inner), filterCase.kernel, Point(4, 0), 0, BORDER_REPLICATE, CV_8U});
    EXPECT_EQ("", findDifference(result(inner), exact, toleranceFor(GetParam())));
}

TEST_P(Clconv_Large, filtersTheLastCornersOfImagesOf2GiB)
{
    if (maxBytes() < size_t(1) << 31)
        CLCONV_SKIP("needs a device with buffers of 2 GiB");
    // Exactly 2 GiB if the device has no larger buffers, which is enough for offsets of 64 bits.
    const Size whole(largeSize.width,
                     maxBytes() < size_t(largeSize.width) * size_t(largeSize.height) ? 32768 : largeSize.height);
    RNG rng(6);
    const Mat pixels = randomImage(Size(310, shown + 5), CV_8UC1, rng);
    const Point margin(9, 5);
    const Rect inner(margin, Size(301, shown)), end(Point(whole) - Point(301, shown), inner.size());
    FilterCase filterCase = caseFor(GetParam(), CV_8UC1, CV_8U, Size(5, 3), BORDER_REFLECT);
    UMat src(whole, CV_8UC1), dst(whole, CV_8UC1);
    UMat written = src(Rect(end.tl() - margin, pixels.size())), target = dst(end);
    pixels.copyTo(written);
    for (int isolated = 0; isolated < 2; isolated++)
    {
        const int border = filterCase.border | (isolated ? int(BORDER_ISOLATED) : 0);
        clconv::ForceScope force(GetParam().force);
        clconv::filter2D(src(end), target, -1, filterCase.kernel, Point(4, 0), 0, border);
        expectRan(GetParam(), filterCase);
        Mat result;
        target.copyTo(result);
        const Exact exact = exactSums(FilterInput{pixels(inner), filterCase.kernel, Point(4, 0), 0, border, CV_8U});
        EXPECT_EQ("", findDifference(result, exact, toleranceFor(GetParam()))) << "isolated: " << isolated;
    }
}

CLCONV_INSTANTIATE(All, Clconv_Large, testing::ValuesIn(variants()), variantName);

TEST(Clconv_LargeRegion, isFilteredBeyond2GiB)
{
    if (!fits())
        CLCONV_SKIP("needs a device with 24 GiB of memory and buffers beyond 2 GiB");
    RNG rng(6);
    const Mat pixels = randomImage(Size(301, shown), CV_16UC1, rng);
    const Mat kernel = randomKernel(Size(5, 3), CV_16U, CV_16U, Coefficients::Random, rng);
    UMat parent(largeSize.height / 2, largeSize.width, CV_16UC1), dst;
    UMat region = parent(Rect(parent.cols - 301, parent.rows - shown, 301, shown));
    pixels.copyTo(region);
    clconv::filter2D(region, dst, -1, kernel, Point(-1, -1), 0, BORDER_REFLECT | BORDER_ISOLATED);
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    const Exact exact = exactSums(FilterInput{pixels, kernel, Point(-1, -1), 0, BORDER_REFLECT, CV_16U});
    EXPECT_EQ("", findDifference(dst.getMat(ACCESS_READ), exact, Tolerance::PlainSum));
}

}} // namespace opencv_test
