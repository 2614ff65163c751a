// SPDX-License-Identifier: Apache-2.0
//
// Implementations that share the device code of one in Clconv_Forced, forced in turn. Each depth, number of channels,
// border and kind of kernel size occurs once, in arbitrary pairs, because each row of the table is a program.

#include "cases/variants.hpp"

#include <set>

namespace opencv_test { namespace {

struct Case
{
    int srcType, dstDepth, width, height, border;
    int kernels; //!< number of kernels, for filterBank
};

const Case cases[] = {
    {CV_8UC1, CV_8U, 5, 3, BORDER_REFLECT_101, 3}, {CV_8SC3, CV_16S, 3, 2, BORDER_CONSTANT, 2},
    {CV_16UC1, CV_16U, 1, 13, BORDER_WRAP, 4},     {CV_16SC1, CV_32S, 23, 19, BORDER_REPLICATE, 2},
    {CV_32SC4, CV_8S, 17, 1, BORDER_REFLECT, 3},   {CV_32FC1, CV_32F, 5, 3, BORDER_REFLECT_101, 3},
    {CV_64FC2, CV_64F, 1, 1, BORDER_CONSTANT, 6},
};

TEST(Clconv_SharedCodeCases, holdEveryDepthAndBorderType)
{
    std::set<int> sources, results, borders;
    for (const Case& c : cases)
    {
        sources.insert(CV_MAT_DEPTH(c.srcType));
        results.insert(c.dstDepth);
        borders.insert(c.border);
    }
    const std::set<int> all(depths().begin(), depths().end());
    EXPECT_EQ(all, sources);
    EXPECT_EQ(all, results);
    EXPECT_EQ(std::set<int>(borderTypes().begin(), borderTypes().end()), borders);
}

class Clconv_ForcedSharedCode : public testing::TestWithParam<Variant>
{
};

TEST_P(Clconv_ForcedSharedCode, filtersEveryTypeBorderAndSize)
{
    for (const Case& c : cases)
    {
        Variant variant = GetParam();
        variant.otherKernels = variant.otherKernels ? c.kernels - 1 : 0;
        const FilterCase filterCase = caseFor(variant, c.srcType, c.dstDepth, Size(c.width, c.height), c.border);
        expectRight(variant, filterCase);
        for (const FilterCase& aligned : alignedLayouts(filterCase))
            expectRightOnce(variant, aligned);
    }
}

//! Sizes of their own blocks, and one more or less.
TEST_P(Clconv_ForcedSharedCode, filtersSizesAroundTheirBlocks)
{
    static const int lengths[] = {2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 257};
    FilterCase filterCase = caseFor(GetParam(), CV_8UC1, CV_8U, Size(5, 3), BORDER_REFLECT_101);
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
    {
        filterCase.size = i % 2 ? Size(lengths[i], 5 + int(i)) : Size(7 + int(i), lengths[i]);
        expectRightOnce(GetParam(), filterCase);
    }
}

CLCONV_INSTANTIATE(All, Clconv_ForcedSharedCode, testing::ValuesIn(sharedCodeVariants()), variantName);

}} // namespace opencv_test
