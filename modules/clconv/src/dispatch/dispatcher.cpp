// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Planning, building, and what follows from failures.

#include "dispatch/dispatcher.hpp"
#include "implementations/implementation.hpp"
#include "planner/current_tuning.hpp"
#include "planner/make_plan.hpp"
#include "runtime/memory/of_context.hpp"
#include "util/log.hpp"

namespace cv
{
namespace clconv
{
namespace
{

const size_t maxFailures = 4096; // a full map is cleared: what fails is excluded once more

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
    DeviceTraits usable = traits();
    if (reportedLocalOnly_)
        usable.unreportedLocalBytes = 0;
    Failures failed;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = failures_.find(keyOf(problem));
        if (found != failures_.end())
            failed = found->second;
    }
    Plan plan = makePlan(problem, usable, currentForce(), failed, currentTuning());
    if (!plan.warning.empty())
        logWarningOnce(plan.warning);
    return plan;
}

std::shared_ptr<const CompiledPlan> Dispatcher::program(const Problem& problem)
{
    std::shared_ptr<const CompiledPlan> found = cache_.findPlan(keyOf(problem));
    while (!found)
        found = make(problem, true);
    if (found->kernels.empty())
        logDebugOnce(
            (problem.filterCount > 1 ? "the filters of a bank run one by one:\n" : "the call runs on the CPU:\n") +
            toText(found->plan.verdicts));
    return found;
}

//! Null if the plan does not build, whose implementation is excluded then, or is not built and may not be.
std::shared_ptr<const CompiledPlan> Dispatcher::make(const Problem& problem, bool mayBuild)
{
    std::unique_lock<std::mutex> building(buildMutex_, std::defer_lock);
    if (mayBuild)
        building.lock();
    if (const auto found = cache_.findPlan(keyOf(problem))) // another thread has built it meanwhile
        return found;
    const auto made = std::make_shared<CompiledPlan>(CompiledPlan{plan(problem), {}, &cache_});
    try
    {
        if (made->plan.impl && !cache_.setKernels(*made, mayBuild))
            return nullptr;
    }
    catch (const std::exception& e)
    {
        exclude(problem, made->plan, std::string("it does not build: ") + e.what());
        return nullptr;
    }
    return cache_.keepPlan(keyOf(problem), made);
}

std::shared_ptr<const CompiledPlan> Dispatcher::readyProgram(const Problem& problem)
{
    const std::shared_ptr<const CompiledPlan> compiled = make(problem, false);
    return compiled && compiled->launched() ? compiled : nullptr;
}

//! The next plan for this problem is another one. A plan with more local memory than the device reports is the last
//! such plan of the context; any other one excludes its implementation.
void Dispatcher::exclude(const Problem& problem, const Plan& plan, const std::string& reason)
{
    const std::string name = plan.impl->name;
    if (plan.localBytes > traits().localBytes)
    {
        if (!reportedLocalOnly_.exchange(true))
            logLastingWarningOnce(
                format("more local memory than the device's %zu bytes is not used: ", traits().localBytes) + name +
                ", " + reason);
    }
    else
    {
        logLastingWarningOnce("implementation '" + name + "' is excluded: " + reason);
        std::lock_guard<std::mutex> lock(mutex_);
        if (failures_.size() >= maxFailures)
            failures_.clear();
        failures_[keyOf(problem)][name] = reason;
    }
    cache_.dropPlan(keyOf(problem));
}

} // namespace clconv
} // namespace cv
