// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The table of images on the device, and one launch after the other over parts of it.

#include "runtime/batch/launch_batch.hpp"
#include "runtime/launch.hpp"
#include "runtime/launch_failure.hpp"
#include "runtime/memory/retained_images.hpp"
#include "util/current_opencl.hpp"

#include <climits>

namespace cv
{
namespace clconv
{
namespace
{

//! BatchImage of kernels/common/batch.cl, with the same fields in the same order.
struct BatchImage
{
    cl_int source, output;
    cl_int srcStep, srcOffset;
    cl_int dstStep, dstOffset;
    cl_int firstGroup, groupColumns;
    cl_int4 srcArea;
    cl_int2 dstSize;
    cl_int firstCoefficient, unused;
    TileRange tileRange;
};
static_assert(sizeof(BatchImage) == 3 * sizeof(cl_int8), "kernels read it as vectors of this size");

//! Items of one launch.
struct Part
{
    size_t first, count;
    std::vector<void*> sources, outputs; //!< cl_mem, each one once
    std::vector<Output> written;         //!< of each item, for what a failure means
    size_t groups;
};

//! The place of a buffer in a list, where it is added if it is missing. The last ones are the likeliest: regions of one
//! image follow one another.
int placeOf(void* buffer, std::vector<void*>& buffers)
{
    for (size_t i = buffers.size(); i-- > 0;)
        if (buffers[i] == buffer)
            return int(i);
    buffers.push_back(buffer);
    return int(buffers.size()) - 1;
}

//! The images, and the parts in which launches filter them.
class Table
{
public:
    Table(const Plan& plan, const std::vector<BatchItem>& items, size_t coefficientsOfEach) : plan_(plan)
    {
        images_.reserve(items.size());
        for (size_t i = 0; i < items.size(); ++i)
        {
            const BatchItem& item = items[i];
            BatchImage image = describe(item);
            const size_t groups = groupsOf(item, image);
            if (parts_.empty() || !add(item, groups, image))
            {
                parts_.push_back({i, 0, {}, {}, {}, 0});
                if (!add(item, groups, image))
                    throw PlanFailure("an image of a batch has more work-groups than a launch");
            }
            image.firstCoefficient = cl_int(i * coefficientsOfEach);
            images_.push_back(image);
        }
    }

    const std::vector<BatchImage>& images() const { return images_; }
    const std::vector<Part>& parts() const { return parts_; }

private:
    BatchImage describe(const BatchItem& item) const
    {
        const Problem& p = item.problem;
        const Geometry& g = item.geometry;
        BatchImage image = BatchImage();
        image.srcStep = cl_int(g.srcStep), image.srcOffset = cl_int(g.srcOffset);
        image.dstStep = cl_int(g.dstStep), image.dstOffset = cl_int(g.dstOffset);
        image.srcArea = {{g.srcOrigin.x, g.srcOrigin.y, p.readable.width, p.readable.height}};
        image.dstSize = {{p.size.width, p.size.height}};
        image.tileRange = tileRange(plan_, p, g);
        return image;
    }

    size_t groupsOf(const BatchItem& item, BatchImage& image) const
    {
        const size_t columns = ceilDiv(size_t(item.problem.rowScalars()), size_t(plan_.groupOutputs.width));
        const size_t rows = ceilDiv(size_t(item.problem.size.height), size_t(plan_.groupOutputs.height));
        image.groupColumns = cl_int(columns);
        return columns * (rows + size_t(image.tileRange.borderGroupRows));
    }

    //! Adds an item to the last part.
    //! @returns false if that is full
    bool add(const BatchItem& item, size_t groups, BatchImage& image)
    {
        Part& part = parts_.back();
        const size_t most = size_t(plan_.batchBuffers), sources = part.sources.size(), outputs = part.outputs.size();
        image.source = placeOf(item.src.handle(ACCESS_READ), part.sources);
        image.output = placeOf(item.dst.handle(ACCESS_WRITE), part.outputs);
        if (part.sources.size() > most || part.outputs.size() > most ||
            (part.groups + groups) * plan_.local[0] > size_t(INT_MAX))
        {
            part.sources.resize(sources), part.outputs.resize(outputs);
            return false;
        }
        image.firstGroup = cl_int(part.groups);
        part.groups += groups;
        part.written.push_back({part.outputs[size_t(image.output)], item.dst.step, item.dst.offset});
        ++part.count;
        return true;
    }

    const Plan& plan_;
    std::vector<BatchImage> images_;
    std::vector<Part> parts_;
};

//! A buffer with this content. That there is none is no matter of the plan, which would be given up for it.
cl::Buffer copied(const void* data, size_t bytes)
{
    try
    {
        return cl::Buffer(currentContext(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, const_cast<void*>(data));
    }
    catch (const cl::Error& e)
    {
        throw MemoryFailure(
            format("the device has no memory for the table of a batch: %s gives %d", e.what(), e.err()));
    }
}

//! The coefficients of all items, one after the other.
cl::Buffer stacked(const std::vector<BatchItem>& items, CoefficientLayout layout)
{
    std::vector<uchar> all;
    for (const BatchItem& item : items)
    {
        const std::vector<uchar>& own = item.coefficients->bytes(layout);
        all.insert(all.end(), own.begin(), own.end());
    }
    return copied(all.data(), all.size());
}

//! Retains what a launch reads and writes until it is complete.
void retainImages(cl::Event& launch, const std::vector<BatchItem>& items, const Part& part)
{
    std::vector<UMat> images;
    images.reserve(2 * part.count);
    for (size_t i = part.first; i < part.first + part.count; ++i)
        images.push_back(items[i].src), images.push_back(items[i].dst);
    retainUntilComplete(launch, images);
}

} // namespace

void launchBatch(const CompiledPlan& compiled, const Problem& batch, const std::vector<BatchItem>& items, double delta)
{
    const Plan& plan = compiled.plan;
    const CoefficientSet& coefficients = *items[0].coefficients;
    const size_t each = batch.filterEach ? coefficients.bytes(plan.layout).size() / batch.accSize() : 0;
    const Table table(plan, items, each);
    const bool retain = reusesReleasedBuffers();
    ProfilingScope* const profiling = ProfilingScope::current();
    cl::CommandQueue queue = currentQueue();
    cl::Event event;
    const Part* part = &table.parts()[0];
    try
    {
        const cl::Buffer images = copied(table.images().data(), table.images().size() * sizeof(BatchImage));
        const cl::Buffer filters = batch.filterEach ? stacked(items, plan.layout) : cl::Buffer();
        for (const Part& next : table.parts())
        {
            part = &next;
            const BatchArguments arguments = {&images,      cl_int(next.first), cl_int(next.count),
                                              next.sources, next.outputs,       batch.filterEach ? &filters : nullptr};
            const cl::NDRange global(next.groups * plan.local[0], plan.local[1]), local(plan.local[0], plan.local[1]);
            {
                CompiledKernel::Lease lease(*compiled.compiledKernel);
                setArguments(lease.kernel(), plan, batch, arguments, coefficients, delta);
                queue.enqueueNDRangeKernel(lease.kernel(), cl::NullRange, global, local, nullptr,
                                           retain || profiling ? &event : nullptr);
            }
            if (profiling)
                addTo(*profiling, event, event);
            if (retain) // each by itself: a queue may be out of order
                retainImages(event, items, next);
        }
    }
    catch (const cl::Error& e)
    {
        // Registers, or memory for images or for the table: which, is known when they are filtered one by one.
        if (e.err() == CL_OUT_OF_RESOURCES)
            throw MemoryFailure(format("the device has no resources for a batch: %s gives %d", e.what(), e.err()));
        throwFailure(e, part->sources[0], items[part->first].geometry.srcOffset, part->written.data(),
                     int(part->written.size()));
    }
    compiled.setLaunched();
}

} // namespace clconv
} // namespace cv
