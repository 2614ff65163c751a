// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// One small run of each implementation, to be run alone in a simulator that finds invalid accesses and data races
// (./dev oclgrind). An odd size, so that every block has an edge.

#include "variants.hpp"

namespace opencv_test
{
namespace
{

void simulate(size_t number)
{
    const Variant variant = variants()[number];
    if (variant.image && !ocl::Device::getDefault().imageSupport())
        CLCONV_SKIP("the device has no images");
    static const int types[] = {CV_8UC1, CV_32FC1};
    for (int i = 0; i < 2; i++)
    {
        Trial trial = trialFor(variant, types[i], -1, Size(5, 3), BORDER_REFLECT_101);
        trial.ddepth = -1;
        RNG rng(3);
        trial.kernel = randomKernel(Size(5, 3), CV_MAT_DEPTH(types[i]), CV_MAT_DEPTH(types[i]),
                                    variant.factored ? Coefficients::OuterProduct : Coefficients::Random, rng);
        trial.size = Size(19, 13);
        EXPECT_TRUE(right(trial, variant.name));
        trial.srcParent = Size(27, 22);
        trial.srcOrigin = Point(8, 9);
        trial.dstParent = Size(23, 17);
        trial.dstOrigin = Point(4, 4);
        trial.anchor = Point(4, 2);
        EXPECT_TRUE(right(trial, variant.name));
    }
}

TEST(Clconv_Oclgrind, reference)
{
    simulate(0);
}

TEST(Clconv_Oclgrind, direct)
{
    simulate(1);
}

TEST(Clconv_Oclgrind, localWithFillOne)
{
    simulate(2);
}

TEST(Clconv_Oclgrind, localWithFillZero)
{
    simulate(3);
}

TEST(Clconv_Oclgrind, imageOverABuffer)
{
    simulate(4);
}

TEST(Clconv_Oclgrind, imageOfTwoDimensions)
{
    simulate(5);
}

TEST(Clconv_Oclgrind, imageThroughASampler)
{
    simulate(6);
}

TEST(Clconv_Oclgrind, separable)
{
    simulate(7);
}

TEST(Clconv_Oclgrind, cpu)
{
    simulate(8);
}

TEST(Clconv_Oclgrind, cpuSeparable)
{
    simulate(9);
}

} // namespace
} // namespace opencv_test
