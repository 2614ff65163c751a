// SPDX-License-Identifier: Apache-2.0
//
// The parameters of a plan if nothing is forced: what they depend on, and how many programs this makes.

#include "support/fake_devices.hpp"

#include <set>

namespace opencv_test { namespace {

using clconv::Plan;
using clconv::Problem;

//! Loading single floats four apart costs a memory transaction each.
TEST(Clconv_Plan, takesPairsOfFloatsWhereRowsAreNotAligned)
{
    Problem problem = problemOf(CV_32F, CV_32F, 1, Size(5, 5), Size(7680, 4320));
    EXPECT_EQ(4, planFor(problem, nvidiaCard()).params.at("PX"));
    for (int alignment : {8, 4})
    {
        problem.rowAlignment = alignment;
        EXPECT_EQ(2, planFor(problem, nvidiaCard()).params.at("PX")) << alignment;
    }
}

//! A packed store writes whole words, which two pixels of one or three bytes do not fill.
TEST(Clconv_Plan, packsBytesWhereRowsAreUnaligned)
{
    const auto optionsOf = [](int channels, Size kernel, int alignment)
    {
        Problem problem = problemOf(CV_8U, CV_8U, channels, kernel);
        problem.slices = 3;
        problem.rowAlignment = alignment;
        return planFor(problem, nvidiaCard()).options.text() + " ";
    };
    const auto has = [](const std::string& options, const char* define)
    { return options.find(std::string("-D ") + define + " ") != std::string::npos; };
    for (int channels = 1; channels <= 4; channels++)
        for (int side : {3, 9})
        {
            const std::string unaligned = optionsOf(channels, Size(side, side), 1);
            EXPECT_TRUE(has(unaligned, "UNALIGNED_STORE=1")) << unaligned;
            EXPECT_EQ(side == 9 && channels % 2 == 1, has(unaligned, "SHUFFLE_PAIRS=1")) << unaligned;
            EXPECT_TRUE(has(optionsOf(channels, Size(side, side), 16), "UNALIGNED_STORE=0"));
        }
}

TEST(Clconv_Plan, addsRoundedProductsWhereTheDeviceHasNoFusedMultiplyAdd)
{
    clconv::DeviceTraits device = cpuDevice();
    for (bool fma : {true, false})
    {
        device.fma = fma;
        const std::string options = planFor(problemOf(CV_8U, CV_8U, 1, Size(3, 3)), device).options.text();
        EXPECT_EQ(fma, options.find("-D NO_FMA=1") == std::string::npos) << options;
    }
}

//! Compilers for other GPUs copy such a struct to the private memory of each work-item.
TEST(Clconv_Plan, passesCoefficientsByValueOnNvidiaAndCpusAlone)
{
    using clconv::CoefficientSpace;
    const auto spaceOn = [](const clconv::DeviceTraits& device)
    { return planFor(problemOf(CV_8U, CV_8U, 1, Size(5, 5)), device).space; };
    EXPECT_EQ(CoefficientSpace::Value, spaceOn(nvidiaCard()));
    EXPECT_EQ(CoefficientSpace::Value, spaceOn(olderNvidiaCard()));
    EXPECT_EQ(CoefficientSpace::Value, spaceOn(cpuDevice()));
    for (const clconv::DeviceTraits& device : {intelGraphics(), amdCard(), maliPhone()})
        EXPECT_EQ(CoefficientSpace::Constant, spaceOn(device)) << device.name;
}

//! With larger tiles, Intel's compiler spills and AMD's GPUs have only one wave.
TEST(Clconv_Plan, givesOtherGpusAtMost64SumsAWorkItem)
{
    for (const clconv::DeviceTraits& device : {intelGraphics(), amdCard(), maliPhone()})
        for (int depth : {CV_8U, CV_16U, CV_32F})
            for (int channels = 1; channels <= 4; channels++)
                for (int side = 3; side <= 31; side += 2)
                {
                    const clconv::Problem problem = problemOf(depth, depth, channels, Size(side, side));
                    const clconv::Params params =
                        clconv::makePlan(problem, device, clconv::parseForce("direct")).params;
                    EXPECT_GE(64, params.at("PX") * params.at("ROWS")) << device.name << " " << side;
                }
}

//! On NVIDIA's GPUs unsigned integers of 8 and 16 bits enter float sums without conversion.
TEST(Clconv_Plan, usesDenormOperandsWhereTheyAreExact)
{
    const auto layoutOf = [](int srcDepth, int dstDepth, const clconv::DeviceTraits& device)
    {
        const Plan plan =
            clconv::makePlan(problemOf(srcDepth, dstDepth, 1, Size(3, 3)), device, clconv::parseForce("direct"));
        EXPECT_EQ("direct", nameOf(plan));
        const bool denormTaps = plan.layout.kind != clconv::CoefficientKind::Full;
        EXPECT_NE(std::string::npos,
                  plan.options.text().find(denormTaps ? "-D DENORM_OPERANDS=1" : "-D DENORM_OPERANDS=0"));
        if (plan.space == clconv::CoefficientSpace::Value)
        {
            EXPECT_NE(std::string::npos,
                      plan.options.text().find(denormTaps ? "-D COEFFICIENT_COUNT=10" : "-D COEFFICIENT_COUNT=9"));
        }
        EXPECT_EQ(denormTaps ? CV_ELEM_SIZE1(srcDepth) * 8 : 0, plan.layout.number);
        return plan.layout.kind;
    };
    EXPECT_EQ(clconv::CoefficientKind::Denorm, layoutOf(CV_8U, CV_8U, nvidiaCard()));
    EXPECT_EQ(clconv::CoefficientKind::Full, layoutOf(CV_8U, CV_32F, nvidiaCard()));
    EXPECT_EQ(clconv::CoefficientKind::Denorm, layoutOf(CV_16U, CV_16S, nvidiaCard()));
    EXPECT_EQ(clconv::CoefficientKind::Full, layoutOf(CV_8S, CV_8S, nvidiaCard()));
    EXPECT_EQ(clconv::CoefficientKind::Full, layoutOf(CV_8U, CV_64F, nvidiaCard()));
    EXPECT_EQ(clconv::CoefficientKind::Full, layoutOf(CV_8U, CV_8U, cpuDevice()));
    EXPECT_EQ(clconv::CoefficientKind::Full, layoutOf(CV_8U, CV_8U, intelGraphics()));
}

//! In two passes, integers become denormal operands if each would be converted many times.
TEST(Clconv_Plan, usesDenormOperandsInTwoPassesFromSomeRowsOn)
{
    const auto usesDenorms = [](int depth, int channels, int side)
    {
        Problem problem = problemOf(depth, depth, channels, Size(side, side));
        problem.rank = 1;
        problem.size = problem.readable = Size(7680, 4320);
        const Plan plan = clconv::makePlan(problem, h200(), clconv::parseForce("separable"));
        EXPECT_EQ("separable", nameOf(plan));
        return plan.options.text().find("-D DENORM_OPERANDS=1") != std::string::npos;
    };
    EXPECT_TRUE(usesDenorms(CV_8U, 1, 5));
    EXPECT_FALSE(usesDenorms(CV_8U, 4, 7));
    EXPECT_TRUE(usesDenorms(CV_8U, 4, 9));
    EXPECT_FALSE(usesDenorms(CV_16U, 1, 15));
    EXPECT_TRUE(usesDenorms(CV_16U, 1, 31));
}

//! With one channel `direct` needs no conversions and is faster up to 29 taps, or 24 of one slice; other 8-bit images
//! use matrix units from 20 taps on.
TEST(Clconv_Plan, leavesFewTapsOfOneChannelToDirect)
{
    const auto runs = [](int srcDepth, int dstDepth, int channels, Size kernel, int slices = 3)
    {
        Problem problem = problemOf(srcDepth, dstDepth, channels, kernel);
        problem.slices = slices;
        problem.size = problem.readable = Size(7680, 4320);
        return nameOf(planFor(problem, h200()));
    };
    EXPECT_EQ("direct", runs(CV_8U, CV_8U, 1, Size(5, 5)));
    EXPECT_EQ("mma", runs(CV_8U, CV_8U, 1, Size(6, 5)));
    EXPECT_EQ("mma", runs(CV_8U, CV_8U, 3, Size(5, 5)));
    EXPECT_EQ("mma", runs(CV_8U, CV_32F, 1, Size(5, 5)));
    EXPECT_EQ("direct", runs(CV_8U, CV_8U, 1, Size(5, 5), 2));
    EXPECT_EQ("mma", runs(CV_8U, CV_8U, 1, Size(5, 5), 1));
    EXPECT_EQ("direct", runs(CV_8U, CV_8U, 1, Size(6, 4), 1));
}

//! One slice needs a third of the matrix products; fewer taps fill them, and with more taps they are faster.
TEST(Clconv_Plan, takesMatrixUnitsForMoreFiltersOfOneSlice)
{
    const auto runs = [](int channels, Size kernel, int slices, Size size = Size(7680, 4320))
    {
        Problem problem = problemOf(CV_8U, CV_8U, channels, kernel, size);
        problem.fourier = true;
        problem.slices = slices;
        return nameOf(planFor(problem, h200()));
    };
    for (int channels = 1; channels <= 4; channels++)
    {
        EXPECT_EQ("direct", runs(channels, Size(3, 30), 3));
        EXPECT_EQ("mma", runs(channels, Size(3, 30), 1));
        EXPECT_EQ("direct", runs(channels, Size(1, 40), 1));
        for (int slices : {2, 3})
        {
            EXPECT_EQ("mma", runs(channels, Size(25, 25), slices));
            EXPECT_EQ("fft", runs(channels, Size(25, 26), slices));
            EXPECT_EQ("fft", runs(channels, Size(26, 25), slices));
            EXPECT_EQ("fft", runs(channels, Size(21, 21), slices, Size(1920, 1080)));
        }
        for (Size kernel : {Size(21, 21), Size(21, 31), Size(31, 31), Size(49, 49)})
            EXPECT_EQ("mma", runs(channels, kernel, 1));
        EXPECT_EQ("fft_large", runs(channels, Size(51, 51), 1));
    }
    EXPECT_EQ("fft", runs(5, Size(21, 21), 1)) << "more channels than mma takes";
}

//! A small image is divided into many work-items with small tiles.
TEST(Clconv_Plan, takesLessAWorkItemWhereTheImageIsSmall)
{
    const auto rowsOf = [](Size size)
    {
        Problem problem = problemOf(CV_32F, CV_32F, 1, Size(9, 9), size);
        problem.rank = 1;
        const Plan plan = planFor(problem, nvidiaCard());
        EXPECT_EQ("separable", nameOf(plan));
        return plan.params.at("ROWS");
    };
    EXPECT_EQ(8, rowsOf(Size(7680, 4320)));
    EXPECT_LT(rowsOf(Size(640, 480)), rowsOf(Size(1920, 1080)));
}

//! Twelve scalars for filters of many taps, if rows are aligned for vectors.
TEST(Clconv_Plan, takesTwelveScalarsForManyTaps)
{
    const auto pxOf = [](int depth, int channels, int alignment)
    {
        Problem problem = problemOf(depth, depth, channels, Size(15, 15), Size(7680, 4320));
        problem.rowAlignment = alignment;
        return planFor(problem, nvidiaCard()).params.at("PX");
    };
    EXPECT_EQ(12, pxOf(CV_32F, 1, 16));
    EXPECT_EQ(12, pxOf(CV_32F, 4, 16));
    EXPECT_EQ(12, pxOf(CV_16U, 1, 4));
    EXPECT_EQ(8, pxOf(CV_32F, 1, 8));
    EXPECT_EQ(8, pxOf(CV_32F, 4, 4));
}

//! 31x31 of four floats at VGA took 296 us with two scalars of five rows, 250 with four (NVIDIA H200).
TEST(Clconv_Plan, keepsFiveRowsToTwelveScalars)
{
    clconv::DeviceTraits h200 = nvidiaCard();
    h200.computeUnits = 132;
    const auto shapeOf = [&](Size size)
    {
        const Plan plan = planFor(problemOf(CV_32F, CV_32F, 4, Size(31, 31), size), h200);
        return std::make_pair(plan.params.at("PX"), plan.params.at("ROWS"));
    };
    EXPECT_EQ(std::make_pair(12, 5), shapeOf(Size(3840, 2160)));
    EXPECT_EQ(std::make_pair(2, 4), shapeOf(Size(640, 480)));
}

//! Shapes measured as the fastest on an H200 for images of several sizes (docs/performance.md).
TEST(Clconv_Plan, takesGroupsAndTilesByTheImage)
{
    const Size vga(640, 480), hd(1920, 1080), uhd(3840, 2160), large(7680, 4320);
    const auto param = [](int depth, int channels, int side, Size size, const char* name, int alignment = 16)
    {
        Problem problem = problemOf(depth, depth, channels, Size(side, side), size);
        problem.slices = depth == CV_8U ? 3 : 0;
        problem.rowAlignment = alignment;
        return planFor(problem, h200()).params.at(name);
    };
    EXPECT_EQ(4, param(CV_8U, 1, 3, large, "WG_Y"));
    EXPECT_EQ(2, param(CV_8U, 1, 3, uhd, "WG_Y"));
    EXPECT_EQ(2, param(CV_8U, 1, 3, hd, "WG_Y"));
    EXPECT_EQ(1, param(CV_32F, 4, 7, vga, "PX")) << "neighbours share single scalars' windows enough";
    EXPECT_EQ(2, param(CV_32F, 4, 7, hd, "PX"));
    EXPECT_EQ(8, param(CV_8U, 4, 3, large, "PX"));
    EXPECT_EQ(4, param(CV_8U, 4, 3, large, "PX", 4));
    EXPECT_EQ(6, param(CV_8U, 3, 7, uhd, "ROWS"));
    EXPECT_EQ(2, param(CV_8U, 3, 7, hd, "ROWS"));
    EXPECT_EQ(2, param(CV_8U, 4, 5, hd, "ROWS"));
    for (Size size : {vga, hd, uhd, large})
    {
        for (int side : {11, 13, 15}) // with sparse products
            EXPECT_EQ(size == vga ? 1 : 3, param(CV_8U, 4, side, size, "ROWS"));
        EXPECT_EQ(6, param(CV_8U, 4, 19, size, "ROWS")) << "blocks of two rows";
        EXPECT_EQ(3, param(CV_8U, 4, 27, size, "ROWS")) << "too wide for these, and to be filtered in pairs of rows";
    }
    EXPECT_EQ(7, param(CV_8U, 1, 15, large, "ROWS"));
    EXPECT_EQ(3, param(CV_8U, 1, 15, hd, "ROWS"));
    EXPECT_EQ(4, param(CV_8U, 3, 15, hd, "ROWS"));
    EXPECT_EQ(4, param(CV_8U, 4, 17, large, "ROWS"));
}

//! One slice has a third of the products, which then no longer dominate the time.
TEST(Clconv_Plan, takesSparseProductsOfTwoAndThreeSlices)
{
    for (int slices = 1; slices <= clconv::maxSlices; slices++)
        for (int columns : {7, 9, 10, 13, 16, 17, 31})
        {
            Problem problem = problemOf(CV_8U, CV_8U, 3, Size(columns, 9));
            problem.slices = slices;
            const Plan plan = planFor(problem, h200());
            ASSERT_EQ("mma", nameOf(plan));
            const bool sparse = slices > 1 && columns >= 10 && columns <= 16;
            EXPECT_EQ(sparse, plan.params.at("SPARSE") != 0) << columns << " columns, " << slices << " slices";
            EXPECT_EQ(sparse, plan.options.text().find("-D SPARSE=1") != std::string::npos);
        }
}

TEST(Clconv_Plan, prefetchesForTallFloatsOnly)
{
    const auto distanceOf = [](int depth, int rows)
    {
        Problem problem = problemOf(depth, depth, 1, Size(rows, rows));
        problem.rank = 1;
        const Plan plan = planFor(problem, nvidiaCard());
        EXPECT_EQ("separable", nameOf(plan));
        return plan.params.at("PREFETCH");
    };
    EXPECT_LT(0, distanceOf(CV_32F, 31));
    EXPECT_EQ(0, distanceOf(CV_32F, 15));
    EXPECT_EQ(0, distanceOf(CV_8U, 31));
}

//! The options of all plans for images of 16 to 16384 columns.
std::set<std::string> programsOf(const Problem& like, const clconv::DeviceTraits& device)
{
    std::set<std::string> programs;
    for (int width = 16; width <= 16384; width += width / 4)
    {
        Problem problem = like;
        problem.size = problem.readable = Size(width, width / 2 + 1);
        const Plan plan = clconv::makePlan(problem, device, clconv::Force());
        programs.insert(std::string(plan.impl->name) + " " + plan.options.text());
    }
    return programs;
}

TEST(Clconv_Plan, imagesTooSmallForTheDeviceShareFewPrograms)
{
    const clconv::DeviceTraits device = h200();
    size_t maxCount = 0;
    for (int depth : {CV_8U, CV_16U, CV_32F})
        for (int channels = 1; channels <= 4; channels++)
            for (int side : {3, 5, 7, 9, 15, 31})
                for (bool separable : {false, true})
                {
                    Problem problem = problemOf(depth, depth, channels, Size(side, side));
                    problem.rank = separable;
                    problem.slices = depth == CV_8U ? 3 : 0;
                    const size_t count = programsOf(problem, device).size();
                    EXPECT_LE(count, 7u) << depth << ", " << channels << " channels, " << side
                                         << (separable ? ", separable" : "");
                    maxCount = std::max(maxCount, count);
                }
    EXPECT_EQ(7u, maxCount); // as in docs/design.md
}

}} // namespace opencv_test
