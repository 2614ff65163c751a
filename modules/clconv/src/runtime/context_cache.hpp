// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What is kept for each OpenCL context: the device's traits, prepared plans, programs, coefficients. It lives in OpenCV's
// context and dies with it; a repeated call finds everything here without formatting a string.

#pragma once

#include "coefficients/coefficient_set.hpp"
#include "coefficients/specialization_table.hpp"
#include "runtime/compiled_kernel.hpp"

#include <functional>
#include <mutex>
#include <unordered_map>

namespace cv
{
namespace clconv
{

//! A plan and its program; where there is no executable the CPU does it.
struct CompiledPlan
{
    Plan plan;
    std::shared_ptr<CompiledKernel> compiledKernel;
};

class ContextCache : public ocl::Context::UserContext
{
public:
    //! of the calling thread's context
    static std::shared_ptr<ContextCache> current();

    ContextCache();
    const DeviceTraits& traits() const { return traits_; }

    //! Plans, builds nothing.
    Plan plan(const Problem& problem, const Force& force);

    //! Plans, builds and launches. An implementation that fails to build or to launch is excluded, and the next one is tried. Any
    //! other failure of a launch (a mapped image, no memory) is thrown: it counts for this call only.
    //! @param launch throws PlanFailure where the device rejects the plan
    //! @returns what was launched; without a kernel where no implementation is left, and nothing was launched
    std::shared_ptr<const CompiledPlan> run(const Problem& problem, const Force& force,
                                            const std::function<void(const CompiledPlan&)>& launch);

    //! The literals that a problem without them is to run with; null: none, as most. With programs that the table dropped for
    //! them, those are forgotten here and in OpenCV's cache.
    std::shared_ptr<const SpecializedTaps> specializedTaps(const Problem& problem, const CoefficientSet& coefficients,
                                                           const Force& force, SpecializationTable::Use use);

    //! Looks coefficients up by their content.
    //! @param kernels one matrix: a kernel; two: the factors along the row and along the column
    std::shared_ptr<const CoefficientSet> coefficients(const std::vector<Mat>& kernels, int accDepth);

private:
    struct Key
    {
        Problem problem;
        std::string force;
        int tuning; //!< Tuning::id
        bool operator==(const Key& other) const
        {
            return problem == other.problem && force == other.force && tuning == other.tuning;
        }
    };
    struct KeyHash
    {
        size_t operator()(const Key& key) const
        {
            return ProblemHash()(key.problem) ^ size_t(key.tuning) ^
                   (key.force.empty() ? 0 : std::hash<std::string>()(key.force));
        }
    };
    typedef std::map<std::string, std::string> Failures;

    std::shared_ptr<const CompiledPlan> findPlan(const Key& key);
    std::shared_ptr<const CompiledPlan> compiledPlan(const Problem& problem, const Force& force);
    void exclude(const Problem& problem, const Force& force, const std::string& name, const std::string& reason);
    std::shared_ptr<CompiledKernel> compiledKernel(const Plan& plan);
    void evictSpecialized();

    const DeviceTraits traits_;
    std::mutex mutex_;      // over the maps; never held while something is built
    std::mutex buildMutex_; // one build at a time: two threads with the same first call build once
    SpecializationTable specializedTaps_;
    std::unordered_map<Key, std::shared_ptr<const CompiledPlan>, KeyHash> compiledPlans_;
    std::unordered_map<Key, Failures, KeyHash> failures_;
    std::unordered_map<std::string, std::shared_ptr<CompiledKernel>> compiledKernels_;
    std::unordered_map<std::string, std::shared_ptr<const CoefficientSet>> coefficients_;
    size_t coefficientBytes_ = 0; // of their keys and contents
};

} // namespace clconv
} // namespace cv
