// SPDX-License-Identifier: Apache-2.0
//
// Properties of every plan on every fake device: refusals, sizes, build options.

#include "support/fake_devices.hpp"

namespace opencv_test { namespace {

using Kind = clconv::CoefficientKind;
using clconv::Plan;
using clconv::Problem;

//! Calls check for every problem on every device, unforced and with each implementation forced.
template<typename Check>
void forEachPlan(Check check)
{
    const std::vector<clconv::DeviceTraits> devices = fakeDevices();
    std::vector<Problem> problems = manyProblems(), banks = manyBanks();
    problems.insert(problems.end(), banks.begin(), banks.end());
    for (size_t d = 0; d < devices.size(); d++)
        for (size_t i = 0; i < problems.size(); i++)
        {
            check(problems[i], devices[d], planFor(problems[i], devices[d]));
            const std::vector<const clconv::Implementation*>& all = listFor(problems[i]);
            const clconv::Force force = clconv::parseForce(all[i % all.size()]->name);
            check(problems[i], devices[d], clconv::makePlan(problems[i], devices[d], force));
            if (testing::Test::HasFailure())
                return;
        }
}

TEST(Clconv_Plan, hasAVerdictOnEveryImplementation)
{
    forEachPlan(
        [](const Problem& problem, const clconv::DeviceTraits& traits, const Plan& plan)
        {
            const std::vector<const clconv::Implementation*>& all = listFor(problem);
            int taken = 0;
            for (size_t i = 0; i < all.size(); i++)
                taken += verdictOf(plan, all[i]->name).taken;
            EXPECT_EQ(plan.impl ? 1 : 0, taken) << traits.name;
            EXPECT_GE(plan.verdicts.size(), all.size());
        });
}

TEST(Clconv_Plan, everyRefusalHasAReason)
{
    forEachPlan(
        [](const Problem&, const clconv::DeviceTraits& traits, const Plan& plan)
        {
            for (size_t i = 0; i < plan.verdicts.size(); i++)
            {
                EXPECT_GT(plan.verdicts[i].reason.size(), 8u) << traits.name << ", " << plan.verdicts[i].name;
                EXPECT_EQ(std::string::npos, plan.verdicts[i].reason.find('\n'));
            }
        });
}

TEST(Clconv_Plan, ordersUnforcedVerdictsAsTheRegistry)
{
    const Plan plan = planFor(problemOf(CV_8U, CV_8U, 1, Size(5, 5)), nvidiaCard());
    const std::vector<const clconv::Implementation*>& all = clconv::implementations();
    for (size_t i = 0; i < all.size(); i++)
        EXPECT_EQ(all[i]->name, plan.verdicts[i].name);
}

TEST(Clconv_Plan, globalSizesAreWholeGroups)
{
    forEachPlan(
        [](const Problem&, const clconv::DeviceTraits& traits, const Plan& plan)
        {
            for (int axis = 0; axis < 2 && plan.impl; axis++)
            {
                ASSERT_GT(plan.local[axis], 0u) << traits.name << ", " << nameOf(plan);
                EXPECT_GT(plan.global[axis], 0u) << traits.name << ", " << nameOf(plan);
                EXPECT_EQ(0u, plan.global[axis] % plan.local[axis]) << traits.name << ", " << nameOf(plan);
            }
        });
}

//! The int8 slices of the plan's coefficients; 0: they are not integer operands of matrix units.
int slicesOf(const Plan& plan)
{
    const Kind kind = plan.layout.kind;
    return kind >= Kind::DenseSlices && kind <= Kind::BlockSlices ? plan.layout.number : 0;
}

TEST(Clconv_Plan, keepsTheDevicesLimits)
{
    forEachPlan(
        [](const Problem& problem, const clconv::DeviceTraits& traits, const Plan& plan)
        {
            if (!plan.impl)
                return;
            EXPECT_LE(plan.local[0] * plan.local[1], traits.groupItems) << traits.name << ", " << nameOf(plan);
            EXPECT_LE(plan.local[0], traits.groupWidth) << traits.name << ", " << nameOf(plan);
            EXPECT_LE(plan.local[1], traits.groupHeight) << traits.name << ", " << nameOf(plan);
            EXPECT_LE(plan.localBytes, maxLocalBytes(traits)) << traits.name << ", " << nameOf(plan);
            const bool denormTaps = plan.layout.kind == Kind::Denorm;
            const bool all = denormTaps || plan.layout.kind == Kind::Full || slicesOf(plan) > 0;
            const size_t taps = size_t(all ? problem.taps() * plan.filterCount + (denormTaps ? 1 : 0)
                                           : problem.rank * (problem.filterSize.width + problem.filterSize.height));
            if (plan.space == clconv::CoefficientSpace::Constant)
            {
                EXPECT_LE(taps * problem.accSize(), traits.constantBytes) << traits.name << ", " << nameOf(plan);
            }
            if (plan.space == clconv::CoefficientSpace::Value)
            {
                const size_t index = problem.wideIndex ? 8 : 4; // bytes of a step or an offset
                const size_t images = 2 * (8 + 2 * index) + size_t(plan.filterCount - 1) * (8 + 2 * index);
                const size_t others = images + 16 + 8 + 32 + problem.accSize(); // srcArea, dstSize, tileRange, delta
                EXPECT_LE(taps * problem.accSize() + others, traits.parameterBytes)
                    << traits.name << ", " << nameOf(plan);
            }
        });
}

TEST(Clconv_Plan, takesFactorsOnlyOfOuterProducts)
{
    forEachPlan(
        [](const Problem& problem, const clconv::DeviceTraits&, const Plan& plan)
        {
            if (!plan.impl)
                return;
            const bool factors = plan.layout.kind == Kind::Factors || plan.layout.kind == Kind::DenormFactors;
            EXPECT_TRUE(problem.rank > 0 || !factors);
            EXPECT_TRUE(slicesOf(plan) == 0 || slicesOf(plan) == problem.slices);
        });
}

TEST(Clconv_Plan, sameProblemGivesSameOptions)
{
    forEachPlan(
        [](const Problem& problem, const clconv::DeviceTraits& traits, const Plan& plan)
        {
            if (plan.impl && plan.warning.empty() && verdictOf(plan, plan.impl->name).taken)
            {
                clconv::Force force = clconv::parseForce(plan.impl->name);
                const Plan again = clconv::makePlan(problem, traits, force);
                EXPECT_EQ(plan.options.text(), again.options.text());
                EXPECT_EQ(plan.global[0], again.global[0]);
            }
        });
}

//! A device on which every program of the implementation runs.
clconv::DeviceTraits deviceOf(const std::string& implementation)
{
    return implementation == "mma" || implementation == "separable_mma" ? nvidiaCard() : cpuDevice();
}

//! The options of a plan by this implementation for an image of this size.
std::string optionsFor(const Launches& launches, const clconv::DeviceTraits& device, Size size)
{
    Problem problem = problemFor(launches, CV_8U, CV_8U, Size(7, 5), size);
    problem.readable = Size(size.width + 84, size.height + 3);
    problem.srcPitch = problem.readable.width;
    const Plan plan = clconv::makePlan(problem, device, clconv::parseForce(launches.impl->name));
    EXPECT_EQ(launches.impl->name, nameOf(plan));
    return plan.options.text();
}

TEST(Clconv_Plan, optionsDoNotDependOnTheSize)
{
    for (const Launches& launches : allLaunches())
    {
        clconv::DeviceTraits device = deviceOf(launches.impl->name);
        const std::string options = optionsFor(launches, device, Size(8191, 4321)); // more than fills the device
        EXPECT_EQ(options, optionsFor(launches, device, Size(9001, 12007))) << launches.impl->name;
        const std::string name = launches.impl->name;
        if (name == "mma" || name == "separable_mma" || name == "cpu_fft") // their tiles depend on the image
            continue;
        device.nvidiaCompute = 0; // how many work-items fill other vendors' devices is unknown
        EXPECT_EQ(optionsFor(launches, device, Size(8191, 4321)), optionsFor(launches, device, Size(61, 47)))
            << launches.impl->name;
    }
}

//! Each type must have options of its own, unless the implementation refuses it, and all borders of a type must have
//! the same options.
void expectOptionsOfTheirOwn(const Launches& launches)
{
    const std::string name = launches.impl->name;
    const clconv::Force force = clconv::parseForce(name);
    std::map<std::string, std::string> seen;
    for (int s : depths())
        for (int d : depths())
        {
            const std::string what = cv::format("%d to %d", s, d);
            if (name == "image" && s == CV_64F)
                continue; // no image format has such elements
            if (name == "mma" && (s > CV_8S || d == CV_64F))
                continue; // needs bytes and float sums
            if (name == "separable_mma" && (s != CV_8U || d == CV_64F))
                continue; // needs bytes for so few taps
            if (name.find("fft") != std::string::npos && (s == CV_64F || d == CV_64F))
                continue; // needs float sums
            if (name == "cpu_box" && (s == CV_64F || (s == CV_32F && d == CV_64F)))
                continue; // subtracting from sums would lose bits
            std::set<std::string> ofBorders;
            for (int border : borderTypes())
            {
                Problem problem = problemFor(launches, s, d, Size(7, 5));
                problem.border = border;
                const Plan plan = clconv::makePlan(problem, deviceOf(name), force);
                ASSERT_EQ(name, nameOf(plan)) << what;
                ofBorders.insert(plan.options.text());
            }
            EXPECT_GE(name == "image" ? 3u : 1u, ofBorders.size()) << name << ": " << what; // with samplers
            EXPECT_TRUE(seen.insert(std::make_pair(*ofBorders.begin(), what)).second)
                << name << ": " << what << " has the options of " << seen[*ofBorders.begin()];
        }
}

TEST(Clconv_Plan, optionsTellTypesApartAndNotBorders)
{
    for (const Launches& launches : allLaunches())
        expectOptionsOfTheirOwn(launches);
}

TEST(Clconv_Plan, wideIndexIsCompiledIn)
{
    for (const Launches& launches : allLaunches())
    {
        Problem problem = problemFor(launches, CV_8U, CV_8U, Size(7, 5));
        const Plan narrow = clconv::makePlan(problem, nvidiaCard(), clconv::parseForce(launches.impl->name));
        problem.wideIndex = true;
        const Plan wide = clconv::makePlan(problem, nvidiaCard(), clconv::parseForce(launches.impl->name));
        if (nameOf(wide) == launches.impl->name && nameOf(narrow) == launches.impl->name)
        {
            EXPECT_NE(narrow.options.text(), wide.options.text()) << launches.impl->name;
        }
    }
    EXPECT_EQ(std::string::npos,
              clconv::commonOptions(problemOf(CV_8U, CV_8U, 1, Size(7, 5))).text().find("WIDE_INDEX=1"));
}

}} // namespace opencv_test
