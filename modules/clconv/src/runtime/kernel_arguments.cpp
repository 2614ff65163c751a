// SPDX-License-Identifier: Apache-2.0
//
// Which tiles are interior, and the arguments one after the other.

#include "runtime/kernel_arguments.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace cv { namespace clconv {
namespace {

//! A range of tile indices: first, and one past the last.
struct IndexRange
{
    int64 from, to;
};

//! Which of `count` windows, `step` apart, are interior: inside [0, length).
//! @param start of the first window
//! @param extent of each window
IndexRange interior(int64 count, int64 step, int64 start, int64 extent, int64 length)
{
    const int64 lastStart = length - extent - start; // of an interior window, relative to the first one
    return {int64(ceilDiv(size_t(std::max<int64>(-start, 0)), size_t(step))),
            lastStart < 0 ? 0 : std::min(lastStart / step + 1, count)};
}

//! Interior tiles are the same for every work-item, so the host computes them once: on a GPU that took a tenth of the
//! instructions of a 3x3 filter.
TileRange interiorTiles(const Plan& plan, const Problem& problem, const Geometry& geometry)
{
    const TileShape& shape = plan.tile;
    const int64 items = int64(ceilDiv(size_t(problem.rowScalars()), size_t(shape.px)));
    const int64 tiles = int64(ceilDiv(size_t(problem.size.height), size_t(shape.rows)));
    TileRange noInteriorTiles = TileRange();
    noInteriorTiles.columns = int(items);
    noInteriorTiles.rows = int(tiles);
    const int64 start = int64(geometry.srcOrigin.x) * problem.channels - shape.lead;
    const size_t bytes = size_t(shape.vec) * problem.srcElemSize();
    if ((geometry.srcStep | geometry.srcOffset) % bytes != 0 || start % shape.vec != 0)
        return noInteriorTiles;
    const IndexRange x =
        interior(items, shape.px, start, shape.loadWidth, int64(problem.readable.width) * problem.channels);
    const IndexRange y = interior(tiles, shape.rows, geometry.srcOrigin.y, shape.rows + problem.filterSize.height - 1,
                                  problem.readable.height);
    if (x.from >= x.to || y.from >= y.to)
        return noInteriorTiles;
    const int64 others = items * tiles - (x.to - x.from) * (y.to - y.from);
    const size_t groupRow = ceilDiv(size_t(items), plan.local[0]) * plan.local[0] * plan.local[1]; // work-items
    const size_t groupRows = std::max<size_t>(ceilDiv(size_t(others), groupRow), 1);
    if (groupRows * groupRow > size_t(std::numeric_limits<int>::max()))
        return noInteriorTiles; // kernels number them in an int
    TileRange range = TileRange();
    range.firstColumn = int(x.from);
    range.firstRow = int(y.from);
    range.columns = int(x.to - x.from);
    range.rows = int(y.to - y.from);
    range.borderGroupRows = int(groupRows);
    return range;
}

shared_structs::CallData callData(const Plan& plan, const Problem& problem, const Stage* stage)
{
    using namespace shared_structs;
    const int average = problem.srcDepth > CV_32S ? averagesFloats : averagesIntegers;
    const int rounding = (isDown(problem.rounding) ? roundsDown : 0) | (isAverage(problem.rounding) ? average : 0);
    return {stage ? stage->firstPair : 0,
            stage ? stage->pairs : 0,
            problem.filterSize.width,
            problem.filterSize.height,
            problem.channels,
            rounding,
            problem.border,
            plan.scratchPairs};
}

//! Sets one argument after the other; values only if they changed.
class Arguments
{
public:
    explicit Arguments(KernelObject& object) : object_(object) {}

    Arguments& memory(const void* handle)
    {
        object_.kernel.setArg(index_++, sizeof(handle), &handle);
        return *this;
    }
    template<typename T>
    Arguments& value(const T& v)
    {
        return bytes(&v, sizeof(v));
    }
    Arguments& bytes(const void* data, size_t size)
    {
        std::vector<uchar>& stored = object_.values;
        const size_t end = at_ + size;
        if (stored.size() < end || std::memcmp(stored.data() + at_, data, size) != 0)
        {
            object_.kernel.setArg(index_, size, data);
            stored.resize(std::max(stored.size(), end));
            std::memcpy(stored.data() + at_, data, size);
        }
        ++index_;
        at_ = end;
        return *this;
    }
    Arguments& index(size_t v, bool wide) { return wide ? value(cl_long(v)) : value(cl_int(v)); }
    Arguments& number(double v, bool fp64) { return fp64 ? value(cl_double(v)) : value(cl_float(v)); }

private:
    KernelObject& object_;
    cl_uint index_ = 0;
    size_t at_ = 0; //!< where the next value is among those stored
};

void setCoefficients(Arguments& arguments, const Plan& plan, const CoefficientSet& coefficients)
{
    if (plan.space == CoefficientSpace::Value)
    {
        const Mat& content = coefficients.onHost(plan.layout);
        arguments.bytes(content.data, content.total() * content.elemSize());
    }
    else
        arguments.memory(coefficients.buffer(plan.layout)());
}

//! Sets `count` arguments: the buffers, then the first one again for the rest.
void setBuffers(Arguments& arguments, const std::vector<void*>& buffers, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        arguments.memory(buffers[i < buffers.size() ? i : 0]);
}

} // namespace

TileRange tileRange(const Plan& plan, const Problem& problem, const Geometry& geometry, const Stage* stage)
{
    TileRange range = plan.tile.px ? interiorTiles(plan, problem, geometry) : TileRange();
    if (plan.filterSizeIsData)
    {
        const shared_structs::CallData data = callData(plan, problem, stage);
        std::memcpy(&range, &data, sizeof(range));
        return range;
    }
    range.border = problem.border;
    range.prefetchRows = int((size_t(plan.prefetch) << 10) / std::max<size_t>(geometry.srcStep, 1));
    return range;
}

void setArguments(KernelObject& object, const Plan& plan, const Problem& p, const Geometry& g, const Source& source,
                  const Output* outputs, const CoefficientSet& coefficients, double delta, const TileRange& range,
                  const CoefficientSet* numbers, const Output* second, const cl::Buffer* scratch)
{
    const cl_int4 area = {{g.srcOrigin.x, g.srcOrigin.y, p.readable.width, p.readable.height}};
    const cl_int2 size = {{p.size.width, p.size.height}};
    Arguments arguments(object);
    arguments.memory(source.memory).index(source.step, p.wideIndex).index(source.offset, p.wideIndex).value(area);
    arguments.memory(outputs->memory)
        .index(g.dstStep, p.wideIndex)
        .index(g.dstOffset, p.wideIndex)
        .value(size)
        .value(range);
    setCoefficients(arguments, plan, coefficients);
    arguments.number(delta, p.accDepth() == CV_64F);
    for (int f = 1; f < plan.filterCount; ++f)
        arguments.memory(outputs[f].memory).index(outputs[f].step, p.wideIndex).index(outputs[f].offset, p.wideIndex);
    if (numbers)
        arguments.memory(numbers->buffer(CoefficientKind::Full)());
    if (second)
        arguments.memory(second->memory).index(second->step, p.wideIndex).index(second->offset, p.wideIndex);
    if (scratch)
        arguments.memory((*scratch)());
}

void setArguments(KernelObject& object, const Plan& plan, const Problem& p, const BatchArguments& batch,
                  const CoefficientSet& coefficients, double delta)
{
    const cl_int2 range = {{batch.first, batch.count}};
    Arguments arguments(object);
    arguments.memory(batch.table()).value(range);
    setBuffers(arguments, batch.sources, size_t(plan.sourceBuffers));
    setBuffers(arguments, batch.outputs, size_t(plan.outputBuffers));
    if (p.filterEach)
        arguments.memory(batch.table());
    else
        setCoefficients(arguments, plan, coefficients);
    arguments.number(delta, p.accDepth() == CV_64F);
}

}} // namespace cv::clconv
