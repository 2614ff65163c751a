// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The front door: filter2D and sepFilter2D. Checks, then the device, then, if the device does not do it, the CPU.

#include "api/filter2d.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"
#include "api/cpu_fallback.hpp"
#include "implementations/implementation.hpp"
#include "planner/make_plan.hpp"
#include "util/profiling.hpp"
#include "opencv2/core/utils/trace.hpp"

namespace cv
{
namespace clconv
{
namespace
{

thread_local const char* ranLast = "";

//! Makes UMats of Mats with padding end with the last pixel: from there UMat::locateROI finds the width, and nothing is read or
//! written back behind the last row, where a caller's memory may end.
class PaddedMatAllocator : public MatAllocator
{
public:
    UMatData* allocate(int dims, const int* sizes, int type, void* data, size_t* step, AccessFlag access,
                       UMatUsageFlags usage) const CV_OVERRIDE
    {
        CV_Assert(dims == 2 && data && step);
        UMatData* u = Mat::getStdAllocator()->allocate(dims, sizes, type, data, step, access, usage);
        u->size = step[0] * size_t(sizes[0] - 1) + CV_ELEM_SIZE(type) * size_t(sizes[1]);
        return u;
    }
    bool allocate(UMatData*, AccessFlag, UMatUsageFlags) const CV_OVERRIDE { return false; }
    void deallocate(UMatData* u) const CV_OVERRIDE { Mat::getStdAllocator()->deallocate(u); }
};

//! A UMat that was made from a Mat lies in the memory of that, which may be another UMat's.
const UMatData* ownerOf(const UMatData* u)
{
    while (u->originalUMatData)
        u = u->originalUMatData;
    return u;
}

//! The call on UMats that share no memory.
const Implementation* enqueue(ContextCache& runtime, const UMat& src, UMat& dst, const Call& call)
{
    const DeviceCall device = describeCall(runtime, layoutOf(src), layoutOf(dst), call, SpecializationTable::Use::Call);
    const auto launchPlan = [&](const CompiledPlan& compiled)
    { launch(compiled, device.problem, device.geometry, src, &dst, *device.coefficients, call.delta); };
    return enqueue(runtime, device.problem, std::ref(launchPlan)); // std::function would copy its captures to the heap
}

//! @returns the implementation that ran; null where none did
const Implementation* runOnDevice(InputArray src_, OutputArray dst_, const Call& call)
{
    try
    {
        const UMat src = sourceOf(src_);
        const bool dstIsMade = dst_.dims() != 2 || dst_.size() != call.size || dst_.type() != call.dstType;
        dst_.create(call.size, call.dstType);
        UMat dst = dst_.getUMat();
        if (!foundOnDevice(src, src_.isUMat() ? NULL : "the source") ||
            !foundOnDevice(dst, dstIsMade ? "the output" : NULL))
            return nullptr;
        const bool apart = !shareMemory(src, dst);
        const std::shared_ptr<ContextCache> runtime = ContextCache::current();
        if (apart)
            return enqueue(*runtime, src, dst, call);
        UMat result(call.size, call.dstType);
        if (!foundOnDevice(result, "the result of a call in place"))
            return nullptr;
        const Implementation* impl = enqueue(*runtime, src, result, call);
        if (!impl)
            return nullptr;
        result.copyTo(dst);
        if (isTemporary(dst))
            ocl::Queue::getDefault().finish();
        return impl;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, the CPU does it: ") + e.what());
        return nullptr;
    }
}

} // namespace

DeviceCall describeCall(ContextCache& cache, const Layout& src, const Layout& dst, const Call& call,
                        SpecializationTable::Use use)
{
    const std::shared_ptr<const CoefficientSet> coefficients = cache.coefficients(call.kernels, call.accDepth());
    Description d = describe(src, dst, call.filterSize, call.anchor, call.border, coefficients->traits());
    d.problem.specializedTaps = cache.specializedTaps(d.problem, *coefficients, currentForce(), use);
    return {coefficients, d.problem, d.geometry};
}

bool shareMemory(const UMat& a, const UMat& b)
{
    if (ownerOf(a.u) == ownerOf(b.u))
        return true;
    const uchar *first = a.u->origdata, *second = b.u->origdata;
    return first && second && first < second + b.u->size && second < first + a.u->size;
}

bool intersect(const UMat& a, const UMat& b)
{
    if (!shareMemory(a, b))
        return false;
    const bool comparable = a.u == b.u || (a.u->origdata && b.u->origdata);
    if (!comparable || a.step != b.step)
        return true;
    const auto begin = [](const UMat& image) { return reinterpret_cast<size_t>(image.u->origdata) + image.offset; };
    if (begin(b) < begin(a))
        return intersect(b, a);
    // b begins so many rows further down and bytes further right; what is beyond the step stands in the next row.
    const size_t down = (begin(b) - begin(a)) / a.step, right = (begin(b) - begin(a)) % a.step;
    const size_t rows = size_t(a.rows), row = a.elemSize() * size_t(a.cols), other = b.elemSize() * size_t(b.cols);
    return (right < row && down < rows) || (right + other > a.step && down + 1 < rows);
}

UMat sourceOf(InputArray src)
{
    if (!src.isMat())
        return src.getUMat();
    static PaddedMatAllocator padded;
    Mat whole = src.getMat();
    Size parent;
    Point origin;
    whole.locateROI(parent, origin);
    whole.adjustROI(origin.y, parent.height - origin.y - whole.rows, origin.x, parent.width - origin.x - whole.cols);
    if (whole.step > whole.elemSize() * size_t(whole.cols))
        whole.allocator = &padded;
    return whole.getUMat(ACCESS_READ)(Rect(origin, src.size()));
}

bool foundOnDevice(const UMat& image, const char* made)
{
    if (isOnDevice(image))
        return true;
    if (made)
        logWarningOnce(std::string("the device has no memory for ") + made + ": OpenCV made it on the host");
    else
        logDebugOnce("an image was made without OpenCL: cv::filter2D runs on the CPU");
    return false;
}

void warnOfPadding(InputArray src, const Call& call)
{
    if (src.isUMat() && !(call.border & BORDER_ISOLATED) && call.filterSize.width > 1 && mayHavePadding(src.getUMat()))
        logWarningOnce(
            "the source is a region of a UMat over a caller's memory: its parent's rows are taken to end where "
            "the next begin, and padding, if they have any, is read as pixels; a region of the Mat knows better");
}

const Implementation* enqueue(ContextCache& runtime, const Problem& problem,
                              const std::function<void(const CompiledPlan&)>& launch)
{
    const std::shared_ptr<const CompiledPlan> ran = runtime.run(problem, currentForce(), launch);
    if (ran->compiledKernel)
        return ran->plan.impl;
    logDebugOnce((problem.filterCount > 1 ? "kernels run one by one:\n" : "runs on the CPU:\n") +
                 toText(ran->plan.verdicts));
    return nullptr;
}

const Implementation* run(InputArray src, OutputArray dst, const Call& call)
{
    if (!dst.isUMat())
        logDebugOnce("the output is no UMat: cv::filter2D runs on the CPU");
    else if (!ocl::useOpenCL())
        logDebugOnce("OpenCL is not there or switched off: cv::filter2D runs on the CPU");
    else if (const Implementation* impl = runOnDevice(src, dst, call))
        return impl;
    runOnCpu(src, dst, call);
    return nullptr;
}

void setLastImplementation(const Implementation* impl)
{
    ranLast = impl ? impl->name : cpuFallbackName;
}

void withRetainedSource(InputArray src, const std::function<void(InputArray)>& work)
{
    if (!src.isUMat())
        return work(src);
    UMat held = src.getUMat();
    try
    {
        work(held);
    }
    catch (...)
    {
        withoutThrowing("the source of a call that failed cannot be released", [&]() { held.release(); });
        throw;
    }
    held.release(); // throws where the caller still has a Mat of a replaced buffer: a destructor must not
}

std::string lastImplementation()
{
    return ranLast;
}

void filter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernel, Point anchor, double delta,
              int borderType)
{
    CV_TRACE_FUNCTION();
    const Call call = checkFilter2D(src, &dst, ddepth, kernel, anchor, delta, borderType);
    warnOfPadding(src, call);
    withRetainedSource(src, [&](InputArray held) { setLastImplementation(run(held, dst, call)); });
}

void sepFilter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernelX, InputArray kernelY, Point anchor,
                 double delta, int borderType)
{
    CV_TRACE_FUNCTION();
    const Call call = checkSepFilter2D(src, &dst, ddepth, kernelX, kernelY, anchor, delta, borderType);
    warnOfPadding(src, call);
    withRetainedSource(src, [&](InputArray held) { setLastImplementation(run(held, dst, call)); });
}

} // namespace clconv
} // namespace cv
