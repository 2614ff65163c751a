// SPDX-License-Identifier: Apache-2.0
//
// When filters run by Fourier transforms, on fake devices.

#include "support/fake_devices.hpp"

#include "coefficients/fft/spectrum.hpp"

namespace opencv_test { namespace {

clconv::Problem transformable(int depth, int channels, int ksize, Size size)
{
    clconv::Problem problem = problemOf(depth, depth, channels, Size(ksize, ksize), size);
    problem.fourier = true;
    problem.slices = depth <= CV_8S ? 3 : 0;
    return problem;
}

std::string chosen(int depth, int channels, int ksize, Size size, const clconv::DeviceTraits& traits)
{
    return nameOf(planFor(transformable(depth, channels, ksize, size), traits));
}

const Size vga(640, 480), fullHd(1920, 1080), large(7680, 4320);

TEST(Clconv_FftPlan, beginsAtFewerTapsOnLargerImages)
{
    const clconv::DeviceTraits device = h200();
    EXPECT_EQ("direct", chosen(CV_32F, 1, 11, large, device));
    EXPECT_EQ("fft", chosen(CV_32F, 1, 13, large, device));
    EXPECT_EQ("direct", chosen(CV_32F, 1, 11, fullHd, device));
    EXPECT_EQ("fft", chosen(CV_32F, 1, 15, fullHd, device));
    EXPECT_EQ("direct", chosen(CV_16U, 1, 15, vga, device));
    EXPECT_EQ("fft", chosen(CV_16U, 1, 21, vga, device));
}

TEST(Clconv_FftPlan, leavesBytesToMatrixUnitsForLonger)
{
    EXPECT_EQ("mma", chosen(CV_8U, 1, 15, large, h200()));
    EXPECT_EQ("mma", chosen(CV_8U, 1, 25, large, h200()));
    EXPECT_EQ("fft", chosen(CV_8U, 1, 26, large, h200()));
    EXPECT_EQ("fft", chosen(CV_8U, 1, 21, fullHd, h200()));
    EXPECT_EQ("fft", chosen(CV_8U, 1, 15, large, olderNvidiaCard()));
}

TEST(Clconv_FftPlan, runsOnAnyGpuWithEnoughLocalMemory)
{
    EXPECT_EQ("fft", chosen(CV_32F, 1, 31, fullHd, intelGraphics()));
    EXPECT_EQ("fft_large", chosen(CV_32F, 3, 101, fullHd, amdCard()));
    EXPECT_NE("fft", chosen(CV_32F, 1, 31, fullHd, maliPhone()));
    EXPECT_EQ("cpu_fft", chosen(CV_32F, 1, 31, fullHd, cpuDevice()));
}

TEST(Clconv_FftPlan, onCpuDevicesTakesTilesByTheFilter)
{
    EXPECT_EQ("cpu", chosen(CV_32F, 1, 15, fullHd, cpuDevice()));
    int last = 0;
    for (int ksize : {17, 31, 63, 101, 193})
    {
        const clconv::Plan plan = planFor(transformable(CV_8U, 3, ksize, fullHd), cpuDevice());
        ASSERT_EQ("cpu_fft", nameOf(plan)) << ksize;
        EXPECT_GE(plan.params.at("TILE"), last);
        last = plan.params.at("TILE");
    }
    EXPECT_EQ(256, last);
    EXPECT_NE("cpu_fft", chosen(CV_8U, 3, 194, fullHd, cpuDevice()));
    EXPECT_NE("cpu_fft", chosen(CV_64F, 1, 31, fullHd, cpuDevice()));
    for (int ksize : {55, 40, 17}) // for a small image one tile, of a size that leaves outputs
    {
        const clconv::Plan plan = planFor(transformable(CV_32F, 1, ksize, Size(10, 10)), cpuDevice());
        ASSERT_EQ("cpu_fft", nameOf(plan));
        EXPECT_EQ(ksize > 49 ? 128 : 64, plan.params.at("TILE")) << ksize;
    }
    EXPECT_NE("cpu_fft", chosen(CV_8U, 17, 31, fullHd, cpuDevice()));
    const clconv::Problem onGpu = transformable(CV_8U, 3, 31, fullHd);
    EXPECT_EQ("the device is no CPU", verdictOf(planFor(onGpu, h200()), "cpu_fft").reason);
    EXPECT_EQ("the device is no CPU: private memory would not hold a tile",
              verdictOf(clconv::makePlan(onGpu, h200(), clconv::parseForce("cpu_fft")), "cpu_fft").reason);
}

TEST(Clconv_FftPlan, runsTheLargestFiltersInSlabs)
{
    EXPECT_EQ("fft", chosen(CV_32F, 4, 31, fullHd, h200()));
    EXPECT_EQ("fft_large", chosen(CV_32F, 4, 41, fullHd, h200()));
    EXPECT_EQ("fft", chosen(CV_8U, 1, 27, large, h200()));
    EXPECT_EQ("fft", chosen(CV_8U, 1, 35, large, h200()));
    EXPECT_EQ("fft_large", chosen(CV_8U, 1, 36, large, h200()));
    EXPECT_EQ("fft_large", chosen(CV_32F, 1, 34, large, h200()));
    EXPECT_EQ("fft_large", chosen(CV_16S, 1, 241, vga, h200()));
    for (int size : {242, 497, 1025})
        EXPECT_EQ("fft_large", chosen(CV_16S, 1, size, vga, h200()));
    EXPECT_EQ("fft", chosen(CV_32F, 17, 101, fullHd, h200()));
}

//! Each pair of slabs has its three launches; as many pairs run at a time as the scratch memory holds.
TEST(Clconv_FftPlan, launchesSlabsInTurn)
{
    for (const char* force : {"fft_large:SCRATCH=1", "fft_large:SCRATCH=64", "fft_large:SCRATCH=4096"})
    {
        const clconv::Plan plan =
            clconv::makePlan(transformable(CV_32F, 1, 63, large), h200(), clconv::parseForce(force));
        ASSERT_EQ("fft_large", nameOf(plan));
        ASSERT_TRUE(plan.repair != nullptr);
        EXPECT_EQ(0u, plan.stages.size() % 3);
        int pairs = 0;
        for (size_t i = 0; i < plan.stages.size(); i += 3)
        {
            EXPECT_EQ(pairs, plan.stages[i].firstPair);
            EXPECT_LE(plan.stages[i].pairs, plan.scratchPairs);
            for (size_t j = 1; j < 3; j++)
                EXPECT_EQ(plan.stages[i].firstPair, plan.stages[i + j].firstPair);
            pairs += plan.stages[i].pairs;
        }
        EXPECT_EQ(12, pairs); // 23 slabs of 194 rows
    }
}

//! Small images take a larger tile only if the filter leaves few outputs of smaller ones.
TEST(Clconv_FftPlan, takesTheTileOfTheLeastCost)
{
    const auto tile = [](Size size, int filter)
    { return planFor(transformable(CV_32F, 1, filter, size), h200()).params.at("TILE"); };
    EXPECT_EQ(256, tile(fullHd, 63));
    EXPECT_EQ(256, tile(fullHd, 101));
    EXPECT_EQ(512, tile(fullHd, 201));
    EXPECT_EQ(256, tile(large, 101));
    EXPECT_EQ(1024, tile(large, 201));
    EXPECT_EQ(1024, tile(large, 257));
    EXPECT_EQ(2048, tile(large, 1025));
}

//! Neither register caps nor a small buffer exclude fft_large: another cap or a smaller tile is left.
TEST(Clconv_FftPlan, takesWhatTheDeviceAllows)
{
    EXPECT_EQ("fft_large", chosen(CV_32F, 5, 1100, fullHd, h200()));
    EXPECT_EQ("fft_large", chosen(CV_32F, 9, 257, large, h200()));
    clconv::DeviceTraits device = h200();
    const clconv::Problem problem = transformable(CV_32F, 1, 257, large);
    ASSERT_EQ(1024, planFor(problem, device).params.at("TILE"));
    device.maxBufferBytes = 128 << 20;
    const clconv::Plan plan = planFor(problem, device);
    EXPECT_EQ(512, plan.params.at("TILE"));
    device.maxBufferBytes = 16 << 20;
    EXPECT_NE("fft_large", nameOf(planFor(problem, device)));
}

//! Where errors vanish when bytes are rounded, nothing is computed once more.
TEST(Clconv_FftPlan, repairsOnlyWhatIsInDoubt)
{
    clconv::Problem problem = transformable(CV_8U, 1, 63, large);
    const clconv::Force force = clconv::parseForce("fft_large");
    EXPECT_NE(nullptr, clconv::makePlan(problem, h200(), force).repair);
    problem.fourierIsCertain = true;
    EXPECT_EQ(nullptr, clconv::makePlan(problem, h200(), force).repair);
}

//! A bit for each pixel of two slabs states whether it is not finite.
TEST(Clconv_FftPlan, keepsWhichPixelsOfFloatsAreNotFinite)
{
    const auto bytes = [](int depth)
    {
        const clconv::Problem problem = transformable(depth, 1, 63, large);
        return clconv::makePlan(problem, h200(), clconv::parseForce("fft_large")).scratchBytes;
    };
    const size_t panels = (7680 + 62 + 15) / 16, pairs = 12;
    EXPECT_EQ(bytes(CV_16U) + pairs * panels * (2 * 4 + 16 * 2 * 256 / 8), bytes(CV_32F));
    EXPECT_EQ(bytes(CV_8U), bytes(CV_16U));
}

TEST(Clconv_FftPlan, comesAfterOuterProducts)
{
    clconv::Problem problem = transformable(CV_32F, 1, 31, large);
    problem.rank = 1;
    EXPECT_EQ("separable", nameOf(planFor(problem, h200())));
}

TEST(Clconv_FftPlan, refusesWhatItWouldRound)
{
    clconv::Problem problem = transformable(CV_16U, 1, 31, large);
    problem.fourier = false;
    EXPECT_EQ("Fourier transforms would not keep this filter's sums exact, or its taps are out of their range",
              verdictOf(planFor(problem, h200()), "fft").reason);
    problem = transformable(CV_64F, 1, 31, large);
    EXPECT_EQ("sums in double", verdictOf(planFor(problem, h200()), "fft").reason);
}

//! One program for all sizes that are not divided into parts, one for all others.
TEST(Clconv_FftPlan, hasTwoPrograms)
{
    std::set<std::string> programs;
    for (int ksize = 11; ksize <= 120; ksize++)
    {
        const clconv::Plan plan =
            clconv::makePlan(transformable(CV_32F, 1, ksize, large), h200(), clconv::parseForce("fft:TILE_COLS=64"));
        EXPECT_EQ("fft", nameOf(plan)) << ksize;
        programs.insert(plan.options.text());
        EXPECT_EQ(ksize <= clconv::fftMaxPartSize ? 1u : 2u, programs.size()) << ksize;
    }
}

//! Wide tiles if a table or a caller names them and the device has the local memory; more than it reports, if that is
//! known to work.
TEST(Clconv_FftPlan, takesWideTilesWhereTheyFit)
{
    const clconv::Problem problem = transformable(CV_32F, 1, 25, large);
    const clconv::Force wide = clconv::parseForce("fft:TILE_COLS=128");
    clconv::DeviceTraits device = h200();
    const auto columns = [&](int depth, int channels, int ksize, Size size)
    { return planFor(transformable(depth, channels, ksize, size), device).params.at("TILE_COLS"); };
    EXPECT_EQ(128, columns(CV_32F, 1, 31, large));
    EXPECT_EQ(64, columns(CV_32F, 1, 21, large));
    EXPECT_EQ(64, columns(CV_32F, 1, 25, fullHd));
    EXPECT_EQ(128, columns(CV_8U, 4, 27, large));
    const clconv::Plan plan = clconv::makePlan(problem, device, wide);
    ASSERT_EQ("fft", nameOf(plan));
    EXPECT_EQ(128, plan.params.at("TILE_COLS"));
    EXPECT_EQ(72, plan.params.at("MAX_REGISTERS"));
    EXPECT_EQ(256u, plan.local[0]);
    EXPECT_EQ(size_t((7680 + 103) / 104 * ((4320 + 39) / 40) + 1) / 2 * 256, plan.global[0]);
    EXPECT_GT(plan.localBytes, device.localBytes);
    device.unreportedLocalBytes = 0;
    const clconv::Plan narrow = clconv::makePlan(problem, device, clconv::parseForce("fft"));
    EXPECT_EQ(64, narrow.params.at("TILE_COLS"));
    EXPECT_LE(narrow.localBytes, device.localBytes);
    EXPECT_EQ("76288 bytes of local memory per work-group are more than the device's 49152",
              verdictOf(clconv::makePlan(problem, device, wide), "fft").reason);
    EXPECT_EQ("too large a filter for tiles of 128x64 in one part",
              verdictOf(clconv::makePlan(transformable(CV_32F, 1, 39, large), h200(), wide), "fft").reason);
    EXPECT_EQ("TILE_COLS=96 is neither 64 nor 128",
              verdictOf(clconv::makePlan(problem, h200(), clconv::parseForce("fft:TILE_COLS=96")), "fft").reason);
}

}} // namespace opencv_test
