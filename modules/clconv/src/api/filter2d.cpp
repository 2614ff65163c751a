// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filter2D and sepFilter2D: check the arguments, run on the device, and if that fails on the CPU.

#include "api/filter2d.hpp"
#include "api/cpu_fallback.hpp"
#include "implementations/implementation.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"
#include "opencv2/core/utils/trace.hpp"

namespace cv
{
namespace clconv
{
namespace
{

thread_local const char* lastName = "";

//! Runs the call on UMats that share no memory.
const Implementation* runOnUMats(ContextCache& cache, const UMat& src, UMat& dst, const Call& call)
{
    const DeviceCall device = describeCall(cache, layoutOf(src), layoutOf(dst), call, SpecializationTable::Use::Call);
    const auto attempt = [&](const CompiledPlan& compiled)
    { launchPlan(compiled, device.problem, device.geometry, src, &dst, *device.coefficients, call.delta); };
    return runPlan(cache, device.problem, std::ref(attempt)); // std::function would copy its captures to the heap
}

//! @returns the implementation that ran; null where none did
const Implementation* runOnDevice(InputArray src_, OutputArray dst_, const Call& call)
{
    try
    {
        const SourceImage source(src_);
        const UMat& src = source.image();
        const bool dstIsMade = dst_.dims() != 2 || dst_.size() != call.size || dst_.type() != call.dstType;
        dst_.create(call.size, call.dstType);
        UMat dst = dst_.getUMat();
        if (!checkOnDevice(src, src_.isUMat() ? NULL : "the source") ||
            !checkOnDevice(dst, dstIsMade ? "the output" : NULL))
            return nullptr;
        const bool separate = !shareMemory(src, dst);
        const std::shared_ptr<ContextCache> cache = ContextCache::current();
        if (separate)
            return runOnUMats(*cache, src, dst, call);
        UMat result(call.size, call.dstType);
        if (!checkOnDevice(result, "the result of a call in place"))
            return nullptr;
        const Implementation* impl = runOnUMats(*cache, src, result, call);
        if (!impl)
            return nullptr;
        result.copyTo(dst);
        if (isTemporary(dst))
            finishQueue();
        return impl;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, the call runs on the CPU: ") + e.what());
        return nullptr;
    }
}

} // namespace

const Implementation* run(InputArray src, OutputArray dst, const Call& call)
{
    if (!dst.isUMat())
        logDebugOnce("the output is not a UMat: the call runs on the CPU");
    else if (!ocl::useOpenCL())
        logDebugOnce("OpenCL is unavailable or disabled: the call runs on the CPU");
    else if (const Implementation* impl = runOnDevice(src, dst, call))
        return impl;
    runOnCpu(src, dst, call);
    return nullptr;
}

void setLastImplementation(const Implementation* impl)
{
    lastName = impl ? impl->name : cpuFallbackName;
}

void filter(InputArray src, OutputArray dst, const Call& call)
{
    warnAboutPadding(src, call);
    withRetainedSource(src, [&](InputArray source) { setLastImplementation(run(source, dst, call)); });
}

std::string lastImplementation()
{
    return lastName;
}

void filter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernel, Point anchor, double delta,
              int borderType)
{
    CV_TRACE_FUNCTION();
    filter(src, dst, checkFilter2D(src, &dst, ddepth, kernel, anchor, delta, borderType));
}

void sepFilter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernelX, InputArray kernelY, Point anchor,
                 double delta, int borderType)
{
    CV_TRACE_FUNCTION();
    filter(src, dst, checkSepFilter2D(src, &dst, ddepth, kernelX, kernelY, anchor, delta, borderType));
}

} // namespace clconv
} // namespace cv
