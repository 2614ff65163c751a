// SPDX-License-Identifier: Apache-2.0
//
// From the arguments of a call to a Problem and UMats, and the first plan that the device accepts.

#include "api/device_call.hpp"
#include "api/cpu_fallback.hpp"
#include "api/chain/fusion/fused_launch.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace cv { namespace clconv {
namespace {

//! A hint to use large pages, for a large image that clconv has just allocated: writing it for the first time costs a
//! fault for each page, and systems give large ones only on request.
void adviseHugePages(const Mat& image)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const size_t page = size_t(2) << 20, least = 16 * page;
    const size_t begin = alignSize(reinterpret_cast<size_t>(image.data), int(page));
    const size_t end = reinterpret_cast<size_t>(image.data) + image.step * size_t(image.rows);
    if (image.isContinuous() && end > begin + least)
        madvise(reinterpret_cast<void*>(begin), (end - begin) / page * page, MADV_HUGEPAGE);
#else
    (void)image;
#endif
}

//! Creates UMats of padded Mats whose memory ends with the last pixel: UMat::locateROI then finds the width, and no
//! byte beyond the last row, where user memory may end, is transferred.
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

//! Whether an image has the layout with which launches are planned.
bool isCompact(const UMat& image)
{
    const Layout layout = layoutOf(image), planned = newImage(layout.type, layout.size);
    return layout.parent == layout.size && layout.step == planned.step && layout.offset == 0 && layout.start == 0;
}

UMat toUMat(InputArray src)
{
    if (!src.isMat())
        return src.getUMat(); // of a Matx or a vector
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

Rehearsal DeviceCall::rehearsal(const std::vector<Mat>& kernels) const
{
    Rehearsal rehearsal = {problem, problem, geometry, {}};
    for (const Mat& kernel : kernels)
        rehearsal.filter.push_back(kernel.clone());
    return rehearsal;
}

std::unique_ptr<ColdCallsScope> waitWithoutCpu(const Call& call)
{
    if (isSupportedOnMats(call) || currentColdCalls() != COLD_SERVE)
        return nullptr;
    return std::unique_ptr<ColdCallsScope>(new ColdCallsScope(COLD_WAIT));
}

std::shared_ptr<const CoefficientSet> coefficientsOf(ContextCache& cache, const Call& call)
{
    if (call.stages)
        return cache.coefficients(call.kernels, call.stages->doubles ? int(CV_64F) : call.accDepth());
    if (callSettings().doubleSums)
        return cache.coefficients(call.kernels, CV_64F);
    // The values decide whether the sums need doubles: they are looked up in the smallest depth first.
    std::shared_ptr<const CoefficientSet> set = cache.coefficients(call.kernels, call.accDepth());
    const int depth =
        sumDepth(call.srcDepth(), call.dstDepth(), set->traits(), call.delta, hasFastDoubles(cache.traits()));
    return depth == call.accDepth() ? set : cache.coefficients(call.kernels, depth);
}

bool runsBehindItsFilter(Dispatcher& dispatcher, Problem problem)
{
    problem.specializedTaps = nullptr;
    const Implementation* const together = dispatcher.plan(problem).impl;
    problem.after = nullptr;
    return together && dispatcher.plan(problem).impl == together;
}

Description describe(const Call& call, const Layout& src, const Layout& dst, const FilterTraits& traits)
{
    if (call.stages)
        return describe(*call.stages, src, dst, call.border);
    Description d = describe(src, dst, call.filterSize, call.anchor, call.border, traits, call.rounding);
    d.problem.channelFilters = call.hasChannelFilters();
    if (call.after)
        d.problem.after = call.after->fusion;
    d.problem.weights = call.weights;
    return d;
}

DeviceCall describeCall(Dispatcher& dispatcher, const Layout& src, const Layout& dst, const Call& call,
                        SpecializationTable::Use use)
{
    const std::shared_ptr<const CoefficientSet> coefficients = coefficientsOf(dispatcher.cache(), call);
    Description d = describe(call, src, dst, coefficients->traits());
    if (call.stages || call.hasChannelFilters())
        return {coefficients, d.problem, d.geometry, nullptr};
    if (call.after)
        return {coefficients, d.problem, d.geometry,
                dispatcher.cache().coefficients({call.after->numbers}, d.problem.accDepth())};
    if (call.weights != Weights::None)
        return {coefficients, d.problem, d.geometry,
                dispatcher.cache().coefficients({Mat(1, 1, CV_64F, Scalar(call.emptyValue))}, d.problem.accDepth())};
    if (callSettings().allOnDevice)
        use = SpecializationTable::Use::Prepare;
    const auto taps = dispatcher.cache().specializedTaps(d.problem, *coefficients, use);
    if (call.mayBeSpecialized)
        d.problem.specializedTaps = taps;
    return {coefficients, d.problem, d.geometry, nullptr};
}

SourceImage::SourceImage(InputArray src) :
    made_(src.isUMat() ? UMat() : toUMat(src)), image_(src.isUMat() ? *static_cast<const UMat*>(src.getObj()) : made_)
{
}

void SourceImage::release() noexcept
{
    withoutThrowing("the device's copy of a source cannot be released", [&]() { made_.release(); });
}

bool checkOnDevice(const UMat& image, const char* made)
{
    if (isOnDevice(image))
        return true;
    if (made)
        logWarningOnce(std::string("the device has no memory for ") + made + ": OpenCV allocated it on the host");
    else
        logDebugOnce("an image is on the host: the call runs in bands");
    return false;
}

void warnAboutPadding(InputArray src, const Call& call)
{
    if (src.isUMat() && !(call.border & BORDER_ISOLATED) && call.filterSize.width > 1 &&
        mayHavePadding(*static_cast<const UMat*>(src.getObj())))
        logWarningOnce(
            "the source is a region of a UMat over user memory: OpenCV does not keep the width of its parent, and "
            "padding at the end of rows, if any, is read as pixels; pass a region of the Mat instead");
}

const Implementation* runOnUMats(const UMat& src, UMat& dst, const Call& call, SpecializationTable::Use use,
                                 const UMat* second)
{
    const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
    const std::unique_ptr<ColdCallsScope> wait = waitWithoutCpu(call);
    DeviceCall device = describeCall(*dispatcher, layoutOf(src), layoutOf(dst), call, use);
    if (second && second->offset + second->step * size_t(second->rows) > size_t(INT_MAX))
        device.problem.wideIndex = true;
    // Other layouts may have another implementation, whose sums have another order.
    if (call.after && !call.after->exact && !(isCompact(src) && isCompact(dst)))
        return nullptr;
    const auto launch = [&](const CompiledPlan& compiled)
    {
        launchPlan(compiled, device.problem, device.geometry, src, &dst, *device.coefficients, call.delta,
                   {device.numbers.get(), second});
    };
    const auto rehearsal = [&] { return device.rehearsal(call.kernels); };
    std::shared_ptr<const CompiledPlan> ran = dispatcher->run(device.problem, launch, rehearsal);
    if (!ran && device.problem.specializedTaps) // it has just become hot: the other program is there
    {
        device.problem.specializedTaps = nullptr;
        ran = dispatcher->run(device.problem, launch, rehearsal);
    }
    if (!ran && !call.ofChain() && call.weights == Weights::None)
        ran = dispatcher->runGeneral(device.problem, launch);
    return ran ? ran->plan.impl : nullptr;
}

UMat newOnHost(Size size, int type)
{
    UMat image;
    image.allocator = Mat::getDefaultAllocator();
    image.create(size, type);
    image.allocator = nullptr; // not for what the caller allocates later
    adviseHugePages(image.getMat(ACCESS_WRITE));
    return image;
}

bool willBeMade(OutputArray dst, const Call& call)
{
    if (!dst.isUMat())
        return dst.dims() != 2 || dst.size() != call.size || dst.type() != call.dstType;
    const UMat& image = dst.getUMatRef(); // faster than through the argument
    return image.dims != 2 || image.rows != call.size.height || image.cols != call.size.width ||
           image.type() != call.dstType;
}

void createMat(OutputArray dst, const Call& call)
{
    const bool isNew = willBeMade(dst, call);
    dst.create(call.size, call.dstType);
    if (isNew)
        adviseHugePages(dst.getMat());
}

RetainedSources::RetainedSources(const UMat* sources, size_t count) : images_(count)
{
    std::copy(sources, sources + count, images_.data());
}

RetainedSources::~RetainedSources()
{
    for (size_t i = 0; i < images_.size(); ++i)
        withoutThrowing("the source of a call that failed cannot be released", [&]() { images_[i].release(); });
}

void RetainedSources::release()
{
    for (size_t i = 0; i < images_.size(); ++i)
        images_[i].release();
}

}} // namespace cv::clconv
