// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Setting the arguments one after the other.

#include "runtime/kernel_arguments.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! Sets one argument after the other.
class Arguments
{
public:
    explicit Arguments(cl::Kernel& kernel) : kernel_(kernel) {}

    template<typename T>
    Arguments& value(const T& v)
    {
        return bytes(&v, sizeof(v));
    }
    Arguments& bytes(const void* data, size_t size)
    {
        kernel_.setArg(index_++, size, data);
        return *this;
    }
    Arguments& index(size_t v, bool wide) { return wide ? value(cl_long(v)) : value(cl_int(v)); }
    Arguments& number(double v, bool fp64) { return fp64 ? value(cl_double(v)) : value(cl_float(v)); }

private:
    cl::Kernel& kernel_;
    cl_uint index_ = 0;
};

void setCoefficients(Arguments& arguments, const Plan& plan, const CoefficientSet& coefficients)
{
    if (plan.space == CoefficientSpace::Value)
    {
        const Mat& content = coefficients.onHost(plan.layout);
        arguments.bytes(content.data, content.total() * content.elemSize());
    }
    else
        arguments.value(coefficients.buffer(plan.layout)());
}

//! As many arguments: the buffers, and the first one again for what is left.
void setBuffers(Arguments& arguments, const std::vector<void*>& buffers, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        arguments.value(buffers[i < buffers.size() ? i : 0]);
}

} // namespace

void setArguments(cl::Kernel& kernel, const Plan& plan, const Problem& p, const Geometry& g, const Source& source,
                  const Output* outputs, const CoefficientSet& coefficients, double delta, const TileRange& range,
                  const cl::Buffer* scratch)
{
    const cl_int4 area = {{g.srcOrigin.x, g.srcOrigin.y, p.readable.width, p.readable.height}};
    const cl_int2 size = {{p.size.width, p.size.height}};
    Arguments arguments(kernel);
    arguments.value(source.memory).index(source.step, p.wideIndex).index(source.offset, p.wideIndex).value(area);
    arguments.value(outputs->memory)
        .index(g.dstStep, p.wideIndex)
        .index(g.dstOffset, p.wideIndex)
        .value(size)
        .value(range);
    setCoefficients(arguments, plan, coefficients);
    arguments.number(delta, p.accDepth() == CV_64F);
    for (int f = 1; f < plan.filterCount; ++f)
        arguments.value(outputs[f].memory).index(outputs[f].step, p.wideIndex).index(outputs[f].offset, p.wideIndex);
    if (scratch)
        arguments.value((*scratch)());
}

void setArguments(cl::Kernel& kernel, const Plan& plan, const Problem& p, const BatchArguments& batch,
                  const CoefficientSet& coefficients, double delta)
{
    const cl_int2 range = {{batch.first, batch.count}};
    Arguments arguments(kernel);
    arguments.value(batch.table()).value(range);
    setBuffers(arguments, batch.sources, size_t(plan.sourceBuffers));
    setBuffers(arguments, batch.outputs, size_t(plan.outputBuffers));
    if (p.filterEach)
        arguments.value(batch.table());
    else
        setCoefficients(arguments, plan, coefficients);
    arguments.number(delta, p.accDepth() == CV_64F);
}

} // namespace clconv
} // namespace cv
