// SPDX-License-Identifier: Apache-2.0
//
// Launches that a device refuses although the plan is supported: another implementation runs, and nothing is thrown.
// ctest covers programs that do not build (no_program_builds, one_program_does_not_build), as they need an
// environment.

#include "cases/variants.hpp"
#include "support/fake_devices.hpp"

#include "dispatch/dispatcher.hpp"

namespace opencv_test { namespace {

//! Few devices have image formats for every depth and number of channels. OpenCV reports it when it creates the image.
TEST(Clconv_Failures, anImageThatCannotBeMadeThrowsNothing)
{
    for (int depth : {CV_8U, CV_32F})
        for (int flat = 0; flat < 2; flat++)
        {
            RNG rng(4);
            FilterCase filterCase;
            filterCase.srcType = CV_MAKETYPE(depth, 2);
            filterCase.ddepth = CV_32F;
            filterCase.kernel = randomKernel(Size(3, 3), depth, CV_32F, Coefficients::Random, rng);
            filterCase.force = flat ? "image:IMAGE_1D=1" : "image:IMAGE_1D=0";
            EXPECT_TRUE(isRight(filterCase));
            EXPECT_TRUE(isRight(filterCase)); // the second call uses the recorded failure
        }
}

TEST(Clconv_Failures, groupsLargerThanTheDevicesThrowNothing)
{
    for (const char* text : {"reference:WG_X=4096,WG_Y=4096", "reference:WG_X=4096,WG_Y=1", "local:WG_X=1024,WG_Y=4",
                             "direct:WG_X=1,WG_Y=1", "separable:WG_X=2,WG_Y=1024", "image:WG_X=3,WG_Y=7"})
    {
        RNG rng(4);
        FilterCase filterCase;
        filterCase.kernel = randomKernel(Size(3, 3), CV_8U, CV_8U, Coefficients::OuterProduct, rng);
        filterCase.force = text;
        EXPECT_TRUE(isRight(filterCase));
    }
}

//! A driver may refuse a program with more local memory than the device reports, which only a launch shows.
TEST(Clconv_Failures, moreLocalMemoryThanReportedIsTriedOnce)
{
    const size_t reported = 48 << 10;
    clconv::DeviceTraits traits = clconv::traitsOf(ocl::Device::getDefault());
    traits.localBytes = reported;
    traits.unreportedLocalBytes = 2 * reported;
    clconv::Dispatcher dispatcher(traits);
    clconv::Problem problem = problemOf(CV_8U, CV_8U, 1, Size(31, 31));
    problem.fourier = true;
    std::vector<clconv::Plan> tried;
    const auto attempt = [&](const clconv::CompiledPlan& compiled)
    {
        tried.push_back(compiled.plan);
        if (compiled.plan.localBytes > reported)
            throw clconv::PlanFailure("refused");
    };
    {
        const clconv::ForceScope force("fft:TILE_COLS=128");
        dispatcher.run(problem, attempt, [] { return clconv::Rehearsal(); });
    }
    ASSERT_EQ(2u, tried.size());
    EXPECT_STREQ("fft", tried[0].impl->name);
    EXPECT_LE(tried[1].localBytes, reported);
    problem.filterSize = Size(21, 21);
    {
        const clconv::ForceScope force("fft:TILE_COLS=128");
        EXPECT_NE(std::string::npos,
                  verdictOf(dispatcher.plan(problem), "fft").reason.find("more than the device's 49152"));
    }
    const clconv::ForceScope force("fft:TILE_COLS=64");
    EXPECT_EQ("fft", nameOf(dispatcher.plan(problem)));
}

}} // namespace opencv_test
