// SPDX-License-Identifier: Apache-2.0
//
// filter2D and sepFilter2D: check the arguments, run on the device, and if that fails on the CPU.

#include "api/filter2d.hpp"
#include "api/border_value.hpp"
#include "api/cpu_fallback.hpp"
#include "api/host/host_run.hpp"
#include "api/host/mats.hpp"
#include "implementations/implementation.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"
#include "opencv2/core/utils/trace.hpp"

namespace cv { namespace clconv {
namespace {

thread_local const char* lastName = "";
thread_local bool lastTogether = false;
thread_local unsigned long accepted = 0;

//! Replaces an output that clconv has made by one on the host if the device has no memory for it, which drivers may
//! report only when a command uses it.
void replaceWithoutMemory(OutputArray dst, const Call& call)
{
    UMat& made = dst.getUMatRef();
    if (!made.empty() && isOnDevice(made) && !hasMemory(made))
    {
        made.release();
        made = newOnHost(call.size, call.dstType);
    }
}

//! Runs a call on the device, in bands where it has no memory for the images, in place through a temporary image.
//! @param original the source of the call that `src_` was made for
//! @param output what it is, for messages
//! @returns the implementation that ran; null where none did
const Implementation* runOnDevice(InputArray src_, OutputArray dst_, const Call& call, InputArray original,
                                  const char* output = "the output")
{
    const bool dstIsNew = willBeMade(dst_, call);
    try
    {
        SourceImage source(src_);
        const UMat& src = source.image();
        dst_.create(call.size, call.dstType);
        UMat dst = dst_.getUMat();
        if (shareMemory(src, dst))
        {
            source.release();
            UMat result = isOnDevice(dst) ? UMat() : newOnHost(call.size, call.dstType);
            const Implementation* impl = runOnDevice(src_, result, call, original, "the result of a call in place");
            if (impl)
                copyImage(result, dst);
            if (impl && isTemporary(dst))
                finishQueue();
            return impl;
        }
        if (checkOnDevice(src, src_.isUMat() ? NULL : "the source") && checkOnDevice(dst, dstIsNew ? output : NULL))
            try
            {
                return runOnUMats(src, dst, call);
            }
            catch (const MemoryFailure& e)
            {
                logWarningOnce(e.what());
            }
        if (dstIsNew)
        {
            dst.release();
            replaceWithoutMemory(dst_, call);
            dst = dst_.getUMat();
        }
        FilterReach reach;
        reach.include(call);
        return runInBands(original, source, {&dst}, call, reach, workOf(call)).impl;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, the call runs on the CPU: ") + e.what());
        if (dstIsNew)
            replaceWithoutMemory(dst_, call);
        return nullptr;
    }
}

//! Whether the device cannot run the call because an image is mapped. Logged as a decision, since the program may
//! intend it.
bool isRefusedForMapping(InputArray src, OutputArray dst, const Call& call)
{
    const bool isSource = src.isUMat() && isMapped(*static_cast<const UMat*>(src.getObj()));
    const UMat& output = dst.getUMatRef();
    if (!isSource && (!output.u || !isMapped(output) || willBeMade(dst, call)))
        return false;
    logDebugOnce("an image is mapped by a Mat of the program (UMat::getMat): the call runs on the CPU");
    return true;
}

//! A call on images in the host's memory: on the device where useDeviceForMats() chooses it, otherwise on the CPU.
//! @param src not the same Mat object as dst, which create() may give other memory
const Implementation* runHostImages(const Mat& src, OutputArray dst, const Call& call)
{
    MatCall& mat = lastMatCall();
    const Implementation* impl = mat.run(src, dst, call);
    if (impl || callSettings().deviceOnly)
        return impl;
    if (mat.reason() == MatReason::Off)
        logDebugOnce("the output is not a UMat: the call runs on the CPU");
    const int64 start = getTickCount();
    runOnCpu(src, dst, call);
    mat.addCpuTime(double(getTickCount() - start) / getTickFrequency());
    return nullptr;
}

} // namespace

const Implementation* run(InputArray src, OutputArray dst, const Call& call)
{
    return run(src, dst, call, src);
}

const Implementation* run(InputArray src, OutputArray dst, const Call& call, InputArray original)
{
    if (callSettings().inquiry)
    {
        lookAt(original, call);
        return nullptr;
    }
    if (callSettings().split)
        if (const Implementation* impl = runSplit(original, dst, call))
            return impl;
    const bool hasDevice = dst.isUMat() && ocl::useOpenCL();
    const bool areUMats = src.isUMat() && dst.isUMat();
    if ((src.isMat() && dst.isMat()) || (areUMats && !hasDevice && usesDeviceForMats() && areUMatsOnHost()))
    {
        const MappedImage image(src);
        return runHostImages(image.mat, dst, call);
    }
    if (!dst.isUMat())
        logDebugOnce("the output is not a UMat: the call runs on the CPU");
    else if (!hasDevice)
        logDebugOnce("OpenCL is unavailable or disabled: the call runs on the CPU");
    else if (!isRefusedForMapping(src, dst, call))
        if (const Implementation* impl = runOnDevice(src, dst, call, original))
            return impl;
    runOnCpu(original, dst, call);
    return nullptr;
}

void setLastImplementation(const Implementation* impl, bool together)
{
    lastName = impl ? impl->name : cpuFallbackName;
    if (!impl && callSettings().allOnDevice)
        *callSettings().allOnDevice = false;
    lastTogether = together;
}

std::string lastImplementation()
{
    return lastName;
}

bool lastRanTogether()
{
    return lastTogether;
}

unsigned long acceptedCalls()
{
    return accepted;
}

void filter(InputArray src, OutputArray dst, const Call& call)
{
    const OneWarning one;
    warnAboutPadding(src, call);
    if (hasBorderValue(call))
    {
        std::vector<Call> calls = {call};
        if (src.isUMat())
            return filter(withBorderValue(src.getUMat(), calls), dst, calls[0]);
        return filter(withBorderValue(src.getMat(), calls), dst, calls[0]);
    }
    ++accepted;
    const UMat* const image = src.isUMat() ? static_cast<const UMat*>(src.getObj()) : nullptr;
    RetainedSources kept(image, image ? 1 : 0);
    setLastImplementation(run(image ? _InputArray(*kept.images()) : src, dst, call));
    kept.release();
}

void copy(InputArray src, OutputArray dst)
{
    if (callSettings().inquiry)
        return;
    dst.create(src.size(), src.type());
    ++accepted;
    setLastImplementation(nullptr); // OpenCV's copy
    if (src.getObj() == dst.getObj())
        return;
    // OpenCL does not copy between regions that overlap, and OpenCV copies rows of Mats from the top.
    if (src.isUMat() && dst.isUMat() ? !intersect(src.getUMat(), dst.getUMat())
                                     : src.isMat() && dst.isMat() && !overlap(src.getMat(), dst.getMat()))
        return src.copyTo(dst);
    Mat separate;
    src.copyTo(separate);
    separate.copyTo(dst);
}

void filter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernel, Point anchor, double delta,
              int borderType)
{
    filter2D(src, dst, ddepth, kernel, anchor, delta, borderType, Scalar());
}

void filter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernel, Point anchor, double delta,
              int borderType, const Scalar& borderValue)
{
    CV_TRACE_FUNCTION();
    refuseEmpty(src.empty(), CV_Func);
    Call call = checkFilter2D(src, &dst, ddepth, kernel, anchor, delta, borderType);
    call.borderValue = borderValue;
    filter(src, dst, call);
}

void sepFilter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernelX, InputArray kernelY, Point anchor,
                 double delta, int borderType)
{
    sepFilter2D(src, dst, ddepth, kernelX, kernelY, anchor, delta, borderType, Scalar());
}

void sepFilter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernelX, InputArray kernelY, Point anchor,
                 double delta, int borderType, const Scalar& borderValue)
{
    CV_TRACE_FUNCTION();
    refuseEmpty(src.empty(), CV_Func);
    Call call = checkSepFilter2D(src, &dst, ddepth, kernelX, kernelY, anchor, delta, borderType);
    call.borderValue = borderValue;
    filter(src, dst, call);
}

}} // namespace cv::clconv
