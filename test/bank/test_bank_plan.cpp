// SPDX-License-Identifier: Apache-2.0
//
// How banks are planned: how they are split, and when filters run one by one.

#include "support/fake_devices.hpp"

#include <algorithm>

namespace opencv_test { namespace {

clconv::Problem bankOf(int filters, int depth, int channels, Size kernel, bool separable = false)
{
    clconv::Problem p = problemOf(depth, depth, channels, kernel);
    p.filterCount = filters;
    p.rank = separable;
    return p;
}

clconv::Plan planBank(const clconv::Problem& problem, const clconv::DeviceTraits& traits,
                      const std::string& force = std::string())
{
    return clconv::makePlan(problem, traits, clconv::parseForce(force));
}

//! 32-bit registers for the sums and the input window, as direct.cpp counts them.
int registersOf(const clconv::Plan& plan, const clconv::Problem& p)
{
    const auto at = [&](const char* name) { return plan.params.at(name); };
    return (at("FILTERS") * at("ROWS") * at("PX") + at("PX") + (at("TAPS_PER_CHUNK") - 1) * p.channels) *
           int(p.accSize() / 4);
}

TEST(Clconv_BankPlan, takesAsManyKernelsAsRegistersHold)
{
    static const int sizes[][2] = {{2, 3}, {8, 3}, {8, 5}, {8, 7}, {8, 9}, {3, 9}, {5, 9}};
    static const int filters[] = {2, 8, 8, 8, 2, 2, 2}; // with many taps a second row saves more
    for (int i = 0; i < 7; i++)
    {
        const clconv::Problem p = bankOf(sizes[i][0], CV_32F, 1, Size(sizes[i][1], sizes[i][1]));
        const clconv::Plan plan = planBank(p, nvidiaCard());
        ASSERT_TRUE(plan.impl) << clconv::toText(plan.verdicts);
        EXPECT_STREQ("direct", plan.impl->name);
        EXPECT_EQ(filters[i], plan.filterCount) << i;
        EXPECT_LE(registersOf(plan, p), 100) << i;
    }
}

TEST(Clconv_BankPlan, leavesToOthersWhatTheyComputeWithLessWork)
{
    EXPECT_FALSE(planBank(bankOf(8, CV_32F, 1, Size(9, 9), true), nvidiaCard()).impl); // separable
    EXPECT_FALSE(planBank(bankOf(8, CV_32F, 1, Size(5, 5), true), cpuDevice()).impl);  // cpu_separable
    EXPECT_TRUE(planBank(bankOf(2, CV_8U, 1, Size(3, 3), true), cpuDevice()).impl); // two passes save less than reads
    EXPECT_FALSE(planBank(bankOf(8, CV_32F, 1, Size(15, 15)), nvidiaCard()).impl);  // bound by arithmetic
    clconv::Problem bytes = bankOf(8, CV_8U, 3, Size(5, 5));
    bytes.slices = 3;
    EXPECT_FALSE(planBank(bytes, nvidiaCard()).impl); // mma
    bytes.filterSize = Size(3, 3);
    EXPECT_TRUE(planBank(bytes, nvidiaCard()).impl);
    EXPECT_TRUE(planBank(bankOf(2, CV_32F, 1, Size(3, 3), true), nvidiaCard()).impl);
    EXPECT_TRUE(planBank(bankOf(2, CV_32F, 1, Size(3, 3), true), cpuDevice()).impl);
    EXPECT_TRUE(planBank(bankOf(2, CV_8U, 3, Size(3, 3)), cpuDevice()).impl);
}

TEST(Clconv_BankPlan, considersWhatTakesSeveralKernelsAndAllForOne)
{
    const clconv::Problem bank = bankOf(3, CV_8U, 1, Size(3, 3));
    const std::vector<clconv::Verdict> verdicts = planBank(bank, cpuDevice()).verdicts;
    ASSERT_EQ(2u, verdicts.size());
    EXPECT_EQ("cpu", verdicts[0].name);
    EXPECT_EQ("direct", verdicts[1].name);
    EXPECT_EQ(clconv::implementations().size(),
              planBank(bankOf(1, CV_8U, 1, Size(3, 3)), cpuDevice(), "direct").verdicts.size());
    EXPECT_STREQ("direct", planBank(bank, cpuDevice(), "direct").impl->name);
    const clconv::Plan forced = planBank(bank, cpuDevice(), "local");
    EXPECT_FALSE(forced.impl);
    EXPECT_EQ("", forced.warning);
    EXPECT_NE(std::string::npos, clconv::toText(forced.verdicts).find("'local' is forced"));
}

TEST(Clconv_BankPlan, refusesFewerOrMoreKernelsThanThereAre)
{
    for (const char* force : {"direct:FILTERS=1", "direct:FILTERS=4", "cpu:FILTERS=9"})
        EXPECT_NE("", planBank(bankOf(3, CV_8U, 1, Size(3, 3)), nvidiaCard(), force).warning) << force;
    EXPECT_NE("", planBank(bankOf(1, CV_8U, 1, Size(3, 3)), nvidiaCard(), "direct:FILTERS=2").warning);
}

//! Forced, so that only `unsupported` can refuse: it must accept all defaults.
TEST(Clconv_BankPlan, defaultsAreAlwaysSupported)
{
    const clconv::DeviceTraits devices[] = {nvidiaCard(), intelGraphics(), maliPhone(), cpuDevice()};
    for (const clconv::Problem& p : manyBanks())
        for (const clconv::DeviceTraits& device : devices)
            for (const clconv::Implementation* impl : listFor(p))
            {
                if (p.accDepth() == CV_64F && !device.fp64)
                    continue;
                const clconv::Params params = impl->defaults(p, device);
                const std::string reason = impl->unsupported(p, device, params);
                EXPECT_TRUE(reason.empty() || reason.find("lines of") == 0 || reason.find("an input window") == 0)
                    << reason;
                EXPECT_LE(params.at("FILTERS"), p.filterCount);
            }
}

//! On a small image a single 5x5 outer product of floats runs in two passes to shorten dependency chains, not to save
//! sums.
TEST(Clconv_BankPlan, takesSmallOuterProductsOfSmallImages)
{
    clconv::DeviceTraits h200 = nvidiaCard();
    h200.computeUnits = 132;
    clconv::Problem p = bankOf(16, CV_32F, 1, Size(5, 5), true);
    p.size = p.readable = Size(640, 480);
    EXPECT_STREQ("direct", planBank(p, h200).impl->name);
    p.filterCount = 1;
    EXPECT_STREQ("separable", clconv::makePlan(p, h200, clconv::Force()).impl->name);
}

//! A line for banks compares the number of their filters.
TEST(Clconv_BankPlan, isNotDecidedByLinesForSingleFilters)
{
    const clconv::Problem bank = bankOf(3, CV_32F, 1, Size(3, 3)), one = bankOf(1, CV_32F, 1, Size(3, 3));
    const auto width = [](const clconv::Problem& problem, const std::string& conditions)
    {
        clconv::Tuning tuning;
        tuning.tables.push_back(
            clconv::parseTuning("clconv tuning 1\ngpu | * | * | * | " + conditions + " | direct:PX=8\nend\n", "t",
                                clconv::knownParameters()));
        return clconv::makePlan(problem, nvidiaCard(), clconv::Force(), {}, tuning).params.at("PX");
    };
    EXPECT_EQ(4, width(bank, "*"));
    EXPECT_EQ(8, width(one, "*"));
    EXPECT_EQ(8, width(bank, "filters=2..*"));
    EXPECT_NE(8, width(one, "filters=2..*"));
}

TEST(Clconv_BankPlan, takesPairsOfFloatsForFewKernels)
{
    clconv::Problem p = bankOf(2, CV_32F, 1, Size(3, 3));
    EXPECT_EQ(4, planBank(p, nvidiaCard()).params.at("PX"));
    p.rowAlignment = 4;
    EXPECT_EQ(2, planBank(p, nvidiaCard()).params.at("PX"));
    p.filterCount = 16;
    EXPECT_EQ(4, planBank(p, nvidiaCard()).params.at("PX"));
}

}} // namespace opencv_test
