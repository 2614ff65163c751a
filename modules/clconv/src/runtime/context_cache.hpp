// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What is cached for each OpenCL context: device traits, compiled plans, coefficients. OpenCV's context owns it; a
// repeated call finds everything here without formatting a string.

#pragma once

#include "coefficients/coefficient_set.hpp"
#include "coefficients/specialization_table.hpp"
#include "runtime/batch/table_memory.hpp"
#include "runtime/compiled_kernel.hpp"
#include "runtime/memory/scratch_memory.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <unordered_map>

namespace cv
{
namespace clconv
{

struct Tuning;

//! A plan and its kernel; without a kernel the call runs on the CPU.
struct CompiledPlan
{
    Plan plan;
    std::shared_ptr<CompiledKernel> compiledKernel;
    std::vector<std::shared_ptr<CompiledKernel>> stageKernels; //!< of the plan's stages
    std::shared_ptr<CompiledKernel> repairKernel;              //!< of the plan's repair, if it has one

    //! All kernels that are launched.
    std::vector<std::shared_ptr<CompiledKernel>> kernels() const;
    //! Whether a launch of each has been noted, and notes it (CompiledKernel).
    bool launched() const;
    void setLaunched() const;
};

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

    //! Gives the kernel of a plan or of a stage, or null.
    typedef std::function<std::shared_ptr<CompiledKernel>(const Plan&)> KernelSource;

    std::shared_ptr<const CompiledPlan> findPlan(const Key& key);
    void keepPlan(const Key& key, const std::shared_ptr<const CompiledPlan>& compiled);
    std::shared_ptr<const CompiledPlan> compiledPlan(const Problem& problem, const Force& force);
    bool setKernels(CompiledPlan& compiled, const KernelSource& kernelOf);
    bool rejectUnreportedLocal(const Key& key, const Plan& plan, const std::string& reason);
    void exclude(const Problem& problem, const Force& force, const std::string& name, const std::string& reason);
    std::shared_ptr<CompiledKernel> findKernel(const std::string& key);
    std::shared_ptr<CompiledKernel> compiledKernel(const Plan& plan);
    void evictSpecialized();
    void warnAboutUnusableLines(const Tuning& tuning);

    const DeviceTraits traits_;
    std::atomic<bool> reportedLocalOnly_; // DeviceTraits::unreportedLocalBytes was tried, and failed
    std::mutex mutex_;                    // guards the maps; never held during a build
    std::mutex buildMutex_;               // one build at a time: two threads with the same first call build once
    SpecializationTable specializedTaps_;
    ScratchMemory scratchMemory_;
    TableMemory tableMemory_;
    std::unordered_map<Key, std::shared_ptr<const CompiledPlan>, KeyHash> compiledPlans_;
    std::unordered_map<Key, Failures, KeyHash> failures_;
    std::unordered_map<std::string, std::shared_ptr<CompiledKernel>> compiledKernels_;
    std::unordered_map<std::string, std::shared_ptr<const CoefficientSet>> coefficients_;
    std::set<int> checkedTunings_; // Tuning::id
    size_t coefficientBytes_ = 0;  // of their keys and contents
};

} // namespace clconv
} // namespace cv
