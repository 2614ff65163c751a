// SPDX-License-Identifier: Apache-2.0
//
// Enqueues a compiled plan on the calling thread's queue, for one image or for a batch (launch_batch.cpp).

#pragma once

#include "runtime/context_cache.hpp"
#include "util/profiling.hpp"

namespace cv { namespace clconv {

//! Whether the image has an OpenCL buffer: one allocated while OpenCL was disabled has none.
inline bool isOnDevice(const UMat& image)
{
    return image.u->currAllocator == ocl::getOpenCLAllocator();
}

//! Whether the image's memory is neither OpenCL's nor the host's: CUDA's, in OpenCV 5, or a program's own.
inline bool isForeign(const UMat& image)
{
    const MatAllocator* const owner = image.u->currAllocator;
    return !isOnDevice(image) && owner != Mat::getStdAllocator() && owner != Mat::getDefaultAllocator();
}

//! Whether a Mat that UMat::getMat() returned is alive: until it is released, no kernel can have the image's buffer as
//! an argument.
inline bool isMapped(const UMat& image)
{
    return image.u->refcount > 0 && isOnDevice(image);
}

//! Whether the UMat was made from a Mat. It accesses the Mat's memory when it is released, so the device must have
//! finished by then.
inline bool isTemporary(const UMat& image)
{
    return image.u->tempUMat();
}

//! Whether the device has memory for an image: overwrites its first byte, and waits.
bool hasMemory(UMat& image);

//! Waits for the device. Throws std::runtime_error if a command failed meanwhile, which OpenCV's own function ignores.
void finishQueue();

//! Waits until the commands of an in-order queue are complete; by a marker's event where clFinish fails. Failures are
//! logged.
//! @returns whether they are; if not, what they use must stay allocated
bool drain(const cl::CommandQueue& queue) noexcept;

//! Throws what an error of OpenCL at a launch means for the call: MemoryFailure where the device has no memory,
//! PlanFailure where it rejects the plan, otherwise std::runtime_error; each names the function and its code.
//! @param what the memory is for
//! @param noMemory there is known to be none; CL_OUT_OF_RESOURCES may mean that, or registers
[[noreturn]] void throwFailure(const cl::Error& error, const char* what, bool noMemory);

//! What stages of a chain read besides the source.
struct StageInputs
{
    const CoefficientSet* numbers; //!< of stages behind a filter; null: there are none
    const UMat* second;            //!< null: there is no second image
};

//! Enqueues and returns; the images may be released right after. Waits for the device if one of them is temporary.
//!
//! Throws PlanFailure if the device rejects the plan, MemoryFailure if it has no memory for the images; nothing is
//! pending then. Any other exception (cl::Error, cv::Exception) concerns this call only, and dst may have been
//! written.
//! @param dst array of as many images as the plan has filters; they share no memory with src
void launchPlan(const CompiledPlan& compiled, const Problem& problem, const Geometry& geometry, const UMat& src,
                UMat* dst, const CoefficientSet& coefficients, double delta,
                const StageInputs& stages = {nullptr, nullptr});

//! Runs a plan on buffers (cl_mem) that share no memory, and waits. Throws as launchPlan does, and std::runtime_error
//! for a plan that reads an image.
//! @param dst as many outputs of one layout as the plan has filters
//! @param numbers of stages behind the filter; null: there are none
void runOnBuffers(const CompiledPlan& compiled, const Problem& problem, const Geometry& geometry, void* src,
                  const std::vector<void*>& dst, const CoefficientSet& coefficients, double delta,
                  const CoefficientSet* numbers = nullptr);

//! An image of a batch. Plain pointers: batches have thousands, and most are alike.
struct BatchItem
{
    const UMat *src, *dst;
    const Problem* problem; //!< of this image alone; images that are alike may have the same one
    Geometry geometry;
    const CoefficientSet* coefficients;
};

//! Enqueues launches for all items, each for as many as it has arguments for, and returns. Throws as launchPlan does;
//! some of the outputs may have been written then.
//! @param compiled plan of a batch; it supports the problems of the items
//! @param items their images are on the device and no temporary ones, the outputs share no memory with the sources and
//! have no pixels in common; all have the same coefficients unless batch.filterEach
void launchBatch(const CompiledPlan& compiled, const Problem& batch, const std::vector<BatchItem>& items, double delta);

}} // namespace cv::clconv
