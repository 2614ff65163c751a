// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What is cached for each OpenCL context: device traits, compiled plans, coefficients. OpenCV's context owns it; a
// repeated call finds everything here without formatting a string.

#pragma once

#include "coefficients/specialization_table.hpp"
#include "runtime/batch/table_memory.hpp"
#include "runtime/cache/coefficient_cache.hpp"
#include "runtime/cache/compiled_plan.hpp"
#include "runtime/cache/exclusions.hpp"
#include "runtime/cache/tuning_check.hpp"
#include "runtime/memory/scratch_memory.hpp"

#include <functional>
#include <mutex>
#include <unordered_map>

namespace cv
{
namespace clconv
{

class ContextCache : public ocl::Context::UserContext
{
public:
    //! The cache of the calling thread's context.
    static std::shared_ptr<ContextCache> current();

    ContextCache();
    explicit ContextCache(const DeviceTraits& traits);
    const DeviceTraits& traits() const { return traits_; }

    //! Plans without building.
    Plan plan(const Problem& problem, const Force& force);

    //! Plans, builds and launches. An implementation that fails to build or to launch is excluded, and the next one is
    //! tried. Any other failure of a launch (a mapped image, no memory) is thrown: it counts for this call only.
    //! @param attempt launches; throws PlanFailure where the device rejects the plan
    //! @returns what was launched; without a kernel where no implementation is left, and nothing was launched
    std::shared_ptr<const CompiledPlan> run(const Problem& problem, const Force& force,
                                            const std::function<void(const CompiledPlan&)>& attempt);

    //! The plan of a problem if running it builds nothing: its program is compiled and was launched, or there is none.
    //! Null where it is not; nothing is built then.
    std::shared_ptr<const CompiledPlan> builtPlan(const Problem& problem, const Force& force);

    //! The taps that a problem's program is to be specialized for; null for most. Programs that the table evicts are
    //! released here and from OpenCV's cache.
    std::shared_ptr<const SpecializedTaps> specializedTaps(const Problem& problem, const CoefficientSet& coefficients,
                                                           const Force& force, SpecializationTable::Use use);

    //! For launches that hand numbers to each other.
    ScratchMemory& scratchMemory() { return scratchMemory_; }

    //! For tables of batches.
    TableMemory& tableMemory() { return tableMemory_; }

    //! Looks coefficients up by their content.
    //! @param filter one matrix: all taps; two: the row and column factors
    std::shared_ptr<const CoefficientSet> coefficients(const std::vector<Mat>& filter, int accDepth);

private:
    std::shared_ptr<const CompiledPlan> findPlan(const PlanKey& key);
    void keepPlan(const PlanKey& key, const std::shared_ptr<const CompiledPlan>& compiled);
    std::shared_ptr<const CompiledPlan> compiledPlan(const Problem& problem, const Force& force);
    void settleFailure(const PlanKey& key, const Plan& plan, const std::string& reason);
    std::shared_ptr<CompiledKernel> findKernel(const std::string& key);
    std::shared_ptr<CompiledKernel> compiledKernel(const Plan& plan);
    void evictSpecialized();

    const DeviceTraits traits_;
    TuningCheck tuningCheck_;
    Exclusions exclusions_;
    SpecializationTable specializedTaps_;
    ScratchMemory scratchMemory_;
    TableMemory tableMemory_;
    std::mutex mutex_;      // guards the maps; never held during a build
    std::mutex buildMutex_; // one build at a time: two threads with the same first call build once
    std::unordered_map<PlanKey, std::shared_ptr<const CompiledPlan>, PlanKeyHash> compiledPlans_;
    std::unordered_map<std::string, std::shared_ptr<CompiledKernel>> compiledKernels_;
    CoefficientCache coefficients_;
};

} // namespace clconv
} // namespace cv
