// SPDX-License-Identifier: Apache-2.0
//
// Source and destination in the same memory: in place, and regions of one image that overlap or are adjacent. The
// oracle computes from a copy.

#include "cases/variants.hpp"

namespace opencv_test { namespace {

FilterCase inPlace(int type, Size kernelSize = Size(5, 3))
{
    RNG rng(12);
    FilterCase filterCase;
    filterCase.srcType = type;
    filterCase.kernel = randomKernel(kernelSize, CV_MAT_DEPTH(type), CV_MAT_DEPTH(type), Coefficients::Random, rng);
    filterCase.placement = Placement::InPlace;
    filterCase.size = Size(131, 77);
    return filterCase;
}

TEST(Clconv_Overlap, filtersInPlace)
{
    for (int type : {CV_8UC1, CV_8UC3, CV_32FC1, CV_16SC2, CV_64FC1})
        for (unsigned seed = 0; seed < 5; seed++)
        {
            FilterCase filterCase = inPlace(type);
            filterCase.seed = seed;
            filterCase.anchor = Point(int(seed), int(seed) % 3);
            EXPECT_TRUE(isRight(filterCase));
        }
}

TEST(Clconv_Overlap, filtersARegionInPlace)
{
    FilterCase filterCase = inPlace(CV_8UC1);
    filterCase.srcParent = Size(150, 91);
    for (int i = 0; i < 5; i++)
    {
        filterCase.srcOrigin = Point(4 * i, 3 * i);
        filterCase.border = i;
        EXPECT_TRUE(isRight(filterCase));
        filterCase.border |= BORDER_ISOLATED;
        EXPECT_TRUE(isRight(filterCase));
    }
}

TEST(Clconv_Overlap, filtersInPlaceToAnotherDepth)
{
    static const int depths[] = {CV_16S, CV_32F, CV_64F, CV_8S};
    for (int i = 0; i < 4; i++)
    {
        FilterCase filterCase = inPlace(CV_8UC1);
        filterCase.ddepth = depths[i];
        EXPECT_TRUE(isRight(filterCase));
        filterCase.srcParent = Size(150, 91);
        filterCase.srcOrigin = Point(7, 5);
        EXPECT_TRUE(isRight(filterCase));
    }
}

TEST(Clconv_Overlap, filtersMatsInPlace)
{
    for (int i = 0; i < 2; i++)
    {
        FilterCase filterCase = inPlace(i ? CV_32FC3 : CV_8UC1);
        filterCase.srcIsMat = filterCase.dstIsMat = true;
        EXPECT_TRUE(isRight(filterCase));
        filterCase.srcParent = Size(150, 91);
        filterCase.srcOrigin = Point(7, 5);
        EXPECT_TRUE(isRight(filterCase));
    }
}

FilterCase overlapping(bool mat)
{
    FilterCase filterCase = inPlace(CV_8UC1);
    filterCase.placement = Placement::Overlap;
    filterCase.srcIsMat = filterCase.dstIsMat = mat;
    filterCase.size = Size(41, 33);
    filterCase.srcParent = Size(107, 83);
    filterCase.srcOrigin = Point(30, 25);
    return filterCase;
}

TEST(Clconv_Overlap, filtersOverlappingRegions)
{
    static const int shifts[][2] = {{1, 0},  {-1, 0},  {0, 1},   {0, -1}, {1, 1}, {-1, -1}, {3, -2},
                                    {0, 20}, {0, -20}, {-20, 0}, {20, 5}, {0, 0}, {25, 25}, {-30, -25}};
    for (size_t i = 0; i < sizeof(shifts) / sizeof(shifts[0]); i++)
        for (int isolated : {0, int(BORDER_ISOLATED)})
            for (bool mats : {false, true})
            {
                FilterCase filterCase = overlapping(mats);
                filterCase.dstOrigin = filterCase.srcOrigin + Point(shifts[i][0], shifts[i][1]);
                filterCase.border = BORDER_REFLECT_101 | isolated;
                filterCase.anchor = i % 2 ? Point(0, 0) : Point(4, 2);
                EXPECT_TRUE(isRight(filterCase));
            }
}

//! The regions share no pixel, but the input windows of one reach into the other.
TEST(Clconv_Overlap, filtersARegionBesideTheOneItReads)
{
    static const int shifts[][2] = {{41, 0}, {-41, 0}, {0, 33}, {0, -33}, {41, 33}, {42, 1}};
    for (int mat = 0; mat < 2; mat++)
        for (size_t i = 0; i < sizeof(shifts) / sizeof(shifts[0]); i++)
        {
            FilterCase filterCase = overlapping(mat != 0);
            filterCase.srcParent = Size(130, 103);
            filterCase.srcOrigin = Point(43, 34);
            filterCase.dstOrigin = filterCase.srcOrigin + Point(shifts[i][0], shifts[i][1]);
            EXPECT_TRUE(isRight(filterCase));
            filterCase.border |= BORDER_ISOLATED;
            EXPECT_TRUE(isRight(filterCase));
        }
}

//! WRAP and REFLECT read from the opposite side of the parent, wherever the regions are.
TEST(Clconv_Overlap, filtersARegionThatABorderReadsFromFarAway)
{
    FilterCase filterCase = overlapping(false);
    filterCase.border = BORDER_WRAP;
    filterCase.srcOrigin = Point(0, 0);
    filterCase.dstOrigin = Point(66, 50);
    EXPECT_TRUE(isRight(filterCase));
    RNG rng(2);
    filterCase.kernel = randomKernel(Size(101, 5), CV_8U, CV_8U, Coefficients::Random, rng);
    filterCase.border = BORDER_REFLECT;
    filterCase.anchor = Point(100, 4);
    EXPECT_TRUE(isRight(filterCase));
}

class Clconv_OverlapForced : public testing::TestWithParam<Variant>
{
};

TEST_P(Clconv_OverlapForced, filtersInPlaceAndOverlapping)
{
    FilterCase filterCase = caseFor(GetParam(), CV_8UC1, CV_8U, Size(5, 3), BORDER_REPLICATE);
    filterCase.size = Size(131, 77);
    filterCase.srcParent = Size(151, 93);
    filterCase.srcOrigin = Point(9, 8);
    filterCase.placement = Placement::InPlace;
    expectRightOnce(GetParam(), filterCase);
    filterCase.placement = Placement::Overlap;
    filterCase.dstOrigin = Point(10, 10);
    expectRightOnce(GetParam(), filterCase);
    filterCase.dstOrigin = Point(8, 7);
    expectRightOnce(GetParam(), filterCase);
}

CLCONV_INSTANTIATE(All, Clconv_OverlapForced, testing::ValuesIn(variants()), variantName);

}} // namespace opencv_test
