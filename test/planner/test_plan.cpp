// SPDX-License-Identifier: Apache-2.0
//
// What the planner selects and refuses if nothing is forced, on fake devices.

#include "support/fake_devices.hpp"

namespace opencv_test { namespace {

using clconv::Plan;
using clconv::Problem;

TEST(Clconv_Plan, referenceIsLast)
{
    EXPECT_STREQ("reference", clconv::implementations().back()->name);
}

TEST(Clconv_Plan, takesCpuOnACpuDevice)
{
    EXPECT_EQ("cpu", nameOf(planFor(problemOf(CV_8U, CV_8U, 1, Size(5, 5)), cpuDevice())));
    EXPECT_EQ("cpu", nameOf(planFor(problemOf(CV_32F, CV_32F, 3, Size(3, 7)), cpuDevice())));
}

TEST(Clconv_Plan, doesNotTakeCpuOnAGpu)
{
    for (const Problem& problem : manyProblems())
        EXPECT_NE(0u, nameOf(planFor(problem, nvidiaCard())).find("cpu"));
}

TEST(Clconv_Plan, takesSeparableForRankOne)
{
    Problem problem = problemOf(CV_8U, CV_8U, 1, Size(15, 15));
    EXPECT_NE("separable", nameOf(planFor(problem, nvidiaCard())));
    problem.rank = 1;
    EXPECT_EQ("separable", nameOf(planFor(problem, nvidiaCard())));
}

TEST(Clconv_Plan, refusesDoubleWithoutFp64)
{
    for (const Problem& problem : manyProblems())
    {
        const Plan plan = planFor(problem, maliPhone());
        EXPECT_EQ(problem.accDepth() == CV_64F, plan.impl == nullptr) << nameOf(plan);
    }
}

TEST(Clconv_Plan, takesSomethingOnEveryDeviceWithFp64)
{
    const std::vector<clconv::DeviceTraits> devices = fakeDevices();
    const std::vector<Problem> problems = manyProblems();
    for (size_t d = 0; d < devices.size(); d++)
        for (size_t i = 0; i < problems.size() && devices[d].fp64; i++)
        {
            const Plan plan = planFor(problems[i], devices[d]);
            const bool fallback = verdictOf(plan, "cpu").reason.find("Fourier transform") != std::string::npos;
            EXPECT_TRUE(plan.impl != nullptr || fallback) << devices[d].name;
        }
}

//! PoCL splits its loop over work-items at each barrier, and such kernels gave wrong sums twice
//! (docs/install/portability.md).
TEST(Clconv_Plan, takesNoKernelWithBarriersOnACpu)
{
    std::vector<Problem> problems = manyProblems(), banks = manyBanks();
    problems.insert(problems.end(), banks.begin(), banks.end());
    for (const clconv::DeviceTraits& device : allFakeDevices())
    {
        if (!device.cpu)
            continue;
        for (const Problem& problem : problems)
        {
            const Plan plan = planFor(problem, device);
            EXPECT_FALSE(plan.impl && plan.impl->has(clconv::HasBarriers)) << device.name << ", " << nameOf(plan);
        }
    }
}

TEST(Clconv_Plan, holdsWhichKernelsHaveBarriers)
{
    for (const clconv::Implementation* impl : clconv::implementations())
        EXPECT_EQ(std::string(impl->source->programCode).find("barrier(") != std::string::npos,
                  impl->has(clconv::HasBarriers))
            << impl->name;
}

TEST(Clconv_Plan, refusesTileLargerThanLocalMemory)
{
    clconv::DeviceTraits small = maliPhone();
    const Problem problem = problemOf(CV_32F, CV_32F, 1, Size(61, 61));
    small.localBytes = 1 << 10; // a group computes more floats than that
    const Plan plan = clconv::makePlan(problem, small, clconv::parseForce("local"));
    EXPECT_NE("local", nameOf(plan));
    EXPECT_FALSE(verdictOf(plan, "local").taken);
    EXPECT_NE(std::string::npos, verdictOf(plan, "local").reason.find("local memory"))
        << verdictOf(plan, "local").reason;
    small.localBytes = 8 << 10;
    EXPECT_EQ("local", nameOf(clconv::makePlan(problem, small, clconv::parseForce("local"))));
}

TEST(Clconv_Plan, refusesImagesWhereThereAreNone)
{
    const Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    EXPECT_NE("image", nameOf(clconv::makePlan(problem, cardWithoutImages(), clconv::parseForce("image"))));
    EXPECT_EQ("image", nameOf(clconv::makePlan(problem, nvidiaCard(), clconv::parseForce("image"))));
}

TEST(Clconv_Plan, refusesImagesLargerThanTheDevices)
{
    clconv::DeviceTraits t = nvidiaCard();
    const Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5), Size(1921, 1081));
    t.imageMaxWidth = 1920;
    EXPECT_NE("image", nameOf(clconv::makePlan(problem, t, clconv::parseForce("image:IMAGE_1D=0"))));
    t.imageMaxWidth = 1921;
    t.imageMaxHeight = 1080;
    EXPECT_NE("image", nameOf(clconv::makePlan(problem, t, clconv::parseForce("image:IMAGE_1D=0"))));
    t.imageMaxHeight = 1081;
    EXPECT_EQ("image", nameOf(clconv::makePlan(problem, t, clconv::parseForce("image:IMAGE_1D=0"))));
    t.imageMaxBufferPixels = 1921 * 1081 - 1;
    EXPECT_NE("image", nameOf(clconv::makePlan(problem, t, clconv::parseForce("image:IMAGE_1D=1"))));
}

//! Drivers may have CL_RGBA of a depth without CL_R, and other formats over buffers than in 2-D images.
TEST(Clconv_Plan, refusesImagesOfFormatsThatTheDeviceLacks)
{
    clconv::DeviceTraits t = nvidiaCard();
    t.imageFormats.bits &= ~clconv::ImageFormats::bitOf(CV_8U, 1);
    t.bufferImageFormats.bits = clconv::ImageFormats::bitOf(CV_16S, 4);
    for (int channels : {1, 2, 4})
        for (int depth : {CV_8U, CV_16S, CV_32F})
        {
            const Problem problem = problemOf(depth, CV_32F, channels, Size(5, 5));
            const Plan image = clconv::makePlan(problem, t, clconv::parseForce("image:IMAGE_1D=0"));
            const Plan buffer = clconv::makePlan(problem, t, clconv::parseForce("image:IMAGE_1D=1"));
            EXPECT_EQ(depth != CV_8U || channels != 1, nameOf(image) == "image") << depth << 'C' << channels;
            EXPECT_EQ(depth == CV_16S && channels == 4, nameOf(buffer) == "image") << depth << 'C' << channels;
            if (nameOf(image) != "image")
            {
                EXPECT_EQ("the device's images have no format of 1 channels of uchar",
                          verdictOf(image, "image").reason);
            }
        }
    EXPECT_EQ(0u, clconv::ImageFormats::bitOf(CV_8U, 3));
    EXPECT_EQ(0u, clconv::ImageFormats::bitOf(CV_64F, 1));
}

//! If a 2-D image can share the source's buffer and a sampler resolves the border, that is the default.
TEST(Clconv_Plan, readsImagesOverBuffersWithoutASampler)
{
    clconv::DeviceTraits t = nvidiaCard();
    t.imageFromBuffer = true;
    t.imagePitchAlignment = 1;
    Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    problem.border = BORDER_REPLICATE;
    EXPECT_EQ(1, clconv::makePlan(problem, t, clconv::parseForce("image")).params.at("SAMPLER"));
    const Plan plan = clconv::makePlan(problem, t, clconv::parseForce("image:IMAGE_1D=1"));
    EXPECT_EQ("image", nameOf(plan)) << verdictOf(plan, "image").reason;
    EXPECT_EQ(0, plan.params.at("SAMPLER"));
}

TEST(Clconv_Plan, refusesSamplersWhereTheyDoNotDoTheBorder)
{
    Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    for (int border : borderTypes())
    {
        problem.border = border;
        const Plan plan = clconv::makePlan(problem, nvidiaCard(), clconv::parseForce("image:IMAGE_1D=0,SAMPLER=1"));
        EXPECT_EQ(border == BORDER_CONSTANT || border == BORDER_REPLICATE, nameOf(plan) == "image") << border;
    }
}

TEST(Clconv_Plan, takesMatrixUnitsForBytesInFixedPoint)
{
    Problem problem = problemOf(CV_8U, CV_8U, 3, Size(7, 7));
    EXPECT_NE("mma", nameOf(planFor(problem, nvidiaCard())));
    problem.slices = 3;
    EXPECT_EQ("mma", nameOf(planFor(problem, nvidiaCard())));
    clconv::DeviceTraits old = nvidiaCard();
    old.nvidiaCompute = 75;
    EXPECT_NE("mma", nameOf(planFor(problem, old)));
    EXPECT_NE("mma", nameOf(planFor(problem, intelGraphics())));
    static const int unfit[][2] = {{3, 3}, {1, 21}, {2, 25}};
    for (size_t i = 0; i < 3; i++)
    {
        problem.filterSize = Size(unfit[i][0], unfit[i][1]);
        EXPECT_NE("mma", nameOf(planFor(problem, nvidiaCard()))) << problem.filterSize;
    }
    for (int columns : {49, 50, 101, 1001}) // from 50 on in chunks
    {
        problem.filterSize = Size(columns, 3);
        EXPECT_EQ("mma", nameOf(planFor(problem, nvidiaCard()))) << columns;
    }
    const Problem others[] = {problemOf(CV_16U, CV_16U, 1, Size(7, 7)), problemOf(CV_8U, CV_64F, 1, Size(7, 7)),
                              problemOf(CV_8U, CV_8U, 5, Size(7, 7)), problemOf(CV_8U, CV_8U, 1, Size(7, 9999))};
    for (size_t i = 0; i < 4; i++)
    {
        problem = others[i];
        problem.slices = 3;
        EXPECT_NE("mma", nameOf(planFor(problem, nvidiaCard()))) << i;
    }
}

TEST(Clconv_Plan, takesTwoPassesBeforeMatrixUnits)
{
    for (int channels = 1; channels <= 4; channels += 3)
    {
        Problem problem = problemOf(CV_8U, CV_8U, channels, Size(15, 15));
        problem.slices = 3;
        EXPECT_EQ("mma", nameOf(planFor(problem, nvidiaCard())));
        problem.rank = 1;
        EXPECT_EQ("separable", nameOf(planFor(problem, nvidiaCard())));
    }
}

TEST(Clconv_Plan, whatFailedIsRefusedWithItsReason)
{
    const Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    std::map<std::string, std::string> failed;
    std::string first = nameOf(planFor(problem, nvidiaCard()));
    while (first != "none")
    {
        failed[first] = "the compiler of " + first + " had a bad day";
        const Plan plan = clconv::makePlan(problem, nvidiaCard(), clconv::Force(), failed);
        EXPECT_FALSE(verdictOf(plan, first).taken);
        EXPECT_NE(std::string::npos, verdictOf(plan, first).reason.find("a bad day")) << verdictOf(plan, first).reason;
        EXPECT_EQ(0u, failed.count(nameOf(plan)));
        ASSERT_LE(failed.size(), clconv::implementations().size());
        first = nameOf(plan);
    }
    EXPECT_EQ(1u, failed.count("reference"));
}

}} // namespace opencv_test
