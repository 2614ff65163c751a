// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// From a call to host images and bands.

#include "api/bands/banded_call.hpp"
#include "api/bands/split.hpp"
#include "api/cpu_fallback.hpp"
#include "planner/current_tuning.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

bool isIsolated(const Call& call)
{
    return (call.border & BORDER_ISOLATED) != 0;
}

//! A call without images.
BandCall bandCallOf(const Layout& src, const Call& call, const FilterReach& reach)
{
    BandCall bands;
    bands.src = {src.type, UMat(), nullptr, 0};
    bands.readable = isIsolated(call) ? src.size : src.parent;
    bands.origin = isIsolated(call) ? Point() : src.origin;
    bands.size = call.size;
    bands.filterSize = reach.size;
    bands.anchor = reach.anchor;
    bands.border = call.border;
    return bands;
}

//! Lines of tuning tables are for the problem of the whole call.
HostPlan planOf(ContextCache& cache, const Layout& src, const Call& call, const HostSizes& sizes)
{
    const Layout dst = {
        call.dstType, call.size, call.size, Point(), size_t(call.size.width) * CV_ELEM_SIZE(call.dstType), 0};
    const Problem problem = describeCall(cache, src, dst, call, SpecializationTable::Use::Look).problem;
    return planHost(hostParameters(problem, cache.traits(), currentTuning(), nullptr), cache.traits(), sizes);
}

//! The outputs of a call as bands write them: images of the device, those of the host, and results on the host instead
//! of images that share memory with the source.
class Outputs
{
public:
    //! @param src empty: released, and no output shares memory with it
    Outputs(const UMat& src, std::vector<UMat>& dst)
    {
        for (UMat& image : dst)
        {
            const bool isShared = !src.empty() && shareMemory(src, image), isDirect = !isShared && isOnDevice(image);
            mapped_.emplace_back(isShared || isDirect ? nullptr : new MappedImage(image));
            results_.push_back(isShared         ? Mat(image.size(), image.type())
                               : mapped_.back() ? mapped_.back()->mat
                                                : Mat());
            images_.push_back({image.type(), isDirect ? image : UMat(), results_.back().data, results_.back().step});
        }
    }

    const std::vector<BandImage>& images() const { return images_; }

    //! Completes the outputs, once the source is no longer read.
    void write(std::vector<UMat>& dst)
    {
        for (size_t i = 0; i < dst.size(); ++i)
        {
            const bool isShared = !mapped_[i] && !results_[i].empty();
            if (isShared && isOnDevice(dst[i]))
                results_[i].copyTo(dst[i]);
            else if (isShared)
                mapped_[i].reset(new MappedImage(dst[i])), results_[i].copyTo(mapped_[i]->mat);
            results_[i].release();
            if (mapped_[i])
                mapped_[i]->releaseWritten();
            if (isTemporary(dst[i]))
                finishQueue();
        }
    }

private:
    std::vector<std::unique_ptr<MappedImage>> mapped_;
    std::vector<Mat> results_; //!< released before their MappedImage
    std::vector<BandImage> images_;
};

bool isOnHost(const BandCall& bands)
{
    return bands.src.isOnHost() &&
           std::all_of(bands.dst.begin(), bands.dst.end(), [](const BandImage& image) { return image.isOnHost(); });
}

//! The rows that bands are planned for, so that of several devices each can take one.
int rowsForEach(int rows, int devices)
{
    return int(ceilDiv(size_t(rows), size_t(std::max(devices, 1))));
}

//! The device of a context, or of the calling thread's, with its bands.
BandDevice deviceOf(const ocl::OpenCLExecutionContext& context, const Layout& src, const Call& call,
                    const BandCall& bands, int devices)
{
    const ocl::OpenCLExecutionContextScope scope(context);
    const std::shared_ptr<ContextCache> cache = ContextCache::current();
    HostSizes sizes = hostSizes(bands, copiesSource(bands));
    sizes.rows = rowsForEach(sizes.rows, devices);
    const MatTransfer* const replaced = ThreadOverride<MatTransfer>::current(); // by tests
    return {context, planOf(*cache, src, call, sizes),
            replaced ? *replaced == MatTransfer::Shared : cache->traits().hostMemory};
}

std::vector<BandDevice> devicesFor(const Layout& src, const Call& call, const BandCall& bands)
{
    const SplitContexts* split = isOnHost(bands) ? callSettings().split : nullptr;
    if (!split)
        return {deviceOf(ocl::OpenCLExecutionContext::getCurrent(), src, call, bands, 1)};
    std::vector<BandDevice> devices;
    for (const ocl::OpenCLExecutionContext& context : *split)
        try
        {
            devices.push_back(deviceOf(context, src, call, bands, int(split->size())));
        }
        catch (const std::exception& e)
        {
            logWarningOnce(std::string("a device failed, images are split over the others: ") + e.what());
        }
    return devices;
}

//! Leaves out the devices that cannot run bands.
void dropRefused(std::vector<BandDevice>& devices)
{
    const auto isRefused = [](const BandDevice& device)
    {
        if (!device.plan.reason.empty())
            logDebugOnce("the call does not run in bands: " + device.plan.reason);
        return !device.plan.reason.empty();
    };
    devices.erase(std::remove_if(devices.begin(), devices.end(), isRefused), devices.end());
}

//! Runs with smaller bands, down to one row, until the devices have memory for them.
BandsRun runUntilMemorySuffices(const Layout& src, const Call& call, const BandCall& bands, const BandWork& work)
{
    std::vector<BandDevice> devices = devicesFor(src, call, bands);
    for (dropRefused(devices); !devices.empty(); dropRefused(devices))
    {
        const BandsRun run = runBands(devices, bands, work);
        if (run.result != BandsResult::NoMemory)
            return run;
        for (BandDevice& device : devices)
            device.plan = halved(device.plan, bands.size.height);
    }
    return {BandsResult::NoMemory, nullptr};
}

} // namespace

FilterReach reachOf(const std::vector<Call>& calls)
{
    Point before, behind;
    for (const Call& call : calls)
    {
        const Point after = Point(call.filterSize) - call.anchor;
        before = Point(std::max(before.x, call.anchor.x), std::max(before.y, call.anchor.y));
        behind = Point(std::max(behind.x, after.x), std::max(behind.y, after.y));
    }
    return {Size(before + behind), before};
}

BandsRun runInBands(InputArray source, SourceImage& image, std::vector<UMat>& dst, const Call& call,
                    const FilterReach& reach, const BandWork& work)
{
    const bool onDevice = source.isUMat() && isOnDevice(image.image());
    const Layout layout = source.isUMat() ? layoutOf(image.image()) : layoutOf(source.getMat());
    BandCall bands = bandCallOf(layout, call, reach);
    std::unique_ptr<MappedImage> mapped;
    if (onDevice)
        bands.src.device = image.image();
    else
    {
        mapped.reset(new MappedImage(source));
        const Mat& mat = mapped->mat;
        bands.src.step = mat.step;
        bands.src.data = mat.data - mat.step * size_t(bands.origin.y) - mat.elemSize() * size_t(bands.origin.x);
    }
    Outputs outputs(image.image(), dst);
    if (!source.isUMat())
        image.releaseCopy();
    bands.dst = outputs.images();
    const BandsRun run = runUntilMemorySuffices(layout, call, bands, work);
    if (run.result != BandsResult::Done)
        return run;
    if (mapped)
        mapped->release();
    outputs.write(dst);
    return run;
}

BandWork workOf(const Call& call)
{
    return [&call](const UMat& band, std::vector<UMat>& result)
    {
        Call bandCall = call;
        bandCall.border &= ~BORDER_ISOLATED;
        bandCall.size = band.size();
        return runOnUMats(*Dispatcher::current(), band, result[0], bandCall);
    };
}

const Implementation* runInBands(const MatSource& source, Mat& dst)
{
    const Call& call = source.call;
    const Mat& window = source.window;
    Mat result = overlap(window, dst) ? Mat(dst.size(), dst.type()) : dst;
    const Layout layout = {
        call.srcType,  call.size,
        window.size(), source.origin,
        window.step,   window.step * size_t(source.origin.y) + window.elemSize() * size_t(source.origin.x)};
    BandCall bands = bandCallOf(layout, call, {call.filterSize, call.anchor});
    bands.src.data = window.data;
    bands.src.step = window.step;
    bands.dst.push_back({call.dstType, UMat(), result.data, result.step});
    const BandsRun run = runUntilMemorySuffices(layout, call, bands, workOf(call));
    if (run.impl && result.data != dst.data)
        result.copyTo(dst);
    return run.impl;
}

BandsText describeBands(Dispatcher& dispatcher, const Layout& src, bool onDevice, const Call& call, int devices)
{
    const size_t srcBytes = src.step * size_t(src.parent.height), most = dispatcher.traits().maxBufferBytes;
    const size_t dstRow = size_t(call.size.width) * CV_ELEM_SIZE(call.dstType);
    const bool dstOnDevice = devices == 0 && dstRow * size_t(call.size.height) <= most;
    if (onDevice && srcBytes <= most && dstOnDevice)
        return {false, "", "", src, src};
    BandCall bands = bandCallOf(src, call, {call.filterSize, call.anchor});
    bands.dst.push_back({call.dstType, UMat(), nullptr, 0});
    HostSizes sizes = hostSizes(bands, !onDevice);
    sizes.dstRow = dstOnDevice ? 0 : dstRow;
    sizes.rows = rowsForEach(sizes.rows, devices);
    const HostPlan plan = planOf(cache, src, call, sizes);
    if (!plan.reason.empty())
        return {true, plan.reason, "", src, src};
    BandsText result = {
        true, "", "", src, {call.dstType, Size(call.size.width, plan.rows), Size(), Point(), dstRow, 0}};
    result.dst.parent = result.dst.size;
    result.src.size.height = plan.rows;
    if (!onDevice)
    {
        const BandColumns columns = bandColumns(bands);
        result.src.parent = Size(columns.count, plan.rows + sizes.halo);
        result.src.origin = Point(columns.origin, call.anchor.y);
        result.src.step = size_t(columns.count) * CV_ELEM_SIZE(src.type);
        result.src.offset =
            result.src.step * size_t(result.src.origin.y) + size_t(columns.origin) * CV_ELEM_SIZE(src.type);
    }
    const std::string count = devices ? "" : format("%d ", plan.count(call.size.height));
    result.text = "in bands (" + count + format("of %d rows), because ", plan.rows) +
                  (onDevice ? "the output exceeds the device's largest buffer" : "the source is on the host") + ", " +
                  plan.text;
    return result;
}

} // namespace clconv
} // namespace cv
