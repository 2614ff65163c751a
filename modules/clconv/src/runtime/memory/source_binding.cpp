// SPDX-License-Identifier: Apache-2.0
//
// Binding a source as an image or a buffer image; references to the images of a launch, dropped by an event callback.

#include "runtime/memory/source_binding.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {
namespace {

//! Copies an image to a continuous one without reading beyond its last pixel, where the buffer of a padded Mat ends.
//! The last row is copied separately: NVIDIA's driver (on an H200) refuses a rectangle whose last row lacks its padding
//! in the buffer with CL_INVALID_VALUE, although the rectangle itself is inside (OpenCL 1.2, clEnqueueCopyBufferRect).
void copyRows(const UMat& src, UMat& dst)
{
    const cl::CommandQueue queue = currentQueue();
    const cl::Buffer from(static_cast<cl_mem>(src.handle(ACCESS_READ)), true);
    const cl::Buffer to(static_cast<cl_mem>(dst.handle(ACCESS_WRITE)), true);
    const size_t row = dst.step, rows = size_t(src.rows) - 1;
    const cl::array<size_t, 3> begin = {{src.offset % src.step, src.offset / src.step, 0}}, zero = {{0, 0, 0}};
    if (rows > 0)
        queue.enqueueCopyBufferRect(from, to, begin, zero, {{row, rows, 1}}, src.step, 0, row, 0);
    queue.enqueueCopyBuffer(from, to, src.offset + src.step * rows, row * rows, row);
}

UMat continuousCopy(const UMat& image)
{
    UMat copy(image.size(), image.type());
    if (!isOnDevice(copy)) // OpenCV allocates on the host, without an error, if the device has no memory
        throw MemoryFailure("the device has no memory for a copy of the source");
    copyRows(image, copy);
    return copy;
}

//! The readable image as a UMat at offset 0 of its buffer, as ocl::Image2D requires. If the image cannot share the
//! buffer it is continuous too, as clEnqueueCopyBufferToImage requires.
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
    const bool usable = g.srcOffset == 0 && (whole.isContinuous() || ocl::Image2D::canCreateAlias(whole));
    return usable ? whole : continuousCopy(whole);
}

//! An image with the content of a continuous UMat. ocl::Image2D would not release it if the copy failed.
cl::Image2D copiedImage(const UMat& whole)
{
    const size_t width = size_t(whole.cols), height = size_t(whole.rows);
    const cl::ImageFormat pixel = imageFormat(whole.depth(), whole.channels());
    const cl::Image2D image(currentContext(), CL_MEM_READ_ONLY, pixel, width, height);
    const cl::Buffer content(static_cast<cl_mem>(whole.handle(ACCESS_READ)), true);
    currentQueue().enqueueCopyBufferToImage(content, image, 0, {{0, 0, 0}}, {{width, height, 1}});
    return image;
}

//! ocl::Image2D shares the buffer where the device can.
cl::Memory image2D(const UMat& whole)
{
    if (!ocl::Image2D::canCreateAlias(whole))
        return copiedImage(whole);
    return cl::Memory(static_cast<cl_mem>(ocl::Image2D(whole, false, true).ptr()), true);
}

void bindImage1D(Source& source, const Problem& p, const Geometry& g)
{
    const size_t pixelSize = p.srcElemSize() * size_t(p.channels);
    source.step = g.srcStep / pixelSize;
    source.offset = g.srcOffset / pixelSize;
    const size_t pixels = source.offset + source.step * size_t(p.readable.height - 1) + size_t(p.readable.width);
    const cl::Buffer buffer(static_cast<cl_mem>(source.buffer), true);
    source.image =
        cl::Image1DBuffer(currentContext(), CL_MEM_READ_ONLY, imageFormat(p.srcDepth, p.channels), pixels, buffer);
}

const char* const cannotBeReleased = "an image that a launch used cannot be released";

//! References to the memory of one launch. They are dropped in a driver's thread, possibly while the caller's thread
//! drops its own; as in OpenCV's kernels, the atomic counter decides which of them was the last.
class RetainedImages
{
public:
    RetainedImages(const std::vector<UMatData*>& memory, const cl::Memory& image) : memory_(memory), image_(image)
    {
        for (UMatData* u : memory_)
            if (u)
                CV_XADD(&u->urefcount, 1);
    }
    ~RetainedImages()
    {
        // the image before the buffer that it was created from
        withoutThrowing(cannotBeReleased, [&]() { image_ = cl::Memory(); });
        for (UMatData* u : memory_)
            if (u && CV_XADD(&u->urefcount, -1) == 1)
                release(u);
    }
    RetainedImages(const RetainedImages&) = delete;
    RetainedImages& operator=(const RetainedImages&) = delete;

private:
    //! Memory should not be freed in a driver's thread: with this flag OpenCV frees it at its next allocation.
    static void release(UMatData* u)
    {
        u->flags |= UMatData::ASYNC_CLEANUP;
        withoutThrowing(cannotBeReleased, [&]() { u->currAllocator->deallocate(u); });
    }

    std::vector<UMatData*> memory_;
    cl::Memory image_;
};

void CL_CALLBACK onComplete(cl_event, cl_int, void* data)
{
    delete static_cast<RetainedImages*>(data);
}

} // namespace

void bindImage(Source& source, SourceKind kind, const UMat& src, const Problem& p, const Geometry& g)
{
    try
    {
        if (kind == SourceKind::Image2D)
        {
            source.whole = readableImage(src, p, g);
            source.image = image2D(source.whole);
        }
        else
            bindImage1D(source, p, g);
    }
    catch (const cl::Error& e) // images and copies need no other resource than memory
    {
        throwFailure(e, "an image of the source", e.err() == CL_OUT_OF_RESOURCES);
    }
    source.memory = source.image();
}

void retainUntilComplete(cl::Event& event, const std::vector<UMatData*>& memory, const cl::Memory& image)
{
    try
    {
        std::unique_ptr<RetainedImages> retained(new RetainedImages(memory, image));
        event.setCallback(CL_COMPLETE, onComplete, retained.get());
        retained.release();
    }
    catch (const std::exception&) // the launch runs, and its images must not be released before its end
    {
        event.wait();
    }
}

}} // namespace cv::clconv
