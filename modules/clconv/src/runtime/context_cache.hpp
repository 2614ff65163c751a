// SPDX-License-Identifier: Apache-2.0
//
// What is kept for the calls of one OpenCL context: device traits, plans, kernels, coefficients, scratch memory. A
// repeated call finds everything here without formatting a string.

#pragma once

#include "coefficients/coefficient_set.hpp"
#include "runtime/compiled_kernel.hpp"
#include "runtime/memory/scratch_memory.hpp"

#include <opencv2/core/bufferpool.hpp>

#include <unordered_map>

namespace cv { namespace clconv {

class ContextCache
{
public:
    //! @param traits of the calling thread's device
    explicit ContextCache(const DeviceTraits& traits) :
        traits_(traits), bufferPool_(ocl::getOpenCLAllocator()->getBufferPoolController())
    {
    }
    const DeviceTraits& traits() const { return traits_; }

    //! Null if it is not kept.
    std::shared_ptr<const CompiledPlan> findPlan(const PlanKey& key);
    //! @returns what is kept: another thread may have come first
    std::shared_ptr<const CompiledPlan> keepPlan(const PlanKey& key,
                                                 const std::shared_ptr<const CompiledPlan>& compiled);
    void dropPlan(const PlanKey& key);

    //! Sets the kernels of a plan to those that are kept.
    //! @param build whether to build and keep those that are missing
    //! @returns whether there is one for each launch
    bool setKernels(CompiledPlan& compiled, bool build);

    //! The taps that a problem's program is to be specialized for; null for most. Programs that the table evicts are
    //! released here and from OpenCV's cache.
    std::shared_ptr<const SpecializedTaps> specializedTaps(const Problem& problem, const CoefficientSet& coefficients,
                                                           SpecializationTable::Use use);

    //! Looks coefficients up by their content, or makes them.
    std::shared_ptr<const CoefficientSet> coefficients(const std::vector<Mat>& filter, int accDepth);

    ScratchMemory& scratchMemory() { return scratchMemory_; }
    TableMemory& tableMemory() { return tableMemory_; }

    //! Whether OpenCV's buffer pool is on. It reuses a released buffer at once, possibly on another queue that does not
    //! wait for a pending launch; images must then be retained until the launch has completed.
    bool reusesReleasedBuffers() const { return bufferPool_ && bufferPool_->getMaxReservedSize() > 0; }

private:
    struct KeptCoefficients
    {
        std::vector<uint64> content;
        std::shared_ptr<const CoefficientSet> set;
    };

    void evictSpecialized();

    const DeviceTraits traits_;
    const BufferPoolController* const bufferPool_; //!< of the context
    SpecializationTable specializedTaps_;
    ScratchMemory scratchMemory_;
    TableMemory tableMemory_;
    std::mutex mutex_; // guards the rest; never held during a build, or while coefficients are analysed
    std::unordered_map<PlanKey, std::shared_ptr<const CompiledPlan>, PlanKeyHash> compiledPlans_;
    std::unordered_map<std::string, std::shared_ptr<CompiledKernel>> compiledKernels_;
    std::unordered_multimap<uint64, KeptCoefficients> coefficients_; //!< by a hash of the content
    size_t coefficientBytes_ = 0;                                    //!< of their keys and contents
};

}} // namespace cv::clconv
