// SPDX-License-Identifier: Apache-2.0
//
// The line buffers that the implementations for CPU devices keep on a thread's stack.

#include "support/fake_devices.hpp"

namespace opencv_test { namespace {

using clconv::Plan;
using clconv::Problem;

//! Bytes of ACC_T arrays that kernels/cpu/cpu.cl and cpu_separable.cl declare.
size_t arrayBytes(const Problem& problem, const Plan& plan)
{
    const size_t block = size_t(plan.params.at("BLOCK"));
    const size_t halo = size_t(problem.filterSize.width - 1) * size_t(problem.channels);
    const size_t lines = size_t(plan.params.at("ROWS")) + size_t(problem.filterSize.height) - 1;
    const size_t scalars = nameOf(plan) == "cpu_separable" ? lines * block + block + halo : lines * (block + halo);
    return scalars * problem.accSize();
}

TEST(Clconv_PrivateMemory, staysOnAThreadsStack)
{
    static const int lengths[] = {1, 3, 31, 101, 255, 501, 1001, 4001, 40001, 400001, 1000001};
    const size_t maxBytes = 1 << 20;
    for (int w : lengths)
        for (int h : lengths)
            for (int cn = 1; cn <= 16; cn += 5)
                for (int separable = 0; separable < 2; separable++)
                {
                    Problem problem = problemOf(CV_32F, cn == 1 ? CV_64F : CV_32F, cn, Size(w, h));
                    problem.rank = separable != 0;
                    for (problem.filterCount = 1; problem.filterCount < 6; problem.filterCount++)
                    {
                        const Plan plan = planFor(problem, cpuDevice());
                        if (plan.impl && nameOf(plan) != "reference")
                        {
                            EXPECT_LE(arrayBytes(problem, plan), maxBytes) << nameOf(plan) << ' ' << problem.filterSize;
                        }
                    }
                }
}

//! If lines have fewer scalars, more lines fit.
TEST(Clconv_PrivateMemory, tallKernelsGetShorterLines)
{
    Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 1201));
    EXPECT_EQ("cpu", nameOf(planFor(problem, cpuDevice())));
    problem.rank = 1;
    EXPECT_EQ("cpu_separable", nameOf(planFor(problem, cpuDevice())));
}

TEST(Clconv_PrivateMemory, holdsTheLineOfAWideOuterProduct)
{
    const int taps = 1 << 21; // a line takes 8 MiB
    const Mat wide(1, taps, CV_32F, Scalar(1)), tall(2, 1, CV_32F, Scalar(1));
    const UMat src(5, 7, CV_8UC1, Scalar(8));
    UMat dst;
    clconv::sepFilter2D(src, dst, -1, wide, tall, Point(taps / 2, 0), 0, BORDER_CONSTANT);
    Mat expected(5, 7, CV_8U, Scalar(7 * 8 * 2)); // all 7 columns of two rows
    expected.row(4).setTo(Scalar(7 * 8));
    EXPECT_EQ(0, cv::norm(dst, expected, NORM_INF));
}

}} // namespace opencv_test
