// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filter2D and sepFilter2D: check the arguments, run on the device, and if that fails on the CPU.

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

thread_local const char* lastName = "";

//! Creates UMats of padded Mats whose memory ends with the last pixel: UMat::locateROI then finds the width, and no
//! byte behind the last row, where user memory may end, is transferred.
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

//! Runs the call on UMats that share no memory.
const Implementation* enqueue(ContextCache& cache, const UMat& src, UMat& dst, const Call& call)
{
    const DeviceCall device = describeCall(cache, layoutOf(src), layoutOf(dst), call, SpecializationTable::Use::Call);
    const auto launchPlan = [&](const CompiledPlan& compiled)
    { launch(compiled, device.problem, device.geometry, src, &dst, *device.coefficients, call.delta); };
    return enqueue(cache, device.problem, std::ref(launchPlan)); // std::function would copy its captures to the heap
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
            return enqueue(*cache, src, dst, call);
        UMat result(call.size, call.dstType);
        if (!checkOnDevice(result, "the result of a call in place"))
            return nullptr;
        const Implementation* impl = enqueue(*cache, src, result, call);
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

DeviceCall describeCall(ContextCache& cache, const Layout& src, const Layout& dst, const Call& call,
                        SpecializationTable::Use use)
{
    const std::shared_ptr<const CoefficientSet> coefficients = cache.coefficients(call.kernels, call.accDepth());
    Description d = describe(src, dst, call.filterSize, call.anchor, call.border, coefficients->traits());
    d.problem.specializedTaps = cache.specializedTaps(d.problem, *coefficients, currentForce(), use);
    return {coefficients, d.problem, d.geometry};
}

namespace
{

UMat toUMat(InputArray src)
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

} // namespace

SourceImage::SourceImage(InputArray src) : image_(toUMat(src)) {}

SourceImage::~SourceImage()
{
    withoutThrowing("the device's copy of a source cannot be released", [&]() { image_.release(); });
}

bool checkOnDevice(const UMat& image, const char* made)
{
    if (isOnDevice(image))
        return true;
    if (made)
        logWarningOnce(std::string("the device has no memory for ") + made + ": OpenCV allocated it on the host");
    else
        logDebugOnce("an image was allocated without OpenCL: the call runs on the CPU");
    return false;
}

void warnAboutPadding(InputArray src, const Call& call)
{
    if (src.isUMat() && !(call.border & BORDER_ISOLATED) && call.filterSize.width > 1 && mayHavePadding(src.getUMat()))
        logWarningOnce(
            "the source is a region of a UMat over user memory: OpenCV does not keep the width of its parent, and "
            "padding at the end of rows, if any, is read as pixels; pass a region of the Mat instead");
}

const Implementation* enqueue(ContextCache& cache, const Problem& problem,
                              const std::function<void(const CompiledPlan&)>& launch)
{
    const std::shared_ptr<const CompiledPlan> ran = cache.run(problem, currentForce(), launch);
    if (ran->compiledKernel)
        return ran->plan.impl;
    logDebugOnce((problem.filterCount > 1 ? "the filters of a bank run one by one:\n" : "the call runs on the CPU:\n") +
                 toText(ran->plan.verdicts));
    return nullptr;
}

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

void withRetainedSource(InputArray src, const std::function<void(InputArray)>& work)
{
    if (!src.isUMat())
        return work(src);
    UMat source = src.getUMat();
    try
    {
        work(source);
    }
    catch (...)
    {
        withoutThrowing("the source of a call that failed cannot be released", [&]() { source.release(); });
        throw;
    }
    source.release(); // throws if the caller still maps a replaced buffer, which a destructor must not
}

std::string lastImplementation()
{
    return lastName;
}

void filter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernel, Point anchor, double delta,
              int borderType)
{
    CV_TRACE_FUNCTION();
    const Call call = checkFilter2D(src, &dst, ddepth, kernel, anchor, delta, borderType);
    warnAboutPadding(src, call);
    withRetainedSource(src, [&](InputArray source) { setLastImplementation(run(source, dst, call)); });
}

void sepFilter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernelX, InputArray kernelY, Point anchor,
                 double delta, int borderType)
{
    CV_TRACE_FUNCTION();
    const Call call = checkSepFilter2D(src, &dst, ddepth, kernelX, kernelY, anchor, delta, borderType);
    warnAboutPadding(src, call);
    withRetainedSource(src, [&](InputArray source) { setLastImplementation(run(source, dst, call)); });
}

} // namespace clconv
} // namespace cv
