// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// An image beyond 2 GiB, where the device has the memory for it. Only its last rows are looked at.

#include "variants.hpp"

namespace opencv_test
{
namespace
{

const Size largeSize(65539, 33000); // 2.01 GiB of bytes
const int shown = 24;               // rows at the end that are random

bool fits()
{
    const ocl::Device& device = ocl::Device::getDefault();
    return device.globalMemSize() >= (size_t(24) << 30) &&
           device.maxMemAllocSize() > size_t(largeSize.width) * size_t(largeSize.height);
}

void filterLastRows(const Variant& variant)
{
    RNG rng(6);
    const Mat pixels = randomImage(Size(largeSize.width, shown), CV_8UC1, rng);
    const Trial trial = trialFor(variant, CV_8UC1, CV_8U, Size(5, 3), BORDER_REPLICATE);
    UMat src(largeSize, CV_8UC1), dst(largeSize, CV_8UC1);
    const Rect end(0, largeSize.height - shown, largeSize.width, shown);
    UMat srcEnd = src(end);
    pixels.copyTo(srcEnd);
    {
        clconv::ForceScope force(variant.force);
        clconv::filter2D(src, dst, -1, trial.kernel, Point(4, 0), 0, BORDER_REPLICATE);
    }
    EXPECT_EQ(variant.name, clconv::lastImplementation());
    Mat result;
    dst(end).copyTo(result);
    const Rect inner(0, 3, largeSize.width, shown - 3); // the first rows read what is above them
    const Exact exact = exactSums(Question{pixels(inner), trial.kernel, Point(4, 0), 0, BORDER_REPLICATE, CV_8U});
    EXPECT_EQ("", judge(result(inner), exact, variant.factored ? Allowance::Factored : Allowance::PlainSum))
        << variant.force;
}

TEST(Clconv_Large, filtersBeyond2GiB)
{
    if (!fits())
        CLCONV_SKIP("needs a device with 24 GiB of memory and buffers beyond 2 GiB");
    static const int numbers[] = {0, 1, 2, 7};
    for (int i = 0; i < 4; i++)
        filterLastRows(variants()[size_t(numbers[i])]);
}

TEST(Clconv_Large, filtersARegionBeyond2GiB)
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
    const Exact exact = exactSums(Question{pixels, kernel, Point(-1, -1), 0, BORDER_REFLECT, CV_16U});
    EXPECT_EQ("", judge(dst.getMat(ACCESS_READ), exact, Allowance::PlainSum));
}

} // namespace
} // namespace opencv_test
