// SPDX-License-Identifier: Apache-2.0
//
// Lines of a user's file that decide parameters one by one: those with planning parameters, or with conditions on what
// is decided while planning.

#include "tuned.hpp"

namespace opencv_test { namespace {

using clconv::Plan;
using clconv::Problem;

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

//! An image that is too small to fill an H200.
Problem smallImage()
{
    return problemOf(CV_32F, CV_32F, 1, Size(5, 5), Size(1920, 1080));
}

int scalarsOfTile(const Plan& plan)
{
    return plan.params.at("PX") * plan.params.at("ROWS");
}

TEST(Clconv_StepwiseLines, givePlanningParameters)
{
    const Plan own = planFor(smallImage(), h200());
    const Plan tuned = planFor(smallImage(), h200(), tuningOf({"gpu NVIDIA* | * | * | * | * | direct:MIN_WAVES=1"}));
    EXPECT_EQ("direct", nameOf(tuned));
    EXPECT_LT(scalarsOfTile(own), scalarsOfTile(tuned)) << "fewer waves, larger tiles";
    EXPECT_EQ("", tuned.warning);
    const std::string reason = verdictOf(tuned, "direct").reason;
    EXPECT_TRUE(contains(reason, "MIN_WAVES=1 (t:2)")) << reason;
    EXPECT_EQ(4, tuned.params.at("PX"));
    const Plan narrow =
        planFor(smallImage(), h200(), tuningOf({"gpu NVIDIA* | * | * | * | * | direct:MIN_WAVES=1,MIN_PX=2"}));
    EXPECT_EQ(2, narrow.params.at("PX"));
    EXPECT_EQ(scalarsOfTile(tuned), scalarsOfTile(narrow));
}

TEST(Clconv_StepwiseLines, countBesideLinesThatAreTakenAsAWhole)
{
    const clconv::Tuning tuning =
        tuningOf({"gpu | * | * | * | * | direct:MIN_WAVES=1", "gpu | * | * | * | * | direct:WG_X=64,WG_Y=1"});
    const Plan plan = planFor(smallImage(), h200(), tuning);
    EXPECT_LT(scalarsOfTile(planFor(smallImage(), h200())), scalarsOfTile(plan));
    EXPECT_EQ(64, plan.params.at("WG_X"));
    EXPECT_TRUE(contains(verdictOf(plan, "direct").reason, ", tuned by t:3")) << verdictOf(plan, "direct").reason;
}

TEST(Clconv_StepwiseLines, haveConditionsOnWhatIsDecided)
{
    const auto widthOf = [](const std::string& condition, Size size)
    {
        const Problem problem = problemOf(CV_32F, CV_32F, 1, Size(5, 5), size);
        return planFor(problem, h200(), tuningOf({"gpu | * | * | * | " + condition + " | direct:WG_X=16"}))
            .params.at("WG_X");
    };
    const Size small(320, 240), large(7680, 4320);
    EXPECT_EQ(16, widthOf("waves=0..99", small));
    EXPECT_NE(16, widthOf("waves=0..99", large));
    EXPECT_EQ(16, widthOf("PX=4 ROWS=5", large));
    EXPECT_NE(16, widthOf("PX=8", large));
    EXPECT_NE(16, widthOf("waves=0..99 dense src=8", small));
}

TEST(Clconv_StepwiseLines, goByDeviceAndTable)
{
    const std::string all = "default | * | * | * | PX=1..* | direct:WG_X=16",
                      device = "device NVIDIA H200 | * | * | * | PX=1..* | direct:WG_X=64",
                      whole = "default | * | * | * | * | direct:WG_X=128";
    const auto widthOf = [](const std::vector<std::string>& lines)
    { return planFor(smallImage(), h200(), tuningOf(lines)).params.at("WG_X"); };
    EXPECT_EQ(64, widthOf({all, device}));
    EXPECT_EQ(128, widthOf({all, device, whole})) << "what is taken as a whole goes over decisions";
    clconv::Tuning tuning = tuningOf({all});
    tuning.tables.push_back(tuningOf({device}).tables[0]);
    EXPECT_EQ(16, planFor(smallImage(), h200(), tuning).params.at("WG_X"));
}

TEST(Clconv_StepwiseLines, areLeftOutWhereTheyAreUnsupported)
{
    const Plan own = planFor(smallImage(), h200());
    for (const char* line : {"gpu | * | * | * | taps=1..* fill=0..* | direct:PX=16,MIN_WAVES=999",
                             "gpu | * | * | * | PX=1..* | direct:WG_X=1024,WG_Y=1024,PREFETCH=1048576",
                             "gpu | * | * | * | * | direct:PX=3,MIN_WAVES=1,ROWS=0",
                             "gpu | * | * | * | UNROLL=1 | direct:MAX_REGISTERS=1"})
    {
        const Plan plan = planFor(smallImage(), h200(), tuningOf({line}));
        EXPECT_EQ("direct", nameOf(plan)) << line;
        EXPECT_TRUE(plan.impl->unsupported(smallImage(), h200(), plan.params).empty()) << line;
        EXPECT_EQ("", plan.warning) << line;
    }
    EXPECT_EQ(own.params,
              planFor(smallImage(), h200(), tuningOf({"gpu | * | * | * | * | direct:MIN_WAVES=999"})).params);
}

//! Other implementations can have this value, and this one cannot.
TEST(Clconv_StepwiseLines, areLeftOutAloneIfTheImplementationCannotHaveTheirValue)
{
    Problem problem = smallImage();
    problem.rank = 1;
    const clconv::Tuning tuning =
        tuningOf({"gpu | * | * | * | narrow=0..* | separable:PX=8", "gpu | * | * | * | WG_X=1..* | separable:ROWS=12"});
    const Plan plan = planFor(problem, h200(), tuning, "separable");
    EXPECT_EQ("separable", nameOf(plan));
    EXPECT_EQ(12, plan.params.at("ROWS"));
    EXPECT_NE(8, plan.params.at("PX"));
}

TEST(Clconv_StepwiseLines, moveLimitsOfProfitability)
{
    Problem problem = problemOf(CV_8U, CV_8U, 3, Size(7, 7));
    problem.rank = 1;
    EXPECT_EQ("separable", nameOf(planFor(problem, h200())));
    EXPECT_NE("separable", nameOf(planFor(problem, h200(), tuningOf({"gpu | * | * | * | * | separable:MIN_TAPS=50"}))));
    EXPECT_EQ("separable", nameOf(planFor(problem, h200(), tuningOf({"gpu | * | * | * | * | separable:MIN_TAPS=49"}))));
}

TEST(Clconv_StepwiseLines, areAsForcedPlanningParameters)
{
    const Plan forced = planFor(smallImage(), h200(), clconv::Tuning(), "direct:MIN_WAVES=1");
    EXPECT_EQ("", forced.warning);
    EXPECT_EQ(planFor(smallImage(), h200(), tuningOf({"gpu | * | * | * | * | direct:MIN_WAVES=1"})).params,
              forced.params);
    EXPECT_NE("", planFor(smallImage(), h200(), clconv::Tuning(), "direct:MIN_TAPS=1").warning) << "it has none";
    EXPECT_NE("", planFor(smallImage(), h200(), clconv::Tuning(), "direct:MIN_WAVES=99").warning) << "out of range";
}

//! Each implementation that has lines, on a device for which it exists.
TEST(Clconv_StepwiseLines, areNamedByExplainAsThoseOfTheLibrary)
{
    for (const Launches& launches : allLaunches())
    {
        const clconv::Implementation* const impl = launches.impl;
        const bool cpu = std::string(impl->name).compare(0, 3, "cpu") == 0;
        const Problem problem = problemFor(launches, CV_8U, CV_8U, Size(5, 5));
        const Plan plan = planFor(problem, cpu ? cpuDevice() : h200(), clconv::Tuning(), impl->name);
        ASSERT_EQ(impl->name, nameOf(plan));
        const bool lines = plan.impl != clconv::implementations().back();
        EXPECT_TRUE(!lines || contains(verdictOf(plan, impl->name).reason, ".txt:")) << impl->name;
    }
    Problem vga = problemOf(CV_32F, CV_32F, 1, Size(15, 15), Size(640, 480));
    vga.rank = 1;
    const std::string text = verdictOf(planFor(vga, h200()), "separable").reason;
    EXPECT_TRUE(contains(text, "; fill=1)")) << "640 * 480 scalars are 1.3 for each work-item of a wave: " << text;
    const Plan forced = planFor(smallImage(), h200(), clconv::Tuning(), "direct:PX=4");
    EXPECT_TRUE(contains(verdictOf(forced, "direct").reason, "PX=4 ROWS")) << "no line decided what is forced";
}

}} // namespace opencv_test
