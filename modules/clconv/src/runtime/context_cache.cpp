// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The caches of one context.

#include "runtime/context_cache.hpp"
#include "runtime/memory/of_context.hpp"
#include "implementations/implementation.hpp"
#include "planner/current_tuning.hpp"
#include "planner/make_plan.hpp"
#include "util/log.hpp"
#include "util/opencl.hpp"

#include <set>

namespace cv
{
namespace clconv
{
namespace
{

// Bounds of the caches. A full one is cleared: an LRU list would have to be updated at every call.
const size_t maxCompiledPlans = 4096;
const size_t maxCompiledKernels = 1024;

PlanKey keyOf(const Problem& problem, const Force& force)
{
    return {problem, force.text, currentTuning().id};
}

//! What distinguishes compiled kernels.
std::string kernelKey(const Plan& plan)
{
    return std::string(plan.impl->name) + " " + plan.kernelName + " " + plan.options.text() +
           format(" %zux%zu", plan.local[0], plan.local[1]);
}

} // namespace

std::shared_ptr<ContextCache> ContextCache::current()
{
    return ofCurrentContext<ContextCache>();
}

ContextCache::ContextCache() : ContextCache(traitsOf(ocl::Device::getDefault())) {}

ContextCache::ContextCache(const DeviceTraits& traits) : traits_(traits) {}

std::shared_ptr<const CompiledPlan> ContextCache::run(const Problem& problem, const Force& force,
                                                      const std::function<void(const CompiledPlan&)>& attempt)
{
    for (;;)
    {
        const std::shared_ptr<const CompiledPlan> compiled = compiledPlan(problem, force);
        if (!compiled)
            continue;
        if (!compiled->compiledKernel)
            return compiled;
        try
        {
            attempt(*compiled);
            return compiled;
        }
        catch (const PlanFailure& e)
        {
            settleFailure(keyOf(problem, force), compiled->plan, std::string("it cannot be launched: ") + e.what());
        }
    }
}

std::shared_ptr<const CompiledPlan> ContextCache::findPlan(const PlanKey& key)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = compiledPlans_.find(key);
    return found != compiledPlans_.end() ? found->second : nullptr;
}

//! The plan with its kernel, from the cache or built now; null if it does not build: its implementation is then
//! excluded.
std::shared_ptr<const CompiledPlan> ContextCache::compiledPlan(const Problem& problem, const Force& force)
{
    const PlanKey key = keyOf(problem, force);
    std::shared_ptr<const CompiledPlan> found = findPlan(key);
    if (found)
        return found;
    std::lock_guard<std::mutex> building(buildMutex_);
    found = findPlan(key); // another thread may have built it meanwhile
    if (found)
        return found;
    const auto made = std::make_shared<CompiledPlan>();
    made->plan = plan(problem, force);
    try
    {
        if (made->plan.impl)
            made->setKernels([this](const Plan& p) { return compiledKernel(p); });
    }
    catch (const std::exception& e)
    {
        settleFailure(key, made->plan, std::string("it does not build: ") + e.what());
        return nullptr;
    }
    keepPlan(key, made);
    return made;
}

void ContextCache::keepPlan(const PlanKey& key, const std::shared_ptr<const CompiledPlan>& compiled)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (compiledPlans_.size() >= maxCompiledPlans)
        compiledPlans_.clear();
    compiledPlans_[key] = compiled;
}

std::shared_ptr<const CompiledPlan> ContextCache::builtPlan(const Problem& problem, const Force& force)
{
    const PlanKey key = keyOf(problem, force);
    std::shared_ptr<const CompiledPlan> compiled = findPlan(key);
    if (!compiled)
    {
        const auto made = std::make_shared<CompiledPlan>();
        made->plan = plan(problem, force);
        if (made->plan.impl && !made->setKernels([this](const Plan& p) { return findKernel(kernelKey(p)); }))
            return nullptr;
        keepPlan(key, made);
        compiled = made;
    }
    return compiled->launched() ? compiled : nullptr;
}

Plan ContextCache::plan(const Problem& problem, const Force& force)
{
    const Tuning& tuning = currentTuning();
    tuningCheck_.warnAboutUnusableLines(tuning, traits_);
    const std::map<std::string, std::string> failed = exclusions_.failedFor({problem, force.text, tuning.id});
    Plan plan = makePlan(problem, exclusions_.usable(traits_), force, failed, tuning);
    if (!plan.warning.empty())
        logWarningOnce(plan.warning);
    return plan;
}

std::shared_ptr<CompiledKernel> ContextCache::findKernel(const std::string& key)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = compiledKernels_.find(key);
    return found != compiledKernels_.end() ? found->second : nullptr;
}

std::shared_ptr<CompiledKernel> ContextCache::compiledKernel(const Plan& plan)
{
    const std::string key = kernelKey(plan);
    if (const std::shared_ptr<CompiledKernel> found = findKernel(key))
        return found;
    const auto made = std::make_shared<CompiledKernel>(plan);
    std::lock_guard<std::mutex> lock(mutex_);
    if (compiledKernels_.size() >= maxCompiledKernels)
        compiledKernels_.clear();
    compiledKernels_[key] = made;
    return made;
}

std::shared_ptr<const SpecializedTaps> ContextCache::specializedTaps(const Problem& problem,
                                                                     const CoefficientSet& coefficients,
                                                                     const Force& force, SpecializationTable::Use use)
{
    bool evicted = false;
    const bool forced = force.name == "specialized" || force.name == "cpu_specialized";
    const std::shared_ptr<const SpecializedTaps> found =
        specializedTaps_.find(problem, coefficients, forced, use, evicted);
    if (evicted)
        evictSpecialized();
    return found;
}

void ContextCache::evictSpecialized()
{
    std::lock_guard<std::mutex> lock(mutex_);
    std::set<std::shared_ptr<CompiledKernel>> dropped;
    for (auto entry = compiledPlans_.begin(); entry != compiledPlans_.end();)
    {
        const bool drop = entry->first.problem.specializedTaps && !specializedTaps_.contains(entry->first.problem);
        if (drop && entry->second->compiledKernel && entry->second->plan.specialized)
            dropped.insert(entry->second->compiledKernel);
        entry = drop ? compiledPlans_.erase(entry) : ++entry;
    }
    for (auto entry = compiledKernels_.begin(); entry != compiledKernels_.end();)
        entry = dropped.count(entry->second) ? compiledKernels_.erase(entry) : ++entry;
    for (const std::shared_ptr<CompiledKernel>& compiledKernel : dropped)
        compiledKernel->unload();
}

//! The next plan for this key is another one.
void ContextCache::settleFailure(const PlanKey& key, const Plan& plan, const std::string& reason)
{
    exclusions_.add(key, plan, traits_, reason);
    std::lock_guard<std::mutex> lock(mutex_);
    compiledPlans_.erase(key);
}

std::shared_ptr<const CoefficientSet> ContextCache::coefficients(const std::vector<Mat>& filter, int accDepth)
{
    return coefficients_.find(filter, accDepth, traits_);
}

} // namespace clconv
} // namespace cv
