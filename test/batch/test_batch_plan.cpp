// SPDX-License-Identifier: Apache-2.0
//
// How batches are planned: by which implementations, and when their images run one by one.

#include "support/fake_devices.hpp"

namespace opencv_test { namespace {

clconv::Problem batchOf(int images, int depth, Size kernel, Size size, int rank = 0)
{
    clconv::Problem p = problemOf(depth, depth, 1, kernel);
    p.size = p.readable = size;
    p.images = images;
    p.rank = rank;
    return p;
}

std::string planned(const clconv::Problem& problem, const clconv::DeviceTraits& traits)
{
    const clconv::Plan plan = clconv::makePlan(problem, traits, clconv::Force());
    return plan.impl ? plan.impl->name : "";
}

TEST(Clconv_BatchPlan, takesKernelsThatFilterBatches)
{
    EXPECT_EQ("direct", planned(batchOf(64, CV_8U, Size(3, 3), Size(64, 64)), nvidiaCard()));
    EXPECT_EQ("separable", planned(batchOf(64, CV_32F, Size(9, 9), Size(64, 64), 1), nvidiaCard()));
    EXPECT_EQ("cpu", planned(batchOf(64, CV_8U, Size(3, 3), Size(64, 64)), cpuDevice()));
    EXPECT_EQ("cpu_separable", planned(batchOf(64, CV_32F, Size(9, 9), Size(64, 64), 1), cpuDevice()));
}

TEST(Clconv_BatchPlan, leavesLargeImagesToTransforms)
{
    clconv::Problem small = batchOf(8, CV_32F, Size(31, 31), Size(64, 64));
    small.fourier = true;
    EXPECT_EQ("direct", planned(small, nvidiaCard()));
    clconv::Problem large = small;
    large.size = large.readable = Size(1920, 1080);
    EXPECT_EQ("", planned(large, nvidiaCard()));
}

//! The program and its parameters must not depend on the size of an image that they support: it is one of many.
TEST(Clconv_BatchPlan, givesOneProgramForAllSizes)
{
    for (const clconv::DeviceTraits& traits : {nvidiaCard(), cpuDevice(), intelGraphics()})
        for (int rank : {0, 1})
            for (const Size& kernel : {Size(3, 3), Size(9, 9), Size(15, 5)})
            {
                const clconv::Problem batch = batchOf(32, CV_32F, kernel, Size(300, 200), rank);
                const clconv::Plan plan = clconv::makePlan(batch, traits, clconv::Force());
                ASSERT_TRUE(plan.impl);
                EXPECT_GT(plan.groupOutputs.area(), 0);
                for (const Size& size : {Size(1, 1), Size(17, 3), Size(64, 64), Size(299, 200)})
                {
                    clconv::Problem one = batch;
                    one.size = one.readable = size;
                    if (!plan.impl->unsupported(one, traits, plan.params).empty())
                        continue;
                    clconv::Plan other;
                    other.options = clconv::commonOptions(one);
                    other.impl = plan.impl;
                    plan.impl->configure(one, traits, plan.params, other);
                    EXPECT_EQ(plan.groupOutputs, other.groupOutputs);
                    EXPECT_EQ(other.local[0] * ((size_t(one.rowScalars()) + size_t(other.groupOutputs.width) - 1) /
                                                size_t(other.groupOutputs.width)),
                              other.global[0]);
                    const clconv::BuildOptions same = [&]()
                    {
                        clconv::Plan again;
                        again.options = clconv::commonOptions(batch);
                        plan.impl->configure(batch, traits, plan.params, again);
                        return again.options;
                    }();
                    EXPECT_EQ(same.text(), other.options.text()) << plan.impl->name << " " << size;
                }
            }
}

TEST(Clconv_BatchPlan, fitsTheArgumentsOfTheDevice)
{
    for (size_t bytes : {size_t(1024), size_t(4352)})
    {
        clconv::DeviceTraits traits = nvidiaCard();
        traits.parameterBytes = bytes;
        const clconv::Plan plan =
            clconv::makePlan(batchOf(64, CV_8U, Size(3, 3), Size(64, 64)), traits, clconv::Force());
        ASSERT_TRUE(plan.impl);
        EXPECT_EQ(bytes > 4096 ? 64 : 32, plan.sourceBuffers);
        EXPECT_EQ(plan.sourceBuffers, plan.outputBuffers);
        EXPECT_EQ(clconv::CoefficientSpace::Value, plan.space);
    }
}

TEST(Clconv_BatchPlan, takesAsManyArgumentsAsThereAreBuffers)
{
    for (const clconv::DeviceTraits& traits : {nvidiaCard(), cpuDevice()})
    {
        clconv::Problem batch = batchOf(64, CV_8U, Size(3, 3), Size(64, 64));
        const clconv::Plan several = clconv::makePlan(batch, traits, clconv::Force());
        EXPECT_EQ(1, clconv::batchBuffers(1, traits));
        EXPECT_EQ(8, clconv::batchBuffers(2, traits));
        EXPECT_EQ(8, clconv::batchBuffers(8, traits));
        EXPECT_EQ(clconv::batchBuffers(1000, traits), clconv::batchBuffers(9, traits));
        batch.sourceBuffers = clconv::batchBuffers(1, traits);
        batch.outputBuffers = clconv::batchBuffers(5, traits);
        const clconv::Plan few = clconv::makePlan(batch, traits, clconv::Force());
        ASSERT_TRUE(few.impl);
        EXPECT_EQ(1, few.sourceBuffers);
        EXPECT_EQ(8, few.outputBuffers);
        EXPECT_EQ(several.impl, few.impl);
        EXPECT_EQ(several.params, few.params);
        EXPECT_NE(several.options.text(), few.options.text());
    }
}

}} // namespace opencv_test
