// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Shared memory: one launch. Staging buffers: while a band is on its way to the device, the next one is copied to
// pinned memory.

#include "api/mats/run_on_mats.hpp"
#include "api/bands/banded_call.hpp"
#include "runtime/launch.hpp"
#include "runtime/memory/copy_rows.hpp"
#include "runtime/memory/drain.hpp"
#include "util/current_opencl.hpp"
#include "util/log.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! Images beyond are staged in parts, so that pinned memory stays bounded.
const size_t maxStagedBytes = size_t(64) << 20;

//! Whether two images have bytes in common, or one has bytes between the other's rows.
bool shareBytes(const Mat& a, const Mat& b)
{
    const auto end = [](const Mat& image) { return image.ptr(image.rows - 1) + image.elemSize() * size_t(image.cols); };
    return a.data < end(b) && b.data < end(a);
}

//! What launches use until they are complete.
struct Launched
{
    std::vector<std::shared_ptr<CompiledKernel>> kernels;
    std::vector<cl::Memory> scratch;

    void setComplete()
    {
        for (const std::shared_ptr<CompiledKernel>& kernel : kernels)
            kernel->setLaunched();
        scratch.clear();
    }
};

//! Launches one band.
const Implementation* launch(Dispatcher& dispatcher, const MatLaunches& launches, const MatBand& band, double delta,
                             const cl::Buffer& src, const cl::Buffer& dst, const std::vector<cl::Event>* after,
                             cl::Event& event, Launched& launched)
{
    const auto attempt = [&](const CompiledPlan& compiled)
    {
        const BufferLaunch one =
            launchOnBuffers(compiled, band.problem, band.geometry, src(), dst(), *launches.coefficients, delta, after);
        event = one.done;
        launched.scratch.push_back(one.scratch);
        const auto kernels = compiled.kernels();
        launched.kernels.insert(launched.kernels.end(), kernels.begin(), kernels.end());
    };
    return dispatcher.run(band.problem, attempt)->plan.impl;
}

const Implementation* runShared(Dispatcher& dispatcher, const MatSource& source, Mat& dst, SpecializationTable::Use use)
{
    Mat result = shareBytes(source.window, dst) ? Mat(dst.size(), dst.type()) : dst;
    const SharedBuffer from(source.window, CL_MEM_READ_ONLY), to(result, CL_MEM_READ_WRITE);
    const MatLaunches launches = sharedLaunch(dispatcher, source, from.offset, result.step, to.offset, use);
    cl::Event event;
    Launched launched;
    const Implementation* impl = launch(dispatcher, launches, launches.bands.front(), source.call.delta, from.buffer,
                                        to.buffer, nullptr, event, launched);
    if (!impl)
        return nullptr;
    try
    {
        event.wait();
    }
    catch (...)
    {
        drain(currentQueue()); // the kernel writes to the Mat's memory
        throw;
    }
    launched.setComplete();
    if (result.data != dst.data)
        result.copyTo(dst);
    return impl;
}

//! The bands of one call in its staging buffers.
class StagedRun
{
public:
    StagedRun(Dispatcher& dispatcher, Staging& staging, const MatSource& source, const MatLaunches& launches,
              Mat& dst) :
        dispatcher_(dispatcher),
        staging_(staging), in_(staging.buffers[0]), out_(staging.buffers[1]), source_(source), launches_(launches),
        dst_(dst)
    {
    }

    const Implementation* run()
    {
        const Implementation* impl = nullptr;
        std::vector<cl::Event> done;
        for (const MatBand& band : launches_.bands)
        {
            upload(band);
            std::vector<cl::Event> computed(1);
            impl = launch(dispatcher_, launches_, band, source_.call.delta, in_.device, out_.device, &uploaded_,
                          computed[0], launched_);
            if (!impl)
                return nullptr;
            currentQueue().flush();
            done.push_back(download(band, computed));
        }
        // A failure after the first row is written must not have changed the source.
        if (shareBytes(source_.window, dst_))
            done.back().wait();
        for (size_t i = 0; i < done.size(); ++i)
        {
            done[i].wait();
            const Range rows = launches_.bands[i].rows;
            const size_t step = launches_.bands[i].geometry.dstStep;
            copyRows(out_.host + step * size_t(rows.start), step, dst_.ptr(rows.start), dst_.step, rowBytes(dst_),
                     rows.size());
        }
        launched_.setComplete();
        return impl;
    }

private:
    static size_t rowBytes(const Mat& image) { return image.elemSize() * size_t(image.cols); }

    //! The rows that the band reads and that earlier ones did not.
    void upload(const MatBand& band)
    {
        const int count = band.sourceEnd - end_;
        if (count <= 0)
            return;
        const size_t step = band.geometry.srcStep, first = launches_.srcLead + step * size_t(end_);
        const size_t row = rowBytes(source_.window);
        copyRows(source_.window.ptr(end_), source_.window.step, in_.host + first, step, row, count);
        uploaded_.resize(1);
        staging_.up.enqueueWriteBuffer(in_.device, CL_FALSE, first, step * size_t(count - 1) + row, in_.host + first,
                                       nullptr, &uploaded_[0]);
        staging_.up.flush();
        end_ = band.sourceEnd;
    }

    cl::Event download(const MatBand& band, const std::vector<cl::Event>& computed)
    {
        const size_t step = band.geometry.dstStep, first = step * size_t(band.rows.start);
        cl::Event event;
        staging_.down.enqueueReadBuffer(out_.device, CL_FALSE, first,
                                        step * size_t(band.rows.size() - 1) + rowBytes(dst_), out_.host + first,
                                        &computed, &event);
        staging_.down.flush();
        return event;
    }

    Dispatcher& dispatcher_;
    Staging& staging_;
    const StagedBuffer &in_, &out_;
    const MatSource& source_;
    const MatLaunches& launches_;
    Mat& dst_;
    int end_ = 0;                     //!< rows of the window that are uploaded
    std::vector<cl::Event> uploaded_; //!< of the last upload; the queue is in order
    Launched launched_;
};

const Implementation* runStaged(Dispatcher& dispatcher, MatBuffers& buffers, const MatSource& source, Mat& dst,
                                SpecializationTable::Use use)
{
    const MatLaunches launches = stagedLaunches(dispatcher, source, use);
    std::unique_ptr<Staging> staging = buffers.lease({launches.srcBytes, launches.dstBytes});
    StagedRun staged(dispatcher, *staging, source, launches, dst); // keeps scratch memory until the queue is finished
    try
    {
        const Implementation* impl = staged.run();
        if (impl)
        {
            buffers.giveBack(std::move(staging));
            return impl;
        }
    }
    catch (...)
    {
        drain(currentQueue());
        throw;
    }
    finishQueue();
    return nullptr;
}

//! Rows of the destination for which a part of the source is staged at a time.
int rowsPerPart(const MatSource& source, const Mat& dst)
{
    const size_t row =
        std::max(source.window.elemSize() * size_t(source.window.cols), dst.elemSize() * size_t(dst.cols));
    return int(std::min<size_t>(std::max<size_t>(maxStagedBytes / row, 1), size_t(dst.rows)));
}

//! A part of the call: some rows of its outputs, with the part of the source that they read.
MatSource partOf(const MatSource& source, const Range& rows)
{
    Call call = source.call;
    call.size.height = rows.size();
    MatSource part = source;
    part.call = call;
    const Rect region(source.origin.x, source.origin.y + rows.start, call.size.width, rows.size());
    const Rect read = readWindow(region, source.window.size(), call.filterSize, call.anchor, call.border);
    part.window = source.window(read);
    part.origin = region.tl() - read.tl();
    return part;
}

const Implementation* runInParts(Dispatcher& dispatcher, MatBuffers& buffers, const MatSource& source, Mat& dst,
                                 SpecializationTable::Use use)
{
    const int height = rowsPerPart(source, dst);
    if (height == dst.rows)
        return runStaged(dispatcher, buffers, source, dst, use);
    if (source.specialized && isAlignedWithoutPadding(source))
        return runInBands(source, dst); // faster: uploads and downloads of different rows overlap
    // The first part's result would overwrite what the second reads.
    Mat result = shareBytes(source.window, dst) ? Mat(dst.size(), dst.type()) : dst;
    const Implementation* impl = nullptr;
    for (int y = 0; y < dst.rows; y += height)
    {
        const Range rows(y, std::min(y + height, dst.rows));
        Mat part = result.rowRange(rows);
        impl =
            runStaged(dispatcher, buffers, partOf(source, rows), part, y == 0 ? use : SpecializationTable::Use::Look);
        if (!impl)
            return nullptr;
    }
    if (result.data != dst.data)
        result.copyTo(dst);
    return impl;
}

} // namespace

const Implementation* runOnDevice(Dispatcher& dispatcher, MatBuffers& buffers, const MatSource& source, Mat& dst,
                                  SpecializationTable::Use use)
{
    if (matTransfer(buffers) == MatTransfer::Shared)
        return runShared(dispatcher, source, dst, use);
    return runInParts(dispatcher, buffers, source, dst, use);
}

} // namespace clconv
} // namespace cv
