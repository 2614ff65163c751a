// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Layouts and problems of a call on Mats, and the launch on their memory.

#include "api/host/mat_run.hpp"
#include "api/cpu_fallback.hpp"
#include "runtime/launch.hpp"
#include "util/opencl.hpp"

namespace cv
{
namespace clconv
{

MatTransfer matTransfer()
{
    if (const MatTransfer* replaced = callSettings().matTransfer)
        return *replaced;
    return HostMemory::current()->isShared() ? MatTransfer::Shared : MatTransfer::Staged;
}

MatRun::MatRun(const Mat& src_, const Call& call_) : src(src_), call(call_), host(hostCallOf(layoutOf(src), call))
{
    if (matTransfer() == MatTransfer::Staged)
        device.reset(new HostDevice(deviceForMats(layoutOf(src), call, host)));
}

std::vector<Problem> MatRun::problems() const
{
    const SpecializationTable::Use use = SpecializationTable::Use::Look;
    if (!device)
    {
        const size_t row = size_t(call.size.width) * CV_ELEM_SIZE(call.dstType);
        return {describeShared(SharedBuffer::offsetOf(host.windowOf(src)), row, 0, use).problem};
    }
    Call inBands = call;
    inBands.border = host.border;
    std::vector<Problem> all;
    const int rows = device->plan.rows;
    for (int band : {rows, (call.size.height - 1) % rows + 1})
        if (all.empty() || band != rows)
            all.push_back(
                describe(inBands, host.sourceLayout(band), host.outputLayout(host.dst[0], band), use).problem);
    return all;
}

const Implementation* MatRun::run(Mat& dst, SpecializationTable::Use use) const
{
    return device ? runInBands(src, dst, call, host, device.get(), workOf(call, use, isSpecialized))
                  : runShared(dst, use);
}

DeviceCall MatRun::describeShared(size_t srcOffset, size_t dstStep, size_t dstOffset,
                                  SpecializationTable::Use use) const
{
    const Point first = -host.toWindow();
    const size_t toFirst = src.step * size_t(first.y) + src.elemSize() * size_t(first.x);
    return describe(call, {call.srcType, call.size, host.window.size(), first, src.step, srcOffset + toFirst},
                    {call.dstType, call.size, call.size, Point(), dstStep, dstOffset}, use);
}

DeviceCall MatRun::describe(const Call& one, const Layout& from, const Layout& to, SpecializationTable::Use use) const
{
    DeviceCall described = describeCall(*Dispatcher::current(), from, to, one, use);
    if (!isSpecialized)
        described.problem.specializedTaps.reset();
    return described;
}

const Implementation* MatRun::runShared(Mat& dst, SpecializationTable::Use use) const
{
    const Mat window = host.windowOf(src);
    Mat result = overlap(window, Mat(dst.size(), dst.type(), dst.data, dst.step)) ? Mat(dst.size(), dst.type()) : dst;
    const SharedBuffer from(window, CL_MEM_READ_ONLY), to(result, CL_MEM_READ_WRITE);
    const DeviceCall described = describeShared(from.offset, result.step, to.offset, use);
    const auto launch = [&](const CompiledPlan& compiled)
    {
        runOnBuffers(compiled, described.problem, described.geometry, from.buffer(), to.buffer(),
                     *described.coefficients, call.delta);
    };
    const Implementation* impl = Dispatcher::current()->run(described.problem, launch)->plan.impl;
    if (impl && result.data != dst.data)
        result.copyTo(dst);
    return impl;
}

} // namespace clconv
} // namespace cv
