// SPDX-License-Identifier: Apache-2.0
//
// Pinned memory and transfers by opencl-clhpp, in OpenCV's context and queue.

#include "pinned_memory.hpp"
#include "programs/command_line.hpp"

#include <opencv2/core/utils/logger.hpp>

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

namespace samples {
namespace {

//! Enqueues and waits in clFinish. OpenCV's copies wait in the call that enqueues them; uploads, filters and downloads
//! of several threads then take turns on an NVIDIA H200, for half as many frames a second
//! (perf/results/nvidia-h200/log/use/streams.md).
template<typename Enqueue>
void transfer(const Enqueue& enqueue)
{
    try
    {
        const cl::CommandQueue queue(static_cast<cl_command_queue>(cv::ocl::Queue::getDefault().ptr()), true);
        enqueue(queue);
        queue.finish();
    }
    catch (const cl::Error& error)
    {
        CV_Error_(cv::Error::OpenCLApiCallError, ("%s: error %d", error.what(), error.err()));
    }
}

//! The image's memory on the device if one command copies all of it, as its rows follow one another; otherwise null.
cl_mem blockOf(const cv::UMat& image, cv::AccessFlag access)
{
    return image.isContinuous() && image.offset == 0 ? static_cast<cl_mem>(image.handle(access)) : nullptr;
}

} // namespace

struct PinnedMemory::Mapping
{
    cl::CommandQueue queue;
    cl::Buffer buffer;
    void* pointer = nullptr;
};

PinnedMemory::PinnedMemory(const cv::ocl::OpenCLExecutionContext& context, size_t bytes) : mapping_(new Mapping)
{
    try
    {
        const cl::Context inContext(static_cast<cl_context>(context.getContext().ptr()), true);
        mapping_->queue = cl::CommandQueue(static_cast<cl_command_queue>(context.getQueue().ptr()), true);
        mapping_->buffer = cl::Buffer(inContext, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes);
        mapping_->pointer =
            mapping_->queue.enqueueMapBuffer(mapping_->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes);
    }
    catch (const cl::Error& error)
    {
        throw programs::UsageError(
            cv::format("no pinned memory of %.1f MB: %s fails with error %d, fewer streams need less",
                       double(bytes) / (1 << 20), error.what(), error.err()));
    }
}

PinnedMemory::~PinnedMemory()
{
    try
    {
        mapping_->queue.enqueueUnmapMemObject(mapping_->buffer, mapping_->pointer);
        mapping_->queue.finish();
    }
    catch (const cl::Error& error)
    {
        CV_LOG_WARNING(nullptr, "clconv_streams: pinned memory cannot be released: " << error.what());
    }
}

uchar* PinnedMemory::data() const
{
    return static_cast<uchar*>(mapping_->pointer);
}

void PinnedPicture::upload(cv::UMat& to) const
{
    to.create(picture.size(), picture.type());
    const bool isPinned = memory_ && picture.data == memory_->data();
    if (const cl_mem block = isPinned ? blockOf(to, cv::ACCESS_WRITE) : nullptr)
        transfer(
            [&](const cl::CommandQueue& queue) {
                queue.enqueueWriteBuffer(cl::Buffer(block, true), CL_FALSE, 0, to.total() * to.elemSize(),
                                         picture.data);
            });
    else
        picture.copyTo(to);
}

void PinnedPicture::download(const cv::UMat& from, const cv::ocl::OpenCLExecutionContext& context)
{
    create(from.size(), from.type(), context);
    if (const cl_mem block = memory_ ? blockOf(from, cv::ACCESS_READ) : nullptr)
        transfer(
            [&](const cl::CommandQueue& queue) {
                queue.enqueueReadBuffer(cl::Buffer(block, true), CL_FALSE, 0, from.total() * from.elemSize(),
                                        picture.data);
            });
    else
        from.copyTo(picture);
}

void PinnedPicture::pin(const cv::ocl::OpenCLExecutionContext& context)
{
    if (context.empty() || (memory_ && picture.data == memory_->data()))
        return;
    const cv::Mat unpinned = picture;
    picture = pinned_; // the other picture has another size, or is in the source's own memory
    create(unpinned.size(), unpinned.type(), context);
    unpinned.copyTo(picture);
}

void PinnedPicture::create(cv::Size size, int type, const cv::ocl::OpenCLExecutionContext& context)
{
    if (picture.size() == size && picture.type() == type && (context.empty() || memory_))
        return;
    picture.release();
    pinned_.release();
    memory_.reset();
    if (!context.empty())
    {
        memory_.reset(new PinnedMemory(context, size_t(size.area()) * CV_ELEM_SIZE(type)));
        picture = pinned_ = cv::Mat(size, type, memory_->data());
    }
    else
        picture.create(size, type);
}

} // namespace samples
