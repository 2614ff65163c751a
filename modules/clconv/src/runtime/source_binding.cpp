// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Binding a source as a buffer, an image or a buffer image.

#include "runtime/source_binding.hpp"
#include "runtime/launch.hpp"

namespace cv
{
namespace clconv
{
namespace
{

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

//! The readable image as a UMat at offset 0 of its buffer, as ocl::Image2D requires.
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
    if (!isOnDevice(copy)) // OpenCV allocates on the host, without an error, if the device has no memory
        throw std::runtime_error("it has no memory for a copy of the source");
    return copy;
}

void bindImage2D(Source& source, const UMat& src, const Problem& p, const Geometry& g)
{
    if (!ocl::Image2D::isFormatSupported(p.srcDepth, p.channels, false))
        throw PlanFailure(
            format("the device has no images of %d channels of %s", p.channels, typeName(p.srcDepth).c_str()));
    source.whole = readableImage(src, p, g);
    source.image = ocl::Image2D(source.whole, false, ocl::Image2D::canCreateAlias(source.whole));
    source.memory = source.image.ptr();
}

void bindImage1D(Source& source, const Problem& p, const Geometry& g)
{
    const size_t pixelSize = p.srcElemSize() * size_t(p.channels);
    source.step = g.srcStep / pixelSize;
    source.offset = g.srcOffset / pixelSize;
    const size_t pixels = source.offset + source.step * size_t(p.readable.height - 1) + size_t(p.readable.width);
    const cl::Context context(static_cast<cl_context>(ocl::Context::getDefault().ptr()), true);
    source.bufferImage = cl::Image1DBuffer(context, CL_MEM_READ_ONLY, imageFormat(p.srcDepth, p.channels), pixels,
                                           cl::Buffer(static_cast<cl_mem>(source.memory), true));
    source.memory = source.bufferImage();
}

} // namespace

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

} // namespace clconv
} // namespace cv
