// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Windows, layouts and bands.

#include "api/mats/mat_images.hpp"
#include "planner/current_tuning.hpp"
#include "planner/host_plan.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

const int rowAlignment = 16; // the best that kernels distinguish (RowAlignment)

//! The bytes of a row in a staging buffer.
size_t stagedStep(int columns, int type)
{
    return alignSize(size_t(columns) * CV_ELEM_SIZE(type), rowAlignment);
}

//! Bytes in front of the window, with which the pixel under the filter's middle column for the first output is aligned.
size_t leadOf(const MatSource& source)
{
    const int middle = source.origin.x - source.call.anchor.x + source.call.filterSize.width / 2;
    const int offset = middle * int(source.window.elemSize()) % rowAlignment;
    return size_t((2 * rowAlignment - offset) % rowAlignment);
}

Layout sourceLayout(const MatSource& source, size_t step, size_t windowOffset, const Range& rows)
{
    const Point first(source.origin.x, source.origin.y + rows.start);
    return {source.call.srcType,
            Size(source.call.size.width, rows.size()),
            source.window.size(),
            first,
            step,
            windowOffset + step * size_t(first.y) + source.window.elemSize() * size_t(first.x)};
}

Layout outputLayout(const Call& call, size_t step, size_t offset, const Range& rows)
{
    const Size size(call.size.width, rows.size());
    return {call.dstType, size, size, Point(), step, offset + step * size_t(rows.start)};
}

DeviceCall describeSource(Dispatcher& dispatcher, const MatSource& source, const Layout& src, const Layout& dst,
                          SpecializationTable::Use use)
{
    DeviceCall device = describeCall(dispatcher, src, dst, source.call, use);
    if (!source.specialized)
        device.problem.specializedTaps.reset();
    return device;
}

} // namespace

MatTransfer matTransfer(const MatBuffers& buffers)
{
    if (const MatTransfer* replaced = callSettings().matTransfer)
        return *replaced;
    return buffers.sharesHostMemory() ? MatTransfer::Shared : MatTransfer::Staged;
}

MatSource::MatSource(const Mat& src, const Call& call_) : window(src), call(call_)
{
    if (call.border & BORDER_ISOLATED)
    {
        call.border &= ~BORDER_ISOLATED;
        return;
    }
    Size parent;
    Point first;
    src.locateROI(parent, first);
    const Rect read = readWindow(Rect(first, src.size()), parent, call.filterSize, call.anchor, call.border);
    window.adjustROI(first.y - read.y, read.br().y - first.y - src.rows, first.x - read.x,
                     read.br().x - first.x - src.cols);
    origin = first - read.tl();
}

bool isAlignedWithoutPadding(const MatSource& source)
{
    const int columns = source.window.cols, width = source.call.size.width;
    return leadOf(source) == 0 && stagedStep(columns, source.call.srcType) == columns * source.window.elemSize() &&
           stagedStep(width, source.call.dstType) == size_t(width) * CV_ELEM_SIZE(source.call.dstType);
}

MatLaunches sharedLaunch(Dispatcher& dispatcher, const MatSource& source, size_t srcOffset, size_t dstStep,
                         size_t dstOffset, SpecializationTable::Use use)
{
    const Range rows(0, source.call.size.height);
    const DeviceCall device =
        describeSource(dispatcher, source, sourceLayout(source, source.window.step, srcOffset, rows),
                       outputLayout(source.call, dstStep, dstOffset, rows), use);
    MatLaunches launches = MatLaunches();
    launches.coefficients = device.coefficients;
    launches.bands.push_back({rows, source.window.rows, device.problem, device.geometry});
    return launches;
}

MatLaunches stagedLaunches(Dispatcher& dispatcher, const MatSource& source, SpecializationTable::Use use)
{
    const Call& call = source.call;
    const size_t srcStep = stagedStep(source.window.cols, call.srcType),
                 dstStep = stagedStep(call.size.width, call.dstType);
    MatLaunches launches = MatLaunches();
    launches.srcLead = leadOf(source);
    launches.srcBytes = launches.srcLead + srcStep * size_t(source.window.rows);
    launches.dstBytes = dstStep * size_t(call.size.height);
    const Range all(0, call.size.height);
    const DeviceCall device = describeSource(dispatcher, source, sourceLayout(source, srcStep, launches.srcLead, all),
                                             outputLayout(call, dstStep, 0, all), use);
    launches.coefficients = device.coefficients;
    const HostParameters& parameters = hostParameters(device.problem, cache.traits(), currentTuning(), &call.function);
    const size_t bandBytes = size_t(parameters.bandKiB) << 10;
    const int count =
        int(std::min<size_t>(ceilDiv(std::max(launches.srcBytes, launches.dstBytes), bandBytes), size_t(all.end)));
    const int height = int(ceilDiv(size_t(all.end), size_t(count)));
    for (int y = 0; y < all.end; y += height)
    {
        const Range rows(y, std::min(y + height, all.end));
        Description d =
            describe(sourceLayout(source, srcStep, launches.srcLead, rows), outputLayout(call, dstStep, 0, rows),
                     call.filterSize, call.anchor, call.border, device.coefficients->traits());
        d.problem.specializedTaps = device.problem.specializedTaps;
        const Range read = readCoordinates(source.origin.y + rows.start - call.anchor.y,
                                           rows.size() + call.filterSize.height - 1, source.window.rows, call.border);
        launches.bands.push_back({rows, read.end, d.problem, d.geometry});
    }
    return launches;
}

} // namespace clconv
} // namespace cv
