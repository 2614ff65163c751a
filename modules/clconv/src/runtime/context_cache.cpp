// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The caches of one context.

#include "runtime/context_cache.hpp"
#include "implementations/implementation.hpp"

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

//! What distinguishes compiled kernels.
std::string kernelKey(const Plan& plan)
{
    return std::string(plan.impl->name) + " " + plan.kernelName + " " + plan.options.text() +
           format(" %zux%zu", plan.local[0], plan.local[1]);
}

} // namespace

std::shared_ptr<const CompiledPlan> ContextCache::findPlan(const PlanKey& key)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = compiledPlans_.find(key);
    return found != compiledPlans_.end() ? found->second : nullptr;
}

void ContextCache::keepPlan(const PlanKey& key, const std::shared_ptr<const CompiledPlan>& compiled)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (compiledPlans_.size() >= maxCompiledPlans)
        compiledPlans_.clear();
    compiledPlans_[key] = compiled;
}

void ContextCache::dropPlan(const PlanKey& key)
{
    std::lock_guard<std::mutex> lock(mutex_);
    compiledPlans_.erase(key);
}

bool ContextCache::setKernels(CompiledPlan& compiled, bool build)
{
    for (const Plan& one : launchesOf(compiled.plan))
    {
        compiled.kernels.push_back(kernelOf(one, build));
        if (!compiled.kernels.back())
            return false;
    }
    return true;
}

std::shared_ptr<CompiledKernel> ContextCache::kernelOf(const Plan& plan, bool build)
{
    const std::string key = kernelKey(plan);
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = compiledKernels_.find(key);
        if (found != compiledKernels_.end() || !build)
            return found != compiledKernels_.end() ? found->second : nullptr;
    }
    const auto made = std::make_shared<CompiledKernel>(plan);
    std::lock_guard<std::mutex> lock(mutex_);
    if (compiledKernels_.size() >= maxCompiledKernels)
        compiledKernels_.clear();
    compiledKernels_[key] = made;
    return made;
}

std::shared_ptr<const SpecializedTaps>
ContextCache::specializedTaps(const Problem& problem, const CoefficientSet& coefficients, SpecializationTable::Use use)
{
    bool evicted = false;
    const Force& force = currentForce();
    const Implementation* const forced = force.empty() ? nullptr : implementationOf(force.name);
    const std::shared_ptr<const SpecializedTaps> found =
        specializedTaps_.find(problem, coefficients, forced && forced->has(Specializes), use, evicted);
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
        const std::vector<std::shared_ptr<CompiledKernel>>& kernels = entry->second->kernels;
        if (drop && entry->second->plan.specialized)
            dropped.insert(kernels.begin(), kernels.end());
        entry = drop ? compiledPlans_.erase(entry) : ++entry;
    }
    for (auto entry = compiledKernels_.begin(); entry != compiledKernels_.end();)
        entry = dropped.count(entry->second) ? compiledKernels_.erase(entry) : ++entry;
    for (const std::shared_ptr<CompiledKernel>& compiledKernel : dropped)
        compiledKernel->unload();
}

} // namespace clconv
} // namespace cv
