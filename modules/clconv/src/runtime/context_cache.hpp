// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What is kept for the calls of one OpenCL context: device traits, plans, kernels, coefficients, scratch memory. A
// repeated call finds everything here without formatting a string.

#pragma once

#include "coefficients/specialization_table.hpp"
#include "runtime/batch/table_memory.hpp"
#include "runtime/cache/coefficient_cache.hpp"
#include "runtime/cache/compiled_plan.hpp"
#include "runtime/cache/plan_key.hpp"
#include "runtime/memory/scratch_memory.hpp"

#include <mutex>
#include <unordered_map>

namespace cv
{
namespace clconv
{

class ContextCache
{
public:
    explicit ContextCache(const DeviceTraits& traits) : traits_(traits) {}
    const DeviceTraits& traits() const { return traits_; }

    //! Null if it is not kept.
    std::shared_ptr<const CompiledPlan> findPlan(const PlanKey& key);
    void keepPlan(const PlanKey& key, const std::shared_ptr<const CompiledPlan>& compiled);
    void dropPlan(const PlanKey& key);

    //! The kernel of a plan; null if it is not kept.
    std::shared_ptr<CompiledKernel> findKernel(const Plan& plan);
    //! Builds it where it is not kept.
    std::shared_ptr<CompiledKernel> compiledKernel(const Plan& plan);

    //! The taps that a problem's program is to be specialized for; null for most. Programs that the table evicts are
    //! released here and from OpenCV's cache.
    std::shared_ptr<const SpecializedTaps> specializedTaps(const Problem& problem, const CoefficientSet& coefficients,
                                                           SpecializationTable::Use use);

    //! Looks coefficients up by their content.
    //! @param filter one matrix: all taps; two: the row and column factors
    std::shared_ptr<const CoefficientSet> coefficients(const std::vector<Mat>& filter, int accDepth)
    {
        return coefficients_.find(filter, accDepth, traits_);
    }

    //! For launches that hand numbers to each other.
    ScratchMemory& scratchMemory() { return scratchMemory_; }

    //! For tables of batches.
    TableMemory& tableMemory() { return tableMemory_; }

private:
    void evictSpecialized();

    const DeviceTraits traits_;
    SpecializationTable specializedTaps_;
    ScratchMemory scratchMemory_;
    TableMemory tableMemory_;
    std::mutex mutex_; // guards the maps; never held during a build
    std::unordered_map<PlanKey, std::shared_ptr<const CompiledPlan>, PlanKeyHash> compiledPlans_;
    std::unordered_map<std::string, std::shared_ptr<CompiledKernel>> compiledKernels_;
    CoefficientCache coefficients_;
};

} // namespace clconv
} // namespace cv
