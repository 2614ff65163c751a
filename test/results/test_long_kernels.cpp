// SPDX-License-Identifier: Apache-2.0
//
// Kernels just below and just above the length up to which the programs for CPU devices are unrolled.

#include "support/test_precomp.hpp"

namespace opencv_test { namespace {

TEST(Clconv_LongKernels, areRightWhereLoopsAreRolled)
{
    static const Size sizes[] = {Size(32, 33), Size(33, 32), Size(255, 35)};
    for (Size size : sizes)
    {
        RNG rng(9);
        FilterCase filterCase;
        filterCase.force = "cpu_separable";
        filterCase.kernel = randomKernel(size, CV_8U, CV_8U, Coefficients::OuterProduct, rng);
        filterCase.anchor = Point(size.width - 1, size.height / 3);
        filterCase.size = Size(283, 71);
        EXPECT_TRUE(isRight(filterCase, filterCase.force));
    }
}

}} // namespace opencv_test
