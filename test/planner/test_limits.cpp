// SPDX-License-Identifier: Apache-2.0
//
// Images and kernels so large that 32-bit coordinates would overflow.

#include "support/fake_devices.hpp"

#include <climits>

namespace opencv_test { namespace {

using clconv::Problem;

bool runs(Size size, int channels = 1, Size kernel = Size(3, 3))
{
    Problem problem = problemOf(CV_8U, CV_8U, channels, kernel, size);
    problem.wideIndex = true;
    return planFor(problem, nvidiaCard()).impl != nullptr;
}

//! Borders that reflect count up to twice an image's length (kernels/common/border.cl).
TEST(Clconv_Plan, refusesImagesWhoseDoubleLengthOverflows)
{
    EXPECT_TRUE(runs(Size((1 << 30) - 1, 2)));
    EXPECT_FALSE(runs(Size(1 << 30, 2)));
    EXPECT_TRUE(runs(Size(2, (1 << 30) - 1)));
    EXPECT_FALSE(runs(Size(2, 1 << 30)));
}

TEST(Clconv_Plan, refusesRowsThatOverflowWithAGroupBeyondTheEdge)
{
    const int maxWidth = INT_MAX / 3; // pixels of three channels
    EXPECT_TRUE(runs(Size(maxWidth - 10000, 2), 3));
    EXPECT_FALSE(runs(Size(maxWidth - 1000, 2), 3));
}

TEST(Clconv_Plan, refusesKernelsOfMoreTapsThan32BitsCount)
{
    EXPECT_TRUE(runs(Size(7, 7), 1, Size(46340, 46340)));
    EXPECT_FALSE(runs(Size(7, 7), 1, Size(46341, 46341)));
    EXPECT_FALSE(runs(Size(7, 7), 1, Size(65536, 65536)));
    EXPECT_EQ(int64(1) << 32, problemOf(CV_8U, CV_8U, 1, Size(65536, 65536)).taps());
}

}} // namespace opencv_test
