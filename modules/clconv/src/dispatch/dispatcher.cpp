// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Planning, building, and what follows from failures.

#include "dispatch/dispatcher.hpp"
#include "planner/current_tuning.hpp"
#include "planner/make_plan.hpp"
#include "planner/plan_text.hpp"
#include "planner/unusable_lines.hpp"
#include "runtime/memory/of_context.hpp"
#include "util/log.hpp"

namespace cv
{
namespace clconv
{
namespace
{

PlanKey keyOf(const Problem& problem)
{
    return {problem, currentForce().text, currentTuning().id};
}

} // namespace

std::shared_ptr<Dispatcher> Dispatcher::current()
{
    return ofCurrentContext<Dispatcher>();
}

Dispatcher::Dispatcher() : Dispatcher(traitsOf(ocl::Device::getDefault())) {}

Dispatcher::Dispatcher(const DeviceTraits& traits) : cache_(traits) {}

Plan Dispatcher::plan(const Problem& problem)
{
    const Tuning& tuning = currentTuning();
    warnAboutUnusableLines(tuning);
    Plan plan =
        makePlan(problem, exclusions_.usable(traits()), currentForce(), exclusions_.failedFor(keyOf(problem)), tuning);
    if (!plan.warning.empty())
        logWarningOnce(plan.warning);
    return plan;
}

std::shared_ptr<const CompiledPlan> Dispatcher::program(const Problem& problem)
{
    std::shared_ptr<const CompiledPlan> found = cache_.findPlan(keyOf(problem));
    while (!found)
        found = build(problem);
    if (!found->compiledKernel)
        logDebugOnce(
            (problem.filterCount > 1 ? "the filters of a bank run one by one:\n" : "the call runs on the CPU:\n") +
            toText(found->plan.verdicts));
    return found;
}

//! Null if the plan does not build: its implementation is excluded then.
std::shared_ptr<const CompiledPlan> Dispatcher::build(const Problem& problem)
{
    std::lock_guard<std::mutex> building(buildMutex_);
    if (const auto found = cache_.findPlan(keyOf(problem))) // another thread has built it meanwhile
        return found;
    const auto made = std::make_shared<CompiledPlan>();
    made->context = &cache_;
    made->plan = plan(problem);
    try
    {
        if (made->plan.impl)
            made->setKernels([this](const Plan& p) { return cache_.compiledKernel(p); });
    }
    catch (const std::exception& e)
    {
        exclude(problem, made->plan, std::string("it does not build: ") + e.what());
        return nullptr;
    }
    cache_.keepPlan(keyOf(problem), made);
    return made;
}

std::shared_ptr<const CompiledPlan> Dispatcher::readyProgram(const Problem& problem)
{
    const PlanKey key = keyOf(problem);
    std::shared_ptr<const CompiledPlan> compiled = cache_.findPlan(key);
    if (!compiled)
    {
        const auto made = std::make_shared<CompiledPlan>();
        made->context = &cache_;
        made->plan = plan(problem);
        if (made->plan.impl && !made->setKernels([this](const Plan& p) { return cache_.findKernel(p); }))
            return nullptr;
        cache_.keepPlan(key, made);
        compiled = made;
    }
    return compiled->launched() ? compiled : nullptr;
}

//! The next plan for this problem is another one.
void Dispatcher::exclude(const Problem& problem, const Plan& plan, const std::string& reason)
{
    exclusions_.add(keyOf(problem), plan, traits(), reason);
    cache_.dropPlan(keyOf(problem));
}

//! Once for each file: at the first plan that uses it, since the device decides which lines are usable. The tables of
//! the library are held sound by tests; where a query of the device fails, its lines are no mistakes of theirs.
void Dispatcher::warnAboutUnusableLines(const Tuning& tuning)
{
    {
        std::lock_guard<std::mutex> lock(tuningMutex_);
        if (!checked_.insert(tuning.id).second)
            return;
    }
    for (const TuningTable& table : tuning.tables)
        if (table.isFile)
            for (const std::string& line : unusableLines(table, traits()))
                logLastingWarningOnce("tuning file " + line +
                                      "; no problem supports this line on this device, it is left out");
}

} // namespace clconv
} // namespace cv
