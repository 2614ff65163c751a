// SPDX-License-Identifier: Apache-2.0
//
// Layouts and problems of a call on Mats, and the launch on their memory.

#include "api/host/mats.hpp"
#include "api/cpu_fallback.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {

MatTransfer matTransfer()
{
    if (const MatTransfer* replaced = callSettings().matTransfer)
        return *replaced;
    return HostMemory::current()->isShared() ? MatTransfer::Shared : MatTransfer::Staged;
}

namespace {

//! The layout of the rows that stages get for a band (workOf).
Layout extended(Layout band, int above, int below)
{
    band.size.height += above + below;
    band.origin.y -= above;
    band.offset -= band.step * size_t(above);
    return band;
}

} // namespace

MatRun::MatRun(const Mat& src_, const Call& call_) : src(src_), call(call_), host(hostCallOf(layoutOf(src), call))
{
    const size_t source = src.step * size_t(host.window.height);
    const size_t result = CV_ELEM_SIZE(call.dstType) * size_t(call.size.width) * size_t(call.size.height);
    if (matTransfer() == MatTransfer::Staged ||
        std::max(source, result) > Dispatcher::current()->traits().maxBufferBytes)
        device.reset(new HostDevice(deviceForMats(layoutOf(src), call, host)));
}

std::vector<Rehearsal> MatRun::rehearsals() const
{
    const SpecializationTable::Use use = SpecializationTable::Use::Look;
    if (!device)
    {
        const size_t row = newImage(call.dstType, call.size).step;
        return {describeShared(SharedBuffer::offsetOf(host.windowOf(src)), row, 0, use).rehearsal(call.kernels)};
    }
    Call inBands = call;
    inBands.border = host.border;
    std::vector<Rehearsal> all;
    const auto add = [&](const Layout& from, const Layout& to)
    { all.push_back(describeCall(*Dispatcher::current(), from, to, inBands, use).rehearsal(call.kernels)); };
    const int rows = device->plan.rows, last = (call.size.height - 1) % rows + 1;
    if (call.stages)
        for (const Range& band :
             {Range(0, rows), Range(rows, 2 * rows), Range(call.size.height - last, call.size.height)})
        {
            const int above = std::min(call.anchor.y, band.start), below = host.filterSize.height - 1 - call.anchor.y;
            const Layout from = extended(host.sourceLayout(band.size()), above,
                                         std::max(std::min(below, call.size.height - band.end), 0));
            inBands.border = borderInBand(call, from.size.height);
            add(from, newImage(call.dstType, from.size));
        }
    else
        for (int band : {rows, last})
            if (all.empty() || band != rows)
                add(host.sourceLayout(band), host.outputLayout(host.dst[0], band));
    return all;
}

MatReason MatRun::build(const std::vector<Rehearsal>& rehearsals, bool build, MatTimes& times) const
{
    const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
    std::vector<const Rehearsal*> missing;
    for (const Rehearsal& rehearsal : rehearsals)
    {
        const std::shared_ptr<const CompiledPlan> plan = dispatcher->readyProgram(rehearsal.problem);
        if (plan && plan->kernels.empty())
            return MatReason::Refused;
        if (!plan)
            missing.push_back(&rehearsal);
    }
    if (missing.empty())
        return MatReason::None;
    const bool known =
        std::all_of(missing.begin(), missing.end(),
                    [&](const Rehearsal* rehearsal) { return dispatcher->mayBeLoaded(rehearsal->problem); });
    if ((!build && !known) || currentColdCalls() == COLD_CPU)
        return MatReason::Rare;
    for (const Rehearsal* rehearsal : missing)
        dispatcher->request(*rehearsal, known ? nullptr : &times);
    return MatReason::Building;
}

const Implementation* MatRun::run(Mat& dst) const
{
    return device ? runInBands(src, dst, call, host, device.get(), workOf(call)) : runShared(dst);
}

DeviceCall MatRun::describeShared(size_t srcOffset, size_t dstStep, size_t dstOffset,
                                  SpecializationTable::Use use) const
{
    const Point first = -host.toWindow();
    const size_t toFirst = src.step * size_t(first.y) + src.elemSize() * size_t(first.x);
    return describeCall(*Dispatcher::current(),
                        {call.srcType, call.size, host.window.size(), first, src.step, srcOffset + toFirst},
                        {call.dstType, call.size, call.size, Point(), dstStep, dstOffset}, call, use);
}

const Implementation* MatRun::runShared(Mat& dst) const
{
    const Mat window = host.windowOf(src);
    Mat result = overlap(window, Mat(dst.size(), dst.type(), dst.data, dst.step)) ? Mat(dst.size(), dst.type()) : dst;
    const SharedBuffer from(window, CL_MEM_READ_ONLY), to(result, CL_MEM_READ_WRITE);
    const DeviceCall described = describeShared(from.offset, result.step, to.offset, SpecializationTable::Use::Call);
    const auto launch = [&](const CompiledPlan& compiled)
    {
        runOnBuffers(compiled, described.problem, described.geometry, from.buffer(), {to.buffer()},
                     *described.coefficients, call.delta, described.numbers.get());
    };
    const auto rehearsal = [&] { return described.rehearsal(call.kernels); };
    const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
    const Implementation* impl = dispatcher->run(described.problem, launch, rehearsal)->plan.impl;
    if (impl && !dispatcher->traits().cpu)
        to.showWritten();
    if (impl && result.data != dst.data)
        result.copyTo(dst);
    return impl;
}

}} // namespace cv::clconv
