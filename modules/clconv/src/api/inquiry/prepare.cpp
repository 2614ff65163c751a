// SPDX-License-Identifier: Apache-2.0
//
// prepare(): builds what the first call would build, with the coefficients compiled in if that is faster.

#include "api/host/host_run.hpp"
#include "api/filter2d.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"
#include "opencv2/clconv.hpp"

namespace cv { namespace clconv {
namespace {

//! A zero image of the size that calls will have, or that their bands will. Empty where the device has no memory.
UMat imageFor(const Call& call)
{
    const Layout layout = newImage(call.srcType, call.size);
    const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
    const bool fits = layout.step * size_t(call.size.height) <= dispatcher->traits().maxBufferBytes;
    const BandsText bands = describeBands(*dispatcher, layout, fits, call, 0);
    const Size size = bands.inBands && bands.refusal.empty() ? bands.src.size : call.size;
    UMat src(size, call.srcType), dst(size, call.dstType);
    if (!checkOnDevice(src, "an image to prepare with") || !checkOnDevice(dst, "an image to prepare with"))
        return UMat();
    if (!hasMemory(src) || !hasMemory(dst)) // drivers may report that only when a command uses an image
    {
        logWarningOnce("the device has no memory for an image to prepare with");
        return UMat();
    }
    src.reshape(1).setTo(Scalar::all(0)); // a Scalar has no more than four channels
    return src;
}

} // namespace

bool prepare(const std::function<void()>& calls)
{
    const ColdCallsScope wait(COLD_WAIT);
    bool all = ocl::useOpenCL();
    const PointerScope<bool, &CallSettings::allOnDevice> scope(&all);
    calls();
    if (ocl::useOpenCL())
        finishQueue(); // some drivers finish compiling a program at its first launch
    return all;
}

bool prepare(InputArray kernel, int srcType, int ddepth, Point anchor, int borderType, Size size)
{
    CV_Assert(size.width > 0 && size.height > 0);
    const UMat like(1, 1, CV_MAT_TYPE(srcType)); // Mats have fewer depths
    Call call = checkFilter2D(like, NULL, ddepth, kernel, anchor, 0, borderType);
    call.size = size;
    if (!ocl::useOpenCL())
        return false;
    const OneWarning one;
    try
    {
        const UMat image = imageFor(call);
        UMat result;
        return !image.empty() &&
               prepare([&] { clconv::filter2D(image, result, ddepth, kernel, anchor, 0, borderType); });
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, nothing was prepared: ") + e.what());
        return false;
    }
}

void setRepeatable(bool on)
{
    repeatable() = on;
}

bool isRepeatable()
{
    return repeatable();
}

}} // namespace cv::clconv
