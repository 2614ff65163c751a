// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What the front doors have in common: where images lie, and asking one plan after the other.

#pragma once

#include "api/arguments.hpp"
#include "runtime/context_cache.hpp"

namespace cv
{
namespace clconv
{

//! A call as planning and launching see it.
struct DeviceCall
{
    std::shared_ptr<const CoefficientSet> coefficients;
    Problem problem; //!< with the specialized taps, where the call is to use them
    Geometry geometry;
};

//! @param use whether the call counts towards specialization
DeviceCall describeCall(ContextCache& cache, const Layout& src, const Layout& dst, const Call& call,
                        SpecializationTable::Use use);

//! Do two images lie in one allocation, or over one another in a caller's memory? Then one is never read while the other is written.
bool shareMemory(const UMat& a, const UMat& b);

//! Whether two images have bytes in common. Regions of one parent side by side have not.
bool intersect(const UMat& a, const UMat& b);

//! The source as a UMat that knows its parent. OpenCV's Mat::getUMat forgets it where the region begins in the upper left corner,
//! and takes padding at the end of rows for pixels.
UMat sourceOf(InputArray src);

//! isOnDevice, with words in the log where it is not.
//! @param made what the image is, where clconv has just made it with OpenCL on; null for one that was there before. Where the
//! device has no memory left, OpenCV makes an image on the host and says nothing.
bool foundOnDevice(const UMat& image, const char* made);

//! Says so where a call may read padding that OpenCV does not tell from pixels.
void warnOfPadding(InputArray src, const Call& call);

//! Runs the first implementation that the device takes.
//! @param launch as in ContextCache::run
//! @returns the implementation; null if none is left, and nothing was launched
const Implementation* enqueue(ContextCache& runtime, const Problem& problem,
                              const std::function<void(const CompiledPlan&)>& launch);

//! Runs a checked call: on the device, or, if no implementation runs there, on the CPU.
//! @returns the implementation that ran; null: the CPU fallback
const Implementation* run(InputArray src, OutputArray dst, const Call& call);

//! What lastImplementation() reports for the calling thread.
//! @param impl null: the CPU fallback
void setLastImplementation(const Implementation* impl);

//! Making an output may give the UMat that src names another buffer: the source is held under another name.
void withRetainedSource(InputArray src, const std::function<void(InputArray)>& work);

} // namespace clconv
} // namespace cv
