// SPDX-License-Identifier: Apache-2.0
//
// How tuning tables change plans, on fake devices.

#include "tuned.hpp"

namespace opencv_test { namespace {

using clconv::Plan;
using clconv::Problem;
using clconv::Tuning;

const char* const nvidia = "device NVIDIA GeForce RTX 3080";

Problem smallProblem()
{
    return problemOf(CV_8U, CV_8U, 1, Size(5, 5));
}

int rowsOf(const Tuning& tuning, const clconv::DeviceTraits& traits)
{
    return planFor(smallProblem(), traits, tuning, "direct").params.at("ROWS");
}

TEST(Clconv_Tuning, goesByDeviceThenVendorThenKindThenAll)
{
    std::vector<std::string> lines = {"default | * | * | * | * | direct:ROWS=5", "gpu | * | * | * | * | direct:ROWS=6",
                                      "gpu NVIDIA* | * | * | * | * | direct:ROWS=7",
                                      std::string(nvidia) + " | * | * | * | * | direct:ROWS=8"};
    EXPECT_EQ(6, rowsOf(tuningOf(lines), intelGraphics()));
    EXPECT_EQ(5, rowsOf(tuningOf(lines), cpuDevice()));
    for (int rows = 8; rows >= 5; rows--, lines.pop_back())
        EXPECT_EQ(rows, rowsOf(tuningOf(lines), nvidiaCard()));
    const int own = clconv::makePlan(smallProblem(), nvidiaCard(), clconv::parseForce("direct")).params.at("ROWS");
    EXPECT_EQ(own, rowsOf(tuningOf(lines), nvidiaCard()));
}

TEST(Clconv_Tuning, goesByTablesFirst)
{
    Tuning tuning = tuningOf({"default | * | * | * | * | direct:ROWS=5"});
    tuning.tables.push_back(tuningOf({std::string(nvidia) + " | * | * | * | * | direct:ROWS=8"}).tables[0]);
    EXPECT_EQ(5, rowsOf(tuning, nvidiaCard()));
    std::swap(tuning.tables[0], tuning.tables[1]);
    EXPECT_EQ(8, rowsOf(tuning, nvidiaCard()));
}

TEST(Clconv_Tuning, takesTheUpperOfTwoEntries)
{
    EXPECT_EQ(7, rowsOf(tuningOf({"gpu | * | * | 3..4 | * | direct:ROWS=9", "gpu | * | 1 | 3..6 | * | direct:ROWS=7",
                                  "gpu | 8U | 1 | 5 | * | direct:ROWS=6"}),
                        nvidiaCard()));
}

TEST(Clconv_Tuning, skipsWhatIsUnsupported)
{
    const Tuning tuning =
        tuningOf({std::string(nvidia) + " | * | * | * | * | direct:WG_X=4096,ROWS=8",
                  "gpu | * | * | * | * | direct:PX=3,VEC=2,ROWS=8", "gpu | * | * | * | * | direct:ROWS=6"});
    EXPECT_EQ(6, rowsOf(tuning, nvidiaCard()));
    const Plan plan = planFor(smallProblem(), nvidiaCard(), tuning);
    EXPECT_EQ("direct", nameOf(plan));
    EXPECT_EQ("", plan.warning);
    const Tuning bad =
        tuningOf({"default | * | * | * | * | direct:PX=0", "default | * | * | * | * | prefer local:PX=99"});
    const Plan own = planFor(smallProblem(), nvidiaCard()), still = planFor(smallProblem(), nvidiaCard(), bad);
    EXPECT_EQ(own.params, still.params);
    EXPECT_EQ(clconv::toText(own.verdicts), clconv::toText(still.verdicts));
}

TEST(Clconv_Tuning, otherParametersFollowThoseOfAnEntry)
{
    const Plan plan = planFor(smallProblem(), nvidiaCard(), tuningOf({"gpu | * | * | * | * | direct:PX=2"}));
    EXPECT_EQ(2, plan.params.at("PX"));
    EXPECT_EQ(clconv::makePlan(smallProblem(), nvidiaCard(), clconv::parseForce("direct:PX=2")).params, plan.params);
}

TEST(Clconv_Tuning, isReportedForTheImplementationTaken)
{
    const Tuning tuning = tuningOf({"gpu | * | * | * | * | direct:ROWS=2", "gpu | * | * | * | * | local:PY=4"});
    const Plan plan = planFor(smallProblem(), nvidiaCard(), tuning);
    EXPECT_NE(std::string::npos, verdictOf(plan, "direct").reason.find(", tuned by t:2"))
        << verdictOf(plan, "direct").reason;
    EXPECT_EQ(std::string::npos, verdictOf(plan, "local").reason.find("tuned"));
    EXPECT_EQ(std::string::npos, clconv::toText(planFor(smallProblem(), cpuDevice(), tuning).verdicts).find("tuned"));
}

TEST(Clconv_Tuning, forcedParametersGoOverTunedOnes)
{
    const Tuning tuning = tuningOf({"gpu | * | * | * | * | direct:PX=2,ROWS=2"});
    const Plan plan = planFor(smallProblem(), nvidiaCard(), tuning, "direct:ROWS=3");
    EXPECT_EQ(3, plan.params.at("ROWS"));
    EXPECT_EQ(2, plan.params.at("PX"));
    EXPECT_NE(std::string::npos, verdictOf(plan, "direct").reason.find("tuned by t:2"));
    const Plan all = planFor(smallProblem(), nvidiaCard(), tuning, "direct:ROWS=3,PX=4");
    EXPECT_EQ(4, all.params.at("PX"));
    EXPECT_EQ(std::string::npos, verdictOf(all, "direct").reason.find("tuned")) << verdictOf(all, "direct").reason;
}

TEST(Clconv_Tuning, aForcedParameterThatContradictsATunedOneApplies)
{
    const Tuning tuning = tuningOf({"gpu | * | * | * | * | direct:VEC=8,PX=8"});
    const Plan plan = planFor(smallProblem(), nvidiaCard(), tuning, "direct:PX=4");
    EXPECT_EQ("direct", nameOf(plan));
    EXPECT_EQ("", plan.warning);
    EXPECT_EQ(clconv::makePlan(smallProblem(), nvidiaCard(), clconv::parseForce("direct:PX=4")).params, plan.params);
}

TEST(Clconv_Tuning, aPreferredImplementationComesFirst)
{
    const std::string why = "gpu | * | * | 5 | dense | prefer ";
    EXPECT_EQ("local", nameOf(planFor(smallProblem(), nvidiaCard(), tuningOf({why + "local"}))));
    const Plan plan = planFor(smallProblem(), nvidiaCard(), tuningOf({why + "image", why + "local:PY=4"}));
    EXPECT_EQ("image", nameOf(plan)); // it is unprofitable everywhere
    EXPECT_NE(std::string::npos, verdictOf(plan, "image").reason.find(", tuned by t:2"));
    EXPECT_EQ("'image' comes first", verdictOf(plan, "direct").reason);
    EXPECT_EQ("direct", nameOf(planFor(smallProblem(), nvidiaCard(), tuningOf({why + "image"}), "direct")));
    Problem separable = smallProblem();
    separable.rank = 1;
    EXPECT_EQ("separable", nameOf(planFor(separable, nvidiaCard(), tuningOf({why + "local"}))));
}

TEST(Clconv_Tuning, whatCannotRunIsNotPreferred)
{
    const std::string why = "gpu | * | * | * | * | prefer ";
    const Tuning tuning = tuningOf({why + "image", why + "local:PY=4"});
    const Plan without = planFor(smallProblem(), cardWithoutImages(), tuning);
    EXPECT_EQ("local", nameOf(without));
    EXPECT_EQ(4, without.params.at("PY"));
    std::map<std::string, std::string> failed;
    failed["image"] = failed["local"] = "it did not build";
    EXPECT_EQ("direct", nameOf(clconv::makePlan(smallProblem(), nvidiaCard(), clconv::Force(), failed, tuning)));
}

//! Entries of all kinds, supported and unsupported.
Tuning wildTuning()
{
    return tuningOf({"default | * | * | 9..* | * | prefer local:WG_X=16,PY=4", "gpu | 8U | * | * | * | direct:PX=16",
                     "gpu NVIDIA* | * | * | *x3..7 | separable | prefer separable:PX=4,ROWS=8,WG_X=16",
                     "cpu | * | 1..3 | * | * | cpu:BLOCK=4096", "cpu | * | * | 1..5 | dense | prefer reference:WG_X=2",
                     "gpu | * | 2 | * | * | prefer image:SAMPLER=1",
                     "device Mali* | * | * | * | * | prefer cpu:ROWS=1"});
}

TEST(Clconv_Tuning, leavesNoProblemWithoutAPlan)
{
    const Tuning tuning = wildTuning();
    const std::vector<clconv::DeviceTraits> devices = fakeDevices();
    const std::vector<Problem> problems = manyProblems();
    int tuned = 0;
    for (size_t d = 0; d < devices.size(); d++)
        for (size_t i = 0; i < problems.size(); i++)
        {
            const Plan plan = planFor(problems[i], devices[d], tuning);
            EXPECT_TRUE(
                plan.impl ||
                !planFor(problems[i], devices[d]).impl); // `prefer` may replace the CPU fallback, but must not cause it
            EXPECT_EQ("", plan.warning);
            EXPECT_TRUE(!plan.impl || plan.impl->unsupported(problems[i], devices[d], plan.params).empty());
            tuned += clconv::toText(plan.verdicts).find("tuned by t:") != std::string::npos;
        }
    EXPECT_LT(1000, tuned);
}

TEST(Clconv_Tuning, planningIsAFunctionOfItsArguments)
{
    const std::vector<Problem> problems = manyProblems();
    std::vector<std::string> first;
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < 200; i++)
        {
            const Plan plan = planFor(problems[turn ? 199 - i : i], nvidiaCard(), wildTuning());
            const std::string text = clconv::toText(plan.verdicts) + plan.options.text();
            if (turn == 0)
                first.push_back(text);
            else
                EXPECT_EQ(first[199 - i], text);
        }
}

//! A problem at one corner of the entry's class, with coefficients that all its implementations support.
Problem cornerOf(const clconv::ProblemClass& c, bool largest, bool separable)
{
    const auto end = [&](const clconv::Interval& range)
    { return largest ? std::min(range.max, std::max(range.min, 31)) : range.min; };
    Problem problem = problemOf(c.srcDepth < 0 ? CV_8U : c.srcDepth, c.dstDepth < 0 ? CV_8U : c.dstDepth,
                                end(c.channels), Size(end(c.width), end(c.height)));
    problem.rank = separable;
    problem.slices = problem.srcDepth <= CV_8S ? 3 : 0; // as `mma` requires
    return problem;
}

//! Devices to which the entry applies: fake ones, under the entry's name if it gives one.
std::vector<clconv::DeviceTraits> devicesOf(const clconv::DeviceClass& c)
{
    std::vector<clconv::DeviceTraits> devices;
    const std::vector<clconv::DeviceTraits> all = fakeDevices();
    for (size_t i = 0; i < all.size(); i++)
    {
        clconv::DeviceTraits traits = all[i];
        if (c.level == clconv::DeviceClass::Device)
            traits.name = c.name;
        if (c.level == clconv::DeviceClass::Vendor)
            traits.vendor = c.name;
        if (c.holds(traits))
            devices.push_back(traits);
    }
    return devices;
}

//! Whether a plan uses the entry's parameters for some problem of its class on such a device.
bool isUseful(const clconv::TuningEntry& entry)
{
    const std::vector<clconv::DeviceTraits> devices = devicesOf(entry.devices);
    for (size_t d = 0; d < devices.size(); d++)
        for (int corner = 0; corner < 4; corner++)
        {
            const Problem problem = cornerOf(entry.problems, corner % 2 != 0, corner >= 2);
            const clconv::Implementation& impl = *clconv::implementationOf(entry.implementation);
            clconv::Decisions decisions;
            if (entry.problems.holds(problem) &&
                clconv::complete(impl, problem, devices[d], entry.params, clconv::Tuning(), decisions).empty())
                return true;
        }
    return false;
}

//! Whether a line decides whose only restriction is this condition.
bool decides(const std::string& condition, const clconv::Problem& problem)
{
    const clconv::Tuning tuning = tuningOf({"gpu | * | * | * | " + condition + " | direct:PX=16,ROWS=1"});
    const clconv::Plan plan = planFor(problem, h200(), tuning, "direct");
    return plan.params.at("PX") == 16 && plan.params.at("ROWS") == 1;
}

TEST(Clconv_Tuning, conditionsBoundTheProblemsOfALine)
{
    clconv::Problem problem = problemOf(CV_8U, CV_16S, 3, Size(5, 3));
    problem.rowAlignment = 8;
    EXPECT_TRUE(decides("*", problem));
    for (const char* holds : {"taps=15", "halo=12", "src=8", "dst=16", "sum=32", "align=8", "compute=90", "fill=1..*",
                              "dense taps=15..20 align=8..16", "scalars=1..*", "filters=1"})
        EXPECT_TRUE(decides(holds, problem)) << holds;
    for (const char* fails : {"taps=16..*", "taps=1..14", "halo=13", "src=16", "dst=8", "sum=64", "align=16",
                              "compute=0", "fill=0", "separable taps=15", "taps=15 src=16", "waves=0..*", "PX=1..*"})
        EXPECT_FALSE(decides(fails, problem)) << fails;
}

//! The fill is the number of the image's scalars per work-item that the device holds.
TEST(Clconv_Tuning, fillGrowsWithTheImage)
{
    const int64 wave = clconv::workItemsPerWave(h200());
    ASSERT_LT(0, wave);
    const clconv::Problem exact = problemOf(CV_8U, CV_8U, 1, Size(3, 3), Size(int(wave), 7));
    EXPECT_TRUE(decides("fill=7", exact));
    EXPECT_TRUE(decides("fill=6", problemOf(CV_8U, CV_8U, 1, Size(3, 3), Size(int(wave) - 1, 7))));
}

//! Drivers report how many compute units a device has, not how many work-items one holds.
TEST(Clconv_Tuning, hasTheWaveOfThreeVendors)
{
    for (const clconv::DeviceTraits& device : {h200(), olderNvidiaCard(), intelGraphics(), amdCard()})
        EXPECT_LT(0, clconv::workItemsPerWave(device)) << device.name;
    clconv::DeviceTraits gcn = amdCard(), rdna = amdCard(), processor = cpuDevice();
    gcn.name = "gfx90a:sramecc+:xnack-";
    EXPECT_EQ(2 * clconv::workItemsPerWave(rdna), clconv::workItemsPerWave(gcn));
    processor.vendor = "Intel(R) Corporation";
    EXPECT_EQ(0, clconv::workItemsPerWave(processor));
    EXPECT_EQ(0, clconv::workItemsPerWave(maliPhone()));
}

//! For a single device, as the tuner writes them: every condition applies that does not depend on decisions.
TEST(Clconv_Tuning, linesOfADeviceCountByImageSizeAndAlignment)
{
    const std::string start = "device NVIDIA H200 | 8U | 1 | 3 | dense ", end = " | direct:ROWS=5";
    const auto rows = [&](const std::string& conditions, Size size, int alignment)
    {
        clconv::Problem problem = problemOf(CV_8U, CV_8U, 1, Size(3, 3), size);
        problem.rowAlignment = alignment;
        return planFor(problem, h200(), tuningOf({start + conditions + end})).params.at("ROWS");
    };
    const Size large(7680, 4320), small(640, 480);
    const int most = clconv::maxRowAlignment, none = 1;
    EXPECT_EQ(5, rows("align=16 fill=30..*", large, most));
    EXPECT_NE(5, rows("align=16 fill=30..*", small, most));
    EXPECT_NE(5, rows("align=16 fill=30..*", large, none));
    EXPECT_EQ(5, rows("align=1..8 fill=30..*", large, none));
    EXPECT_EQ(5, rows("scalars=0..307200", small, most));
    EXPECT_NE(5, rows("scalars=0..307199", small, most));
}

//! Like a device that nobody has measured.
TEST(Clconv_Tuning, withoutDeviceLinesThoseForKindsStay)
{
    const clconv::KnownParameters& known = clconv::knownParameters();
    const clconv::Problem problem = problemOf(CV_8U, CV_8U, 4, Size(3, 3), Size(7680, 4320));
    const auto reason = [&] { return verdictOf(planFor(problem, h200(), clconv::Tuning()), "direct").reason; };
    EXPECT_NE(std::string::npos, reason().find("(nvidia.txt:")) << reason();
    EXPECT_FALSE(clconv::deviceTable(known).entries.empty());
    {
        const clconv::WithoutDeviceLines without;
        EXPECT_TRUE(clconv::deviceTable(known).entries.empty());
        EXPECT_EQ(std::string::npos, reason().find("nvidia")) << reason();
        EXPECT_NE(std::string::npos, reason().find("(gpu.txt:")) << reason();
    }
    EXPECT_NE(std::string::npos, reason().find("(nvidia.txt:")) << reason();
}

TEST(Clconv_Tuning, explainNamesTheLineThatDecided)
{
    const clconv::Problem problem = problemOf(CV_32F, CV_32F, 1, Size(3, 3), Size(7680, 4320));
    const std::string reason = verdictOf(planFor(problem, h200(), clconv::Tuning()), "direct").reason;
    EXPECT_NE(std::string::npos, reason.find("PX=4 (gpu.txt:")) << reason;
    EXPECT_EQ(std::string::npos, reason.find("VEC=4 (")) << reason; // it follows from the others
}

TEST(Clconv_Tuning, explainNamesTheLineOfEachParameterOfMma)
{
    clconv::Problem problem = problemOf(CV_8U, CV_8U, 3, Size(9, 9), Size(7680, 4320));
    problem.slices = 3;
    const std::string reason = verdictOf(planFor(problem, h200(), clconv::Tuning()), "mma").reason;
    for (const char* parameter : {"ROWS=6", "UNROLL=1", "WG_Y=4", "PREFETCH=3072"})
        EXPECT_NE(std::string::npos, reason.find(parameter + std::string(" (nvidia.txt:"))) << reason;
}

TEST(Clconv_Tuning, explainNamesNoLineForAForcedParameter)
{
    const Plan plan = planFor(smallProblem(), h200(), clconv::Tuning(), "direct:ROWS=3");
    const std::string reason = verdictOf(plan, "direct").reason;
    EXPECT_NE(std::string::npos, reason.find("UNROLL=1 (")) << reason;
    EXPECT_NE(std::string::npos, reason.find("ROWS=3 ")) << reason;
    EXPECT_EQ(std::string::npos, reason.find("ROWS=3 (")) << reason;
}

TEST(Clconv_Tuning, theTablesOfKindsAreGood)
{
    size_t lines = 0;
    for (const clconv::TuningTable& table : clconv::kindTables(clconv::knownParameters()))
    {
        EXPECT_EQ("", table.error);
        lines += table.entries.size();
        for (const clconv::TuningEntry& line : table.entries)
        {
            EXPECT_NE(clconv::DeviceClass::Device, line.devices.level) << line.source;
            EXPECT_FALSE(line.preferred) << line.source;
        }
    }
    EXPECT_LT(0u, lines);
}

TEST(Clconv_Tuning, theTableThatIsCompiledInIsGood)
{
    const clconv::TuningTable& table = clconv::deviceTable(clconv::knownParameters());
    EXPECT_EQ("", table.error);
    for (size_t i = 0; i < table.entries.size(); i++)
        EXPECT_TRUE(isUseful(table.entries[i])) << clconv::toString(table.entries[i]);
    EXPECT_TRUE(
        isUseful(tuningOf({"device NVIDIA H200 | 32F | 1 | 3..* | separable | separable:PX=4"}).tables[0].entries[0]));
    EXPECT_FALSE(isUseful(tuningOf({"gpu NVIDIA* | 32F | 1 | 3..* | dense | separable:PX=4"}).tables[0].entries[0]));
    EXPECT_FALSE(isUseful(tuningOf({"gpu | 8U | 1 | 3..5 | * | direct:ROWS=17"}).tables[0].entries[0]));
}

}} // namespace opencv_test
