// SPDX-License-Identifier: Apache-2.0
//
// prepare(): builds what the first call would build, with the coefficients compiled in if that is faster.

#include "api/host/host_run.hpp"
#include "api/filter2d.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {
namespace {

//! Filters a zero image and discards the result: some drivers finish compiling a program at its first launch.
bool prepareOnDevice(Call call)
{
    const Layout layout = newImage(call.srcType, call.size);
    const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
    const bool fits = layout.step * size_t(call.size.height) <= dispatcher->traits().maxBufferBytes;
    const BandsText bands = describeBands(*dispatcher, layout, fits, call, 0);
    if (bands.inBands && bands.refusal.empty())
        call.size = bands.src.size; // bands of such an image need the same programs
    UMat src(call.size, call.srcType);
    UMat dst(call.size, call.dstType);
    if (!checkOnDevice(src, "an image to prepare with") || !checkOnDevice(dst, "an image to prepare with"))
        return false;
    if (!hasMemory(src) || !hasMemory(dst)) // drivers may report that only when a command uses an image
    {
        logWarningOnce("the device has no memory for an image to prepare with");
        return false;
    }
    src.reshape(1).setTo(Scalar::all(0)); // a Scalar has no more than four channels
    describeCall(*Dispatcher::current(), layoutOf(src), layoutOf(dst), call, SpecializationTable::Use::Prepare);
    const Implementation* ran = run(src, dst, call);
    ocl::finish();
    return ran != nullptr;
}

} // namespace

bool prepare(InputArray kernel, int srcType, int ddepth, Point anchor, int borderType, Size size)
{
    CV_Assert(size.width > 0 && size.height > 0);
    const Mat like(1, 1, CV_MAT_TYPE(srcType));
    Call call = checkFilter2D(like, NULL, ddepth, kernel, anchor, 0, borderType);
    call.size = size;
    if (!ocl::useOpenCL())
        return false;
    const OneWarning one;
    const ColdCallsScope wait(COLD_WAIT);
    try
    {
        return prepareOnDevice(call);
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
