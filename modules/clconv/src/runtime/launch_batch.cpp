// SPDX-License-Identifier: Apache-2.0
//
// The table of images on the device, and one launch after the other over parts of it.

#include "runtime/launch.hpp"
#include "runtime/kernel_arguments.hpp"

namespace cv { namespace clconv {
namespace {

//! The index of a buffer in a list without repetitions, to which it is appended if it is missing. A launch takes few
//! buffers (Plan::sourceBuffers), which are compared as fast as a hash is looked up.
//! @returns -1 if it is missing and the list is full
int numberIn(std::vector<void*>& buffers, void* buffer, int maximum)
{
    const auto found = std::find(buffers.begin(), buffers.end(), buffer);
    const int number = int(found - buffers.begin());
    if (found == buffers.end() && number == maximum)
        return -1;
    if (found == buffers.end())
        buffers.push_back(buffer);
    return number;
}

struct Part
{
    size_t first, count;
    std::vector<void*> sources, outputs; //!< cl_mem
    size_t groups;
};

//! The images, and the parts of the batch that one launch each filters.
class Table
{
public:
    //! @param firstCoefficient, coefficientsOfEach where in the table's memory the coefficients of the images begin, in
    //! coefficients, and how many each has
    Table(const Plan& plan, const std::vector<BatchItem>& items, size_t coefficientsOfEach, size_t firstCoefficient) :
        plan_(plan)
    {
        images_.reserve(items.size());
        BatchImage image;
        const BatchItem* last = nullptr;
        for (size_t i = 0; i < items.size(); ++i)
        {
            const BatchItem& item = items[i];
            if (!last || last->problem != item.problem || !(last->geometry == item.geometry))
                image = describe(item);
            last = &item;
            if (parts_.empty() || !add(item, image))
            {
                parts_.push_back(Part());
                parts_.back().first = i;
                if (!add(item, image))
                    throw PlanFailure("an image of a batch has more work-groups than a launch");
            }
            image.firstCoefficient = cl_int(firstCoefficient + i * coefficientsOfEach);
            images_.push_back(image);
        }
    }

    const std::vector<BatchImage>& images() const { return images_; }
    const std::vector<Part>& parts() const { return parts_; }

private:
    //! Fields that images of one problem and geometry have in common.
    BatchImage describe(const BatchItem& item)
    {
        const Problem& p = *item.problem;
        const Geometry& g = item.geometry;
        BatchImage image = BatchImage();
        image.srcStep = cl_int(g.srcStep), image.srcOffset = cl_int(g.srcOffset);
        image.dstStep = cl_int(g.dstStep), image.dstOffset = cl_int(g.dstOffset);
        image.srcArea = {{g.srcOrigin.x, g.srcOrigin.y, p.readable.width, p.readable.height}};
        image.dstSize = {{p.size.width, p.size.height}};
        image.tileRange = tileRange(plan_, p, g);
        const size_t columns = ceilDiv(size_t(p.rowScalars()), size_t(plan_.groupOutputs.width));
        const size_t rows = ceilDiv(size_t(p.size.height), size_t(plan_.groupOutputs.height));
        image.groupColumns = cl_int(columns);
        groups_ = columns * (rows + (plan_.tile.px ? size_t(image.tileRange.borderGroupRows) : 0));
        return image;
    }

    //! Adds an item to the last part.
    //! @returns false if that is full
    bool add(const BatchItem& item, BatchImage& image)
    {
        Part& part = parts_.back();
        if ((part.groups + groups_) * plan_.local[0] > size_t(INT_MAX))
            return false;
        image.source = numberIn(part.sources, item.src->handle(ACCESS_READ), plan_.sourceBuffers);
        image.output = numberIn(part.outputs, item.dst->handle(ACCESS_WRITE), plan_.outputBuffers);
        if (image.source < 0 || image.output < 0)
            return false;
        image.firstGroup = cl_int(part.groups);
        part.groups += groups_;
        ++part.count;
        return true;
    }

    const Plan& plan_;
    size_t groups_ = 0; //!< of the image that was described last
    std::vector<BatchImage> images_;
    std::vector<Part> parts_;
};

//! What is copied to the device: the images, then the coefficients of each if these have their own.
//! @param each whether they do
std::vector<uchar> contentOf(const std::vector<BatchImage>& images, const std::vector<BatchItem>& items,
                             CoefficientLayout layout, bool each)
{
    const uchar* const begin = reinterpret_cast<const uchar*>(images.data());
    std::vector<uchar> all;
    const Mat& first = items[0].coefficients->onHost(layout);
    const size_t own = each ? first.total() * first.elemSize() : 0;
    all.reserve(images.size() * (sizeof(BatchImage) + own));
    all.assign(begin, begin + images.size() * sizeof(BatchImage));
    for (size_t i = 0; each && i < items.size(); ++i)
    {
        const uchar* const numbers = items[i].coefficients->onHost(layout).data;
        all.insert(all.end(), numbers, numbers + own);
    }
    return all;
}

} // namespace

void launchBatch(const CompiledPlan& compiled, const Problem& batch, const std::vector<BatchItem>& items, double delta)
{
    if (callSettings().inquiry)
        return;
    const Plan& plan = compiled.plan;
    const CoefficientSet& coefficients = *items[0].coefficients;
    const size_t each = batch.filterEach ? coefficients.onHost(plan.layout).total() : 0;
    const Table table(plan, items, each, items.size() * sizeof(BatchImage) / batch.accSize());
    const bool retain = compiled.context->reusesReleasedBuffers();
    ProfilingScope* const profiling = callSettings().profiling;
    cl::CommandQueue queue = currentQueue();
    cl::Event event;
    try
    {
        const std::vector<uchar> content = contentOf(table.images(), items, plan.layout, batch.filterEach);
        const cl::Buffer memory = compiled.context->tableMemory().make(content);
        for (const Part& part : table.parts())
        {
            const BatchArguments arguments = {memory, cl_int(part.first), cl_int(part.count), part.sources,
                                              part.outputs};
            const cl::NDRange global(part.groups * plan.local[0], plan.local[1]), local(plan.local[0], plan.local[1]);
            std::vector<UMatData*> used;
            used.reserve(retain ? 2 * part.count : 0);
            for (size_t i = part.first; retain && i < part.first + part.count; ++i)
                used.push_back(items[i].src->u), used.push_back(items[i].dst->u);
            {
                CompiledKernel::Lease lease(*compiled.kernels.front());
                setArguments(lease.object(), plan, batch, arguments, coefficients, delta);
                queue.enqueueNDRangeKernel(lease.object().kernel, cl::NullRange, global, local, nullptr,
                                           retain || profiling ? &event : nullptr);
            }
            if (retain) // each separately: a queue may be out of order
                retainUntilComplete(event, used);
            if (profiling)
                profiling->add({event, event});
        }
    }
    catch (const cl::Error& e)
    {
        // A lack of registers, or of memory for images or for the table: filtering the images one by one shows which.
        if (e.err() == CL_OUT_OF_RESOURCES)
            throw MemoryFailure("the device has no resources for a batch: " + textOf(e));
        throwFailure(e, "a call", false);
    }
    compiled.setLaunched();
}

}} // namespace cv::clconv
