// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Source and destination in the same memory: in place, and regions of one image that overlap or stand side by side. The
// oracle computes from a copy.

#include "variants.hpp"

namespace opencv_test
{
namespace
{

Trial inPlace(int type, Size kernelSize = Size(5, 3))
{
    RNG rng(12);
    Trial trial;
    trial.srcType = type;
    trial.kernel = randomKernel(kernelSize, CV_MAT_DEPTH(type), CV_MAT_DEPTH(type), Coefficients::Random, rng);
    trial.placement = Placement::InPlace;
    trial.size = Size(131, 77);
    return trial;
}

TEST(Clconv_Overlap, filtersInPlace)
{
    static const int types[] = {CV_8UC1, CV_8UC3, CV_32FC1, CV_16SC2, CV_64FC1};
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        for (unsigned seed = 0; seed < 5; seed++)
        {
            Trial trial = inPlace(types[i]);
            trial.seed = seed;
            trial.anchor = Point(int(seed), int(seed) % 3);
            EXPECT_TRUE(right(trial));
        }
}

TEST(Clconv_Overlap, filtersARegionInPlace)
{
    Trial trial = inPlace(CV_8UC1);
    trial.srcParent = Size(150, 91);
    for (int i = 0; i < 5; i++)
    {
        trial.srcOrigin = Point(4 * i, 3 * i);
        trial.border = i;
        EXPECT_TRUE(right(trial));
        trial.border |= BORDER_ISOLATED;
        EXPECT_TRUE(right(trial));
    }
}

TEST(Clconv_Overlap, filtersInPlaceToAnotherDepth)
{
    static const int depths[] = {CV_16S, CV_32F, CV_64F, CV_8S};
    for (int i = 0; i < 4; i++)
    {
        Trial trial = inPlace(CV_8UC1);
        trial.ddepth = depths[i];
        EXPECT_TRUE(right(trial));
        trial.srcParent = Size(150, 91);
        trial.srcOrigin = Point(7, 5);
        EXPECT_TRUE(right(trial));
    }
}

TEST(Clconv_Overlap, filtersMatsInPlace)
{
    for (int i = 0; i < 2; i++)
    {
        Trial trial = inPlace(i ? CV_32FC3 : CV_8UC1);
        trial.srcIsMat = trial.dstIsMat = true;
        EXPECT_TRUE(right(trial));
        trial.srcParent = Size(150, 91);
        trial.srcOrigin = Point(7, 5);
        EXPECT_TRUE(right(trial));
    }
}

Trial overlapping(bool mat)
{
    Trial trial = inPlace(CV_8UC1);
    trial.placement = Placement::Overlap;
    trial.srcIsMat = trial.dstIsMat = mat;
    trial.size = Size(41, 33);
    trial.srcParent = Size(107, 83);
    trial.srcOrigin = Point(30, 25);
    return trial;
}

void expectRightAround(Trial trial)
{
    static const int shifts[][2] = {{1, 0},  {-1, 0},  {0, 1},   {0, -1}, {1, 1}, {-1, -1}, {3, -2},
                                    {0, 20}, {0, -20}, {-20, 0}, {20, 5}, {0, 0}, {25, 25}, {-30, -25}};
    for (size_t i = 0; i < sizeof(shifts) / sizeof(shifts[0]); i++)
        for (int isolated = 0; isolated < 2; isolated++)
        {
            trial.dstOrigin = trial.srcOrigin + Point(shifts[i][0], shifts[i][1]);
            trial.border = BORDER_REFLECT_101 | (isolated ? int(BORDER_ISOLATED) : 0);
            trial.anchor = i % 2 ? Point(0, 0) : Point(4, 2);
            EXPECT_TRUE(right(trial));
        }
}

TEST(Clconv_Overlap, filtersOverlappingRegions)
{
    expectRightAround(overlapping(false));
}

TEST(Clconv_Overlap, filtersOverlappingRegionsOfMats)
{
    expectRightAround(overlapping(true));
}

//! The regions share no pixel, but the kernel reaches from the one into the other.
TEST(Clconv_Overlap, filtersARegionBesideTheOneItReads)
{
    static const int shifts[][2] = {{41, 0}, {-41, 0}, {0, 33}, {0, -33}, {41, 33}, {42, 1}};
    for (int mat = 0; mat < 2; mat++)
        for (size_t i = 0; i < sizeof(shifts) / sizeof(shifts[0]); i++)
        {
            Trial trial = overlapping(mat != 0);
            trial.srcParent = Size(130, 103);
            trial.srcOrigin = Point(43, 34);
            trial.dstOrigin = trial.srcOrigin + Point(shifts[i][0], shifts[i][1]);
            EXPECT_TRUE(right(trial));
            trial.border |= BORDER_ISOLATED;
            EXPECT_TRUE(right(trial));
        }
}

//! WRAP and REFLECT read from the parent's far side, wherever the regions stand.
TEST(Clconv_Overlap, filtersARegionThatABorderReadsFromFarAway)
{
    Trial trial = overlapping(false);
    trial.border = BORDER_WRAP;
    trial.srcOrigin = Point(0, 0);
    trial.dstOrigin = Point(66, 50);
    EXPECT_TRUE(right(trial));
    RNG rng(2);
    trial.kernel = randomKernel(Size(101, 5), CV_8U, CV_8U, Coefficients::Random, rng);
    trial.border = BORDER_REFLECT;
    trial.anchor = Point(100, 4);
    EXPECT_TRUE(right(trial));
}

class Clconv_OverlapForced : public testing::TestWithParam<Variant>
{
};

TEST_P(Clconv_OverlapForced, filtersInPlaceAndOverlapping)
{
    Trial trial = trialFor(GetParam(), CV_8UC1, CV_8U, Size(5, 3), BORDER_REPLICATE);
    trial.size = Size(131, 77);
    trial.srcParent = Size(151, 93);
    trial.srcOrigin = Point(9, 8);
    trial.placement = Placement::InPlace;
    expectRightAlone(GetParam(), trial);
    trial.placement = Placement::Overlap;
    trial.dstOrigin = Point(10, 10);
    expectRightAlone(GetParam(), trial);
    trial.dstOrigin = Point(8, 7);
    expectRightAlone(GetParam(), trial);
}

CLCONV_INSTANTIATE(All, Clconv_OverlapForced, testing::ValuesIn(variants()));

} // namespace
} // namespace opencv_test
