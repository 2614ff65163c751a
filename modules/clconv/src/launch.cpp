// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Setting arguments and enqueueing, through opencl-clhpp on OpenCV's context and queue.

#include "launch.hpp"
#include "inspect.hpp"
#include "opencl.hpp"

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

//! The source as the plan wants it.
struct Source
{
    void* memory;
    size_t step;   //!< in bytes, in pixels for a buffer image
    size_t offset; //!< likewise
    UMat whole;    //!< what an image was made of
    ocl::Image2D image;
    cl::Image1DBuffer bufferImage;
};

cl::ImageFormat imageFormat(int depth, int channels)
{
    const cl_channel_order order = channels == 1 ? CL_R : channels == 2 ? CL_RG : CL_RGBA;
    switch (depth)
    {
    case CV_8U: return cl::ImageFormat(order, CL_UNSIGNED_INT8);
    case CV_8S: return cl::ImageFormat(order, CL_SIGNED_INT8);
    case CV_16U: return cl::ImageFormat(order, CL_UNSIGNED_INT16);
    case CV_16S: return cl::ImageFormat(order, CL_SIGNED_INT16);
    case CV_32S: return cl::ImageFormat(order, CL_SIGNED_INT32);
    default: return cl::ImageFormat(order, CL_FLOAT);
    }
}

//! The whole readable image as a UMat that starts where its buffer starts, as ocl::Image2D needs it.
UMat readableImage(const UMat& src, const Problem& p, const Geometry& g)
{
    UMat whole = src;
    if (p.readable != p.size)
    {
        Size size;
        Point origin;
        src.locateROI(size, origin);
        whole.adjustROI(origin.y, size.height - origin.y - src.rows, origin.x, size.width - origin.x - src.cols);
    }
    if (g.srcOffset == 0)
        return whole;
    UMat copy;
    whole.copyTo(copy);
    return copy;
}

void bindImage2D(Source& source, const UMat& src, const Problem& p, const Geometry& g)
{
    source.whole = readableImage(src, p, g);
    source.image = ocl::Image2D(source.whole, false, ocl::Image2D::canCreateAlias(source.whole));
    source.memory = source.image.ptr();
}

void bindImage1D(Source& source, const Problem& p, const Geometry& g)
{
    const size_t pixelSize = p.srcSize() * size_t(p.channels);
    source.step = g.srcStep / pixelSize;
    source.offset = g.srcOffset / pixelSize;
    const size_t pixels = source.offset + source.step * size_t(p.readable.height - 1) + size_t(p.readable.width);
    const cl::Context context(static_cast<cl_context>(ocl::Context::getDefault().ptr()), true);
    source.bufferImage = cl::Image1DBuffer(context, CL_MEM_READ_ONLY, imageFormat(p.srcDepth, p.channels), pixels,
                                           cl::Buffer(static_cast<cl_mem>(source.memory), true));
    source.memory = source.bufferImage();
}

Source bind(SourceKind kind, const UMat& src, const Problem& p, const Geometry& g)
{
    Source source;
    source.memory = src.handle(ACCESS_READ);
    source.step = g.srcStep;
    source.offset = g.srcOffset;
    if (kind == SourceKind::Image2D)
        bindImage2D(source, src, p, g);
    else if (kind == SourceKind::Image1DBuffer)
        bindImage1D(source, p, g);
    return source;
}

void setArguments(cl::Kernel& kernel, const Plan& plan, const Problem& p, const Geometry& g, const Source& source,
                  void* dst, const CoefficientSet& coefficients, double delta)
{
    const cl_int4 area = {{g.srcOrigin.x, g.srcOrigin.y, p.readable.width, p.readable.height}};
    const cl_int2 size = {{p.size.width, p.size.height}};
    const cl_int2 kernelSize = {{p.kernel.width, p.kernel.height}};
    Arguments arguments(kernel);
    arguments.value(source.memory).index(source.step, p.wideIndex).index(source.offset, p.wideIndex).value(area);
    arguments.value(dst).index(g.dstStep, p.wideIndex).index(g.dstOffset, p.wideIndex).value(size).value(kernelSize);
    if (plan.space == CoefficientSpace::Value)
        arguments.bytes(coefficients.bytes(plan.layout).data(), coefficients.bytes(plan.layout).size());
    else
        arguments.value(coefficients.buffer(plan.layout)());
    arguments.number(delta, p.accDepth() == CV_64F);
}

//! OpenCV may hand out a released buffer again, and a thread with another queue would not wait for this launch: where its
//! buffer pool is on, the images are held until the device is done. So are images made of buffers: OpenCL promises to keep
//! them, PoCL 3.1 does not.
bool poolIsOn()
{
    BufferPoolController* pool = ocl::getOpenCLAllocator()->getBufferPoolController();
    return pool && pool->getMaxReservedSize() > 0;
}

//! What a launch uses, held until the device is done.
struct Held
{
    UMat src, dst;
    Source source;
};

void CL_CALLBACK letGo(cl_event, cl_int, void* data)
{
    std::unique_ptr<Held> held(static_cast<Held*>(data));
    // A driver's thread should not free memory: with this flag OpenCV does it at its next allocation.
    for (const UMat* image : {&held->src, &held->dst})
        if (image->u->urefcount == 1)
            image->u->flags |= UMatData::ASYNC_CLEANUP;
}

} // namespace

void launch(const Prepared& prepared, const Problem& problem, const Geometry& geometry, const UMat& src, UMat& dst,
            const CoefficientSet& coefficients, double delta)
{
    const Plan& plan = prepared.plan;
    const Source source = bind(plan.source, src, problem, geometry);
    const cl::CommandQueue queue(static_cast<cl_command_queue>(ocl::Queue::getDefault().ptr()), true);
    const cl::NDRange global(plan.global[0], plan.global[1]), local(plan.local[0], plan.local[1]);
    Executable::Loan loan(*prepared.executable);
    setArguments(loan.kernel(), plan, problem, geometry, source, dst.handle(ACCESS_WRITE), coefficients, delta);
    const bool hold = plan.source != SourceKind::Buffer || poolIsOn();
    ProfilingScope* profiling = ProfilingScope::current();
    cl::Event event; // costs a microsecond: only where somebody wants it
    queue.enqueueNDRangeKernel(loan.kernel(), cl::NullRange, global, local, nullptr,
                               hold || profiling ? &event : nullptr);
    if (hold)
    {
        std::unique_ptr<Held> held(new Held{src, dst, source});
        event.setCallback(CL_COMPLETE, letGo, held.get());
        held.release();
    }
    if (profiling)
    {
        clRetainEvent(event());
        profiling->add(event());
    }
}

} // namespace clconv
} // namespace cv
