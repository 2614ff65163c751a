// SPDX-License-Identifier: Apache-2.0
//
// From a call to its images, devices and bands; SplitScope.

#include "api/host/host_run.hpp"
#include "api/cpu_fallback.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <deque>

namespace cv { namespace clconv {
namespace {

//! The largest image that is filtered in place with its results in slots; results of larger ones wait in a Mat.
const size_t maxWaitingBytes = size_t(64) << 20;

//! Lines of tuning tables are for the problem of the whole call.
//! @param function as for hostParameters
HostPlan planOf(Dispatcher& dispatcher, const Layout& src, const Call& call, const HostSizes& sizes,
                const MatFunction* function)
{
    const Layout dst = newImage(call.dstType, call.size);
    const Problem problem = describeCall(dispatcher, src, dst, call, SpecializationTable::Use::Look).problem;
    return planHost(hostParameters(problem, dispatcher.traits(), dispatcher.tuning(), function), dispatcher.traits(),
                    sizes);
}

//! @param devices that share the call; bands are planned so that each can take one
HostSizes sizesOf(const HostCall& host, int devices)
{
    HostSizes sizes = {int(ceilDiv(size_t(host.size.height), size_t(std::max(devices, 1)))), host.filterSize.height - 1,
                       host.copiesSource ? host.sourceLayout(1).step : 0, 0};
    for (const HostImage& image : host.dst)
        if (image.isOnHost())
            sizes.dstRow = std::max(sizes.dstRow, host.outputLayout(image, 1).step);
    return sizes;
}

HostDevice deviceOf(const ocl::OpenCLExecutionContext& context, const Layout& src, const Call& call,
                    const HostCall& host, int devices, const MatFunction* function)
{
    const ocl::OpenCLExecutionContextScope scope(context);
    const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
    const MatTransfer* const replaced = callSettings().matTransfer; // by tests
    const bool isMapped = replaced ? *replaced == MatTransfer::Shared : dispatcher->traits().hostMemory;
    return {context, planOf(*dispatcher, src, call, sizesOf(host, devices), function),
            isMapped ? SlotBuffer::Access::Mapped : SlotBuffer::Access::Pinned};
}

std::vector<HostDevice> devicesFor(const Layout& src, const Call& call, const HostCall& host)
{
    const SplitContexts* split = host.isOnHost() ? callSettings().split : nullptr;
    if (!split)
        return {deviceOf(ocl::OpenCLExecutionContext::getCurrent(), src, call, host, 1, nullptr)};
    std::vector<HostDevice> devices;
    for (const ocl::OpenCLExecutionContext& context : *split)
        try
        {
            devices.push_back(deviceOf(context, src, call, host, int(split->size()), nullptr));
        }
        catch (const std::exception& e)
        {
            logWarningOnce(std::string("a device failed, images are split over the others: ") + e.what());
        }
    return devices;
}

void dropRefused(std::vector<HostDevice>& devices)
{
    const auto isRefused = [](const HostDevice& device)
    {
        if (!device.plan.reason.empty())
            logDebugOnce("the call does not run in bands: " + device.plan.reason);
        return !device.plan.reason.empty();
    };
    devices.erase(std::remove_if(devices.begin(), devices.end(), isRefused), devices.end());
}

//! Runs with smaller bands, down to one row, until the devices have memory for them.
HostRun runUntilMemorySuffices(std::vector<HostDevice> devices, const HostCall& host, const BandWork& work)
{
    const ColdCallsScope wait(COLD_WAIT); // bands that have been written cannot be left to the CPU
    for (dropRefused(devices); !devices.empty(); dropRefused(devices))
    {
        const HostRun run = runPipeline(devices, host, work);
        if (run.result != HostResult::NoMemory)
            return run;
        for (HostDevice& device : devices)
        {
            const ocl::OpenCLExecutionContextScope scope(device.context);
            HostMemory::current()->releaseKept(); // of larger bands
            device.plan = halved(device.plan, host.size.height);
        }
    }
    return {HostResult::NoMemory, nullptr};
}

//! Allocates the output on the host.
//! @returns false if it is on the device
bool createOnHost(OutputArray dst, const Call& call)
{
    if (dst.isUMat() && willBeMade(dst, call) && !dst.fixedSize() && !dst.fixedType())
        dst.getUMatRef() = newOnHost(call.size, call.dstType);
    else if (dst.isMat())
        createMat(dst, call);
    else
        dst.create(call.size, call.dstType);
    return !dst.isUMat() || !isOnDevice(dst.getUMat());
}

//! Whether the output is to be on the host, and cv::filter2D does not refuse the call.
bool isForTheHost(InputArray src, OutputArray dst, const Call& call)
{
    if (dst.isMat())
        return src.isUMat() || isSupportedOnMats(call);
    return dst.isUMat() && (willBeMade(dst, call) || !isOnDevice(dst.getUMat()));
}

//! Stages treat the edges of a band like those of an image. So a band gets all rows that its outputs depend on, and the
//! results for the additional rows are dropped.
BandWork workOfStages(const Call& call)
{
    return [=](const UMat& band, const Range& rows, std::vector<UMat>& result) -> const Implementation*
    {
        const int above = std::min(call.anchor.y, rows.start);
        const int below = std::min(call.filterSize.height - 1 - call.anchor.y, call.size.height - rows.end);
        UMat extended = band;
        extended.adjustROI(above, below, 0, 0);
        Call inBand = call;
        inBand.border = borderInBand(call, extended.rows);
        if (above == 0 && below == 0)
            return runOnUMats(extended, result[0], inBand);
        ScratchImage all(Dispatcher::current()->cache().scratchMemory(), call.dstType, extended.size());
        const Implementation* const impl = runOnUMats(extended, all.image, inBand);
        if (impl)
            copyImage(all.image.rowRange(above, above + rows.size()), result[0]);
        return impl;
    };
}

} // namespace

void FilterReach::include(const Call& call)
{
    const Point after = Point(call.filterSize) - call.anchor;
    before = Point(std::max(before.x, call.anchor.x), std::max(before.y, call.anchor.y));
    behind = Point(std::max(behind.x, after.x), std::max(behind.y, after.y));
}

HostRun runInBands(InputArray source, SourceImage& image, const std::vector<UMat*>& dst, const Call& call,
                   const FilterReach& reach, const BandWork& work)
{
    const bool onDevice = source.isUMat() && isOnDevice(image.image());
    if ((source.isUMat() && isForeign(image.image())) ||
        std::any_of(dst.begin(), dst.end(), [](const UMat* output) { return isForeign(*output); }))
        logWarningOnce(
            "an image has an allocator that is not OpenCL's, e.g. CUDA's: it goes through the host's memory");
    const Layout layout = source.isUMat() ? layoutOf(image.image()) : layoutOf(source.getMat());
    HostCall host(layout, reach.size(), reach.before, call.border);
    std::unique_ptr<MappedImage> mapped;
    if (onDevice)
        host.readFrom(image.image());
    else
    {
        mapped.reset(new MappedImage(source));
        host.readFrom(mapped->mat);
    }
    if (!source.isUMat())
        image.release();
    std::deque<MappedImage> outputs;
    for (UMat* output : dst)
        if (isOnDevice(*output))
            host.dst.push_back({output->type(), *output, nullptr, 0});
        else
        {
            outputs.emplace_back(*output);
            host.dst.push_back({output->type(), UMat(), outputs.back().mat.data, outputs.back().mat.step});
        }
    const HostRun run = runUntilMemorySuffices(devicesFor(layout, call, host), host, work);
    if (run.result != HostResult::Done)
        return run;
    if (mapped)
        mapped->release();
    for (MappedImage& output : outputs)
        output.releaseWritten();
    if (std::any_of(dst.begin(), dst.end(), [](const UMat* output) { return isTemporary(*output); }))
        finishQueue();
    return run;
}

int borderInBand(const Call& call, int rows)
{
    const int border = call.border & ~BORDER_ISOLATED;
    return border != BORDER_WRAP && rows > call.filterSize.height ? call.border : border;
}

BandWork workOf(const Call& call, SpecializationTable::Use use)
{
    if (call.stages)
        return workOfStages(call);
    Call inBands = call;
    inBands.border &= ~BORDER_ISOLATED;
    const auto isCounted = std::make_shared<std::atomic<bool>>(false);
    return [=](const UMat& band, const Range&, std::vector<UMat>& result)
    {
        const SpecializationTable::Use now = isCounted->exchange(true) ? SpecializationTable::Use::Look : use;
        return runOnUMats(band, result[0], inBands, now);
    };
}

HostCall hostCallOf(const Layout& src, const Call& call)
{
    HostCall host(src, call.filterSize, call.anchor, call.border);
    host.dst.push_back({call.dstType, UMat(), nullptr, 0});
    return host;
}

HostDevice deviceForMats(const Layout& src, const Call& call, const HostCall& host)
{
    return deviceOf(ocl::OpenCLExecutionContext::getCurrent(), src, call, host, 1, &call.function);
}

const Implementation* runInBands(const Mat& src, Mat& dst, const Call& call, HostCall host, const HostDevice* device,
                                 const BandWork& work)
{
    host.readFrom(src);
    const std::vector<HostDevice> devices =
        device ? std::vector<HostDevice>(1, *device) : devicesFor(layoutOf(src), call, host);
    const bool overlaps = overlap(host.windowOf(src), Mat(dst.size(), dst.type(), dst.data, dst.step));
    host.isInPlace = overlaps && device && device->access == SlotBuffer::Access::Pinned &&
                     std::max(src.step, dst.step) * size_t(dst.rows) <= maxWaitingBytes;
    Mat result = overlaps && !host.isInPlace ? Mat(dst.size(), dst.type()) : dst;
    host.dst[0].data = result.data;
    host.dst[0].step = result.step;
    const Implementation* impl = runUntilMemorySuffices(devices, host, work).impl;
    if (impl && result.data != dst.data)
        result.copyTo(dst);
    return impl;
}

class SplitScope::Impl : public SettingScope<SplitContexts, &CallSettings::split>
{
    using SettingScope::SettingScope;
};

SplitScope::SplitScope(const std::vector<ocl::OpenCLExecutionContext>& contexts)
{
    CV_Assert(!contexts.empty());
    CV_Assert(std::none_of(contexts.begin(), contexts.end(),
                           [](const ocl::OpenCLExecutionContext& context) { return context.empty(); }));
    impl_.reset(new Impl(contexts));
}

SplitScope::~SplitScope() {}

bool isSplit(InputArray src)
{
    return callSettings().split && ocl::useOpenCL() && (src.isUMat() ? !isOnDevice(src.getUMat()) : src.isMat());
}

const Implementation* runSplit(InputArray src, OutputArray dst, const Call& call)
{
    if (!isSplit(src) || !isForTheHost(src, dst, call))
        return nullptr;
    try
    {
        MappedImage source(src);
        if (!createOnHost(dst, call))
            return nullptr;
        MappedImage target(dst);
        const Implementation* impl =
            runInBands(source.mat, target.mat, call, hostCallOf(layoutOf(source.mat), call), nullptr, workOf(call));
        source.release();
        target.releaseWritten();
        return impl;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the devices failed, the call is not split over them: ") + e.what());
        return nullptr;
    }
}

BandsText describeBands(Dispatcher& dispatcher, const Layout& src, bool onDevice, const Call& call, int devices)
{
    const size_t srcBytes = src.step * size_t(src.parent.height), most = dispatcher.traits().maxBufferBytes;
    const size_t dstRow = size_t(call.size.width) * CV_ELEM_SIZE(call.dstType);
    const bool dstOnDevice = devices == 0 && dstRow * size_t(call.size.height) <= most;
    if (onDevice && srcBytes <= most && dstOnDevice)
        return {false, "", "", src, src};
    HostCall host = hostCallOf(src, call);
    host.copiesSource = !onDevice;
    HostSizes sizes = sizesOf(host, devices);
    if (dstOnDevice)
        sizes.dstRow = 0;
    const HostPlan plan = planOf(dispatcher, src, call, sizes, nullptr);
    if (!plan.reason.empty())
        return {true, plan.reason, "", src, src};
    BandsText result = {true, "", "", host.sourceLayout(plan.rows), host.outputLayout(host.dst[0], plan.rows)};
    if (onDevice)
        result.src = src, result.src.size.height = plan.rows;
    if (dstOnDevice)
        result.dst.step = dstRow;
    const std::string count = devices ? "" : format("%d ", plan.count(call.size.height));
    result.text = "in bands (" + count + format("of %d rows), because ", plan.rows) +
                  (onDevice ? "the output exceeds the device's largest buffer" : "the source is on the host") + ", " +
                  plan.text;
    return result;
}

}} // namespace cv::clconv
