// SPDX-License-Identifier: Apache-2.0
//
// Where calls on Mats run, according to the lines of tables and the times in this process.

#include "support/test_precomp.hpp"
#include "support/fake_devices.hpp"
#include "planner/host_plan.hpp"
#include "implementations/parameters.hpp"
#include "tuning/table.hpp"

namespace opencv_test { namespace {

using clconv::MatFunction;

const int unknownGain = 0;

clconv::Problem problemOf(Size size, int channels, bool separable)
{
    const clconv::Layout layout = {CV_MAKETYPE(CV_8U, channels), size, size, Point(), size_t(size.width * channels), 0};
    return clconv::describe(layout, layout, Size(5, 5), Point(2, 2), BORDER_REFLECT_101,
                            clconv::FilterTraits(separable))
        .problem;
}

//! The times of one class; its images have one scalar.
struct MatClock
{
    bool choosesDevice(int gain) const { return times.choosesDevice(clconv::MatClass(), gain); }
    void add(bool device, double seconds) { times.add(clconv::MatClass(), device, seconds); }

    clconv::MatTimes times{1};
};

void add(MatClock& clock, bool device, double seconds, int count)
{
    for (int i = 0; i < count; i++)
        clock.add(device, seconds);
}

TEST(Clconv_MatTimes, tryTheDeviceUntilItsTimeIsKnown)
{
    MatClock clock;
    EXPECT_TRUE(clock.choosesDevice(unknownGain));
    add(clock, false, 1, 1);
    add(clock, true, 5, 2);
    EXPECT_TRUE(clock.choosesDevice(unknownGain));
    add(clock, true, 5, 1);
    EXPECT_FALSE(clock.choosesDevice(unknownGain));
}

TEST(Clconv_MatTimes, chooseTheClearlyFasterAtOnce)
{
    MatClock clock;
    add(clock, false, 1, 1);
    add(clock, true, 0.5, 3);
    EXPECT_TRUE(clock.choosesDevice(unknownGain));
}

//! The first time on the CPU may be long for other reasons.
TEST(Clconv_MatTimes, compareCloseTimesWithMoreOfTheCpu)
{
    MatClock faster, slower;
    for (MatClock* clock : {&faster, &slower})
    {
        add(*clock, false, 1, 1);
        add(*clock, true, 0.9, 3);
        EXPECT_FALSE(clock->choosesDevice(unknownGain));
    }
    add(faster, false, 1, 2);
    EXPECT_TRUE(faster.choosesDevice(unknownGain));
    add(slower, false, 0.8, 2);
    EXPECT_FALSE(slower.choosesDevice(unknownGain));
}

//! The device's first times may have been measured while other programs ran.
TEST(Clconv_MatTimes, tryASlowDeviceAgainAfterManyCalls)
{
    MatClock clock, hopeless;
    add(clock, true, 1.2, 3);
    add(hopeless, true, 3, 3);
    for (MatClock* each : {&clock, &hopeless})
    {
        int tries = 0;
        for (int call = 0; call < 1000; call++)
        {
            const bool device = each->choosesDevice(unknownGain);
            tries += device;
            each->add(device, device ? 0.9 + 3 * (each == &hopeless) : 1);
        }
        if (each == &clock)
            EXPECT_LT(900, tries);
        else
            EXPECT_EQ(0, tries);
    }
}

TEST(Clconv_MatTimes, areComparedForEachScalar)
{
    clconv::MatTimes times(1);
    const clconv::MatClass small(problemOf(Size(1100, 1000), 1, false), MatFunction::Filter2D);
    const clconv::MatClass large(problemOf(Size(1500, 1100), 1, false), MatFunction::Filter2D);
    for (int i = 0; i < 3; i++)
    {
        times.add(small, false, 1);
        times.add(large, true, 1.4);
    }
    EXPECT_TRUE(times.choosesDevice(small, unknownGain));
}

TEST(Clconv_MatTimes, tryTheCpuAgainToo)
{
    MatClock clock;
    add(clock, false, 1, 3);
    int tries = 0;
    for (int call = 0; call < 1000; call++)
    {
        const bool device = clock.choosesDevice(unknownGain);
        tries += !device;
        clock.add(device, device ? 0.9 : 0.5); // other work on the CPU has ended
    }
    EXPECT_LT(900, tries);
}

TEST(Clconv_MatTimes, followATableThatRefuses)
{
    MatClock clock;
    EXPECT_FALSE(clock.choosesDevice(80));
    EXPECT_TRUE(clock.choosesDevice(300));
    add(clock, true, 1, 9);
    EXPECT_TRUE(clock.choosesDevice(300)) << "no time on the CPU";
    EXPECT_FALSE(clock.choosesDevice(unknownGain)) << "one is needed";
    add(clock, false, 0.5, 3);
    EXPECT_FALSE(clock.choosesDevice(300)) << "the process's own times overrule the table";
}

TEST(Clconv_MatTimes, areSharedBySizesUpToAFactorOfTwo)
{
    clconv::MatTimes times(1);
    const auto classOf =
        [](Size size, int channels = 1, bool separable = false, MatFunction function = MatFunction::Filter2D)
    { return clconv::MatClass(problemOf(size, channels, separable), function); };
    const clconv::MatClass first = classOf(Size(1100, 1000));
    for (int i = 0; i < 3; i++)
    {
        times.add(first, false, 1);
        times.add(first, true, 2);
    }
    EXPECT_FALSE(times.choosesDevice(first, unknownGain));
    EXPECT_FALSE(times.choosesDevice(classOf(Size(1500, 1100)), unknownGain));
    EXPECT_TRUE(times.choosesDevice(classOf(Size(2200, 1000)), unknownGain));
    EXPECT_TRUE(times.choosesDevice(classOf(Size(1100, 1000), 1, true), unknownGain));
    EXPECT_TRUE(times.choosesDevice(classOf(Size(366, 1000), 3), unknownGain));
    EXPECT_TRUE(times.choosesDevice(classOf(Size(1100, 1000), 1, false, MatFunction::BoxFilter), unknownGain));
}

//! A line decides by type, size, structure and OpenCV's function.
TEST(Clconv_MatTimes, takeRatiosFromLinesOfTables)
{
    clconv::Tuning tuning;
    tuning.id = -8;
    tuning.tables.push_back(clconv::parseTuning("clconv tuning 1\n"
                                                "cpu | 8U | 1 | 3..5 | separable function=2 | host:GAIN=70\n"
                                                "cpu | 8U | 1 | 3..5 | scalars=1000..* | host:GAIN=250,BAND_KIB=64\n"
                                                "end\n",
                                                "t", clconv::knownParameters()));
    ASSERT_EQ("", tuning.tables[0].error);
    const auto gain = [&](const clconv::Problem& problem, MatFunction function)
    { return clconv::hostParameters(problem, poclDevice(), tuning, &function).gain; };
    EXPECT_EQ(70, gain(problemOf(Size(100, 100), 1, true), MatFunction::GaussianBlur));
    EXPECT_EQ(250, gain(problemOf(Size(100, 100), 1, true), MatFunction::Filter2D));
    const MatFunction filter2D = MatFunction::Filter2D;
    EXPECT_EQ(64, clconv::hostParameters(problemOf(Size(100, 100), 1, true), poclDevice(), tuning, &filter2D).bandKiB);
    EXPECT_EQ(0, gain(problemOf(Size(10, 10), 1, true), MatFunction::Filter2D));
}

}} // namespace opencv_test
