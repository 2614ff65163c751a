// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// References to UMat buffers and OpenCL images, dropped by an event callback.

#include "runtime/memory/retained_images.hpp"
#include "util/log.hpp"

namespace cv
{
namespace clconv
{
namespace
{

const char* const cannotBeReleased = "an image that a launch used cannot be released";

//! References to the memory of one launch. They are dropped in a driver's thread, possibly while the caller's thread
//! drops its own; as in OpenCV's kernels, the atomic counter decides which of them was the last.
class RetainedImages
{
public:
    RetainedImages(const UMat& src, const UMat* dst, int outputs, const Source& source) :
        memory_{src.u, source.whole.u}, alias_(source.alias), image_(source.image)
    {
        for (int f = 0; f < outputs; ++f)
            memory_.push_back(dst[f].u);
        addReferences();
    }
    explicit RetainedImages(const std::vector<UMat>& images)
    {
        for (const UMat& image : images)
            memory_.push_back(image.u);
        addReferences();
    }
    ~RetainedImages()
    {
        // images before the buffers that they were created from
        withoutThrowing(cannotBeReleased, [&]() { alias_ = ocl::Image2D(); });
        withoutThrowing(cannotBeReleased, [&]() { image_ = cl::Memory(); });
        for (UMatData* u : memory_)
            if (u && CV_XADD(&u->urefcount, -1) == 1)
                release(u);
    }
    RetainedImages(const RetainedImages&) = delete;
    RetainedImages& operator=(const RetainedImages&) = delete;

private:
    void addReferences()
    {
        for (UMatData* u : memory_)
            if (u)
                CV_XADD(&u->urefcount, 1);
    }

    //! Memory should not be freed in a driver's thread: with this flag OpenCV frees it at its next allocation.
    static void release(UMatData* u)
    {
        u->flags |= UMatData::ASYNC_CLEANUP;
        withoutThrowing(cannotBeReleased, [&]() { u->currAllocator->deallocate(u); });
    }

    std::vector<UMatData*> memory_;
    ocl::Image2D alias_;
    cl::Memory image_;
};

void CL_CALLBACK onComplete(cl_event, cl_int, void* data)
{
    delete static_cast<RetainedImages*>(data);
}

template<typename Make>
void retain(cl::Event& event, const Make& make)
{
    std::unique_ptr<RetainedImages> retained;
    try
    {
        retained.reset(make());
        event.setCallback(CL_COMPLETE, onComplete, retained.get());
        retained.release();
    }
    catch (const std::exception&) // the launch runs, and its images must not be released before its end
    {
        event.wait();
    }
}

} // namespace

void retainUntilComplete(cl::Event& event, const UMat& src, const UMat* dst, int outputs, const Source& source)
{
    retain(event, [&]() { return new RetainedImages(src, dst, outputs, source); });
}

void retainUntilComplete(cl::Event& event, const std::vector<UMat>& images)
{
    retain(event, [&]() { return new RetainedImages(images); });
}

} // namespace clconv
} // namespace cv
