// SPDX-License-Identifier: Apache-2.0
//
// Binds sources as buffers, padded buffers or images.

#include "pixels.hpp"

#include <opencv2/core/ocl.hpp>

namespace study {
namespace {

cl::Context context()
{
    return cl::Context(static_cast<cl_context>(cv::ocl::Context::getDefault().ptr()), true);
}

cl::ImageFormat formatOf(int type)
{
    return cl::ImageFormat(CV_MAT_CN(type) == 4 ? CL_RGBA : CL_R,
                           CV_MAT_DEPTH(type) == CV_32F ? CL_FLOAT : CL_UNSIGNED_INT8);
}

void requireImages(cl_mem_object_type kind, int type)
{
    if (!cv::ocl::Device::getDefault().imageSupport())
        throw Unsupported("the device has no images");
    std::vector<cl::ImageFormat> formats;
    context().getSupportedImageFormats(CL_MEM_READ_ONLY, kind, &formats);
    const cl::ImageFormat required = formatOf(type);
    for (const cl::ImageFormat& format : formats)
        if (format.image_channel_order == required.image_channel_order &&
            format.image_channel_data_type == required.image_channel_data_type)
            return;
    throw Unsupported("the device has no such images of " + cv::typeToString(type));
}

void requireImageSize(cv::Size size, int layers)
{
    const cl::Device device(static_cast<cl_device_id>(cv::ocl::Device::getDefault().ptr()), true);
    const size_t width = device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>();
    const size_t height = device.getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>();
    const size_t maxLayers = layers > 1 ? device.getInfo<CL_DEVICE_IMAGE_MAX_ARRAY_SIZE>() : 1;
    if (size_t(size.width) > width || size_t(size.height) > height || size_t(layers) > maxLayers)
        throw Unsupported(cv::format("%d images of %dx%d exceed the device's limit, %zu of %zux%zu", layers, size.width,
                                     size.height, maxLayers, width, height));
}

//! Binds a buffer whose rows are padded to a multiple of `padding` pixels.
void bindBuffer(Pixels& pixels, int padding)
{
    if (pixels.size.width % padding)
    {
        const int columns = (pixels.size.width + padding - 1) / padding * padding;
        const cv::UMat unpadded = pixels.buffer;
        pixels.buffer = cv::UMat(pixels.size.height, columns, unpadded.type(), cv::Scalar::all(0));
        unpadded.copyTo(pixels.buffer(cv::Rect(cv::Point(), pixels.size)));
    }
    pixels.step = int(pixels.buffer.step / pixels.buffer.elemSize());
    pixels.memory = cl::Memory(static_cast<cl_mem>(pixels.buffer.handle(cv::ACCESS_READ)), true);
}

void bindImage1D(Pixels& pixels)
{
    requireImages(CL_MEM_OBJECT_IMAGE1D_BUFFER, pixels.buffer.type());
    const size_t maxPixels = cv::ocl::Device::getDefault().imageMaxBufferSize();
    if (pixels.buffer.total() > maxPixels)
        throw Unsupported(
            cv::format("%zu pixels exceed the limit of a buffer image, %zu", pixels.buffer.total(), maxPixels));
    bindBuffer(pixels, 1);
    const cl::Buffer buffer(static_cast<cl_mem>(pixels.memory()), true);
    pixels.memory =
        cl::Image1DBuffer(context(), CL_MEM_READ_ONLY, formatOf(pixels.buffer.type()), pixels.buffer.total(), buffer);
}

//! Copies images from the host, outside the timed part.
void bindImages(Pixels& pixels, const std::vector<cv::UMat>& sources, bool array)
{
    const int type = pixels.buffer.type();
    requireImages(array ? CL_MEM_OBJECT_IMAGE2D_ARRAY : CL_MEM_OBJECT_IMAGE2D, type);
    requireImageSize(pixels.size, int(sources.size()));
    const size_t width = size_t(pixels.size.width), height = size_t(pixels.size.height);
    const cl::CommandQueue queue(static_cast<cl_command_queue>(cv::ocl::Queue::getDefault().ptr()), true);
    cl::Image2DArray layers;
    cl::Image2D single;
    if (array)
        layers = cl::Image2DArray(context(), CL_MEM_READ_ONLY, formatOf(type), sources.size(), width, height, 0, 0);
    else
        single = cl::Image2D(context(), CL_MEM_READ_ONLY, formatOf(type), width, height);
    const cl::Image& image = array ? static_cast<const cl::Image&>(layers) : single;
    for (size_t i = 0; i < sources.size(); i++)
    {
        cv::Mat host;
        sources[i].copyTo(host);
        queue.enqueueWriteImage(image, CL_TRUE, {0, 0, i}, {width, height, 1}, host.step, 0, host.data);
    }
    pixels.memory = image;
    pixels.layers = int(sources.size());
}

} // namespace

Pixels bindPixels(const KernelSettings& settings, const Workload& work, size_t index)
{
    Pixels pixels;
    pixels.buffer = work.sources[index];
    pixels.size = pixels.buffer.size();
    size_t end = index + 1;
    if (settings.source == Source::Array)
        while (end < work.sources.size() && work.sources[end].size() == pixels.size)
            end++;
    if (settings.source == Source::Buffer)
        bindBuffer(pixels, settings.padding);
    else if (settings.source == Source::Image1D)
        bindImage1D(pixels);
    else
        bindImages(pixels, {work.sources.begin() + long(index), work.sources.begin() + long(end)},
                   settings.source == Source::Array);
    return pixels;
}

} // namespace study
