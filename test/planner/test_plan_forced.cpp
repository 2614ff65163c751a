// SPDX-License-Identifier: Apache-2.0
//
// Implementations and parameters that are forced by name, on fake devices.

#include "support/fake_devices.hpp"

namespace opencv_test { namespace {

using clconv::Plan;
using clconv::Problem;

TEST(Clconv_Plan, takesWhatIsForced)
{
    static const char* const names[] = {"direct", "local", "image", "separable", "reference"};
    Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    problem.rank = 1;
    for (int i = 0; i < 5; i++)
    {
        const Plan plan = clconv::makePlan(problem, nvidiaCard(), clconv::parseForce(names[i]));
        EXPECT_EQ(names[i], nameOf(plan));
        EXPECT_TRUE(verdictOf(plan, names[i]).taken);
        EXPECT_EQ("", plan.warning);
    }
}

TEST(Clconv_Plan, forcedParametersReachThePlan)
{
    const Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    Plan plan = clconv::makePlan(problem, nvidiaCard(), clconv::parseForce("local:PX=1"));
    EXPECT_EQ(1, plan.params["PX"]);
    const std::string without = plan.options.text();
    plan = clconv::makePlan(problem, nvidiaCard(), clconv::parseForce("local:PX=2"));
    EXPECT_EQ(2, plan.params["PX"]);
    EXPECT_NE(without, plan.options.text());
}

TEST(Clconv_Plan, forcedUnknownNameWarns)
{
    const Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    const Plan plan = clconv::makePlan(problem, nvidiaCard(), clconv::parseForce("fourier"));
    EXPECT_NE(std::string::npos, plan.warning.find("fourier")) << plan.warning;
    EXPECT_EQ(nameOf(planFor(problem, nvidiaCard())), nameOf(plan));
}

TEST(Clconv_Plan, forcedUnknownParameterWarns)
{
    const Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    const Plan plan = clconv::makePlan(problem, nvidiaCard(), clconv::parseForce("local:COLOUR=3"));
    EXPECT_NE(std::string::npos, plan.warning.find("COLOUR")) << plan.warning;
    EXPECT_EQ(0u, plan.params.count("COLOUR"));
}

TEST(Clconv_Plan, refusesMatrixUnitsParametersWithAReason)
{
    Problem problem = problemOf(CV_8U, CV_8U, 4, Size(7, 7));
    problem.slices = 3;
    static const char* const texts[] = {"mma:ROWS=3", "mma:ROWS=16", "mma:ROWS=17", "mma:WG_Y=0", "mma:UNROLL=2"};
    for (size_t i = 0; i < 5; i++)
        EXPECT_NE("", clconv::makePlan(problem, nvidiaCard(), clconv::parseForce(texts[i])).warning) << texts[i];
    for (int columns : {7, 9, 10, 16, 17, 31, 49, 50})
    {
        problem.filterSize = Size(columns, 9);
        for (const char* rows : {"", ",ROWS=2", ",ROWS=3"})
        {
            const std::string text =
                clconv::makePlan(problem, nvidiaCard(), clconv::parseForce(std::string("mma:BLOCKS=1") + rows)).warning;
            const bool possible = columns >= 17 && columns <= 49;
            EXPECT_EQ(!possible, text.find("17 to 49 columns") != std::string::npos) << text;
            EXPECT_EQ(possible && std::string(rows) != ",ROWS=3", text.empty()) << text;
        }
        const std::string warning =
            clconv::makePlan(problem, nvidiaCard(), clconv::parseForce("mma:SPARSE=1,ROWS=2")).warning;
        EXPECT_EQ(columns < 10 || columns > 16, warning.find("10 to 16 columns") != std::string::npos) << warning;
        EXPECT_EQ(columns >= 10 && columns <= 16, warning.empty()) << warning;
    }
    for (const char* text : {"mma:SPARSE=2", "mma:BLOCKS=2"})
        EXPECT_NE("", clconv::makePlan(problem, nvidiaCard(), clconv::parseForce(text)).warning) << text;
    const Plan plan = clconv::makePlan(problem, intelGraphics(), clconv::parseForce("direct:PREFETCH=64"));
    EXPECT_NE(std::string::npos, plan.warning.find("PREFETCH")) << plan.warning;
}

TEST(Clconv_Plan, forcedUnsupportedParameterWarns)
{
    Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    problem.rank = 1;
    for (const char* text :
         {"local:PX=7", "local:PX=-1", "local:WG_X=0", "local:WG_X=-5", "direct:PX=0", "local:WG_X=4096,WG_Y=4096",
          "direct:WG_Y=2147483647", "reference:WG_X=1000000", "image:IMAGE_1D=2", "cpu:PX=-1", "cpu:BLOCK=0",
          "cpu_separable:BLOCK=0", "separable:PX=8", "separable:PX=0"})
    {
        const clconv::Force force = clconv::parseForce(text);
        const Plan plan = clconv::makePlan(problem, nvidiaCard(), force);
        const std::string reason = verdictOf(plan, force.name).reason;
        const std::string assigned = force.text.substr(force.name.size() + 1); // the parameter with its value
        EXPECT_EQ(0u, reason.find(assigned.substr(0, assigned.find(',')) + " is ")) << text << ": " << reason;
        EXPECT_NE(std::string::npos, plan.warning.find(reason)) << text << ": " << plan.warning;
        EXPECT_FALSE(verdictOf(plan, force.name).taken) << text;
        EXPECT_TRUE(plan.impl != nullptr) << text;
    }
}

TEST(Clconv_Plan, forcedLoadsOutOfRangeAreRefusedWhereWindowsAreSplitIntoChunks)
{
    Problem problem = problemOf(CV_8U, CV_8U, 1, Size(101, 101));
    for (int filters : {1, 3})
        for (const char* vec : {"VEC=0", "VEC=-4", "VEC=1073741824"})
        {
            problem.filterCount = filters;
            const Plan plan = clconv::makePlan(problem, nvidiaCard(), clconv::parseForce(std::string("direct:") + vec));
            EXPECT_NE(std::string::npos, plan.warning.find(vec + std::string(" is outside 1..16"))) << plan.warning;
        }
}

TEST(Clconv_Plan, forcedVectorsOutOfRangeDivideNothingByZero)
{
    const Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    for (const char* vectors : {"VECTORS=0", "VECTORS=-1", "VECTORS=536870912"})
    {
        const clconv::Force force = clconv::parseForce(std::string("cpu_specialized:") + vectors);
        EXPECT_EQ(vectors + std::string(" is outside 1..4"),
                  verdictOf(clconv::makePlan(problem, cpuDevice(), force), force.name).reason);
    }
}

TEST(Clconv_Plan, unreadableForceWarns)
{
    const Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    static const char* const texts[] = {"local:PX=yes", ":PX=2", ":", ",,=", "local:"};
    for (int i = 0; i < 5; i++)
    {
        const Plan plan = clconv::makePlan(problem, nvidiaCard(), clconv::parseForce(texts[i]));
        EXPECT_NE("", plan.warning) << texts[i];
        EXPECT_TRUE(plan.impl != nullptr) << texts[i];
    }
}

TEST(Clconv_Plan, whatFailedIsNotTakenByForceEither)
{
    std::map<std::string, std::string> failed;
    failed["local"] = "it did not build";
    const Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    const Plan plan = clconv::makePlan(problem, nvidiaCard(), clconv::parseForce("local"), failed);
    EXPECT_NE("local", nameOf(plan));
    EXPECT_TRUE(plan.impl != nullptr);
}

}} // namespace opencv_test
