// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// References to UMat buffers and OpenCL images, dropped by an event callback.

#include "runtime/memory/retained_images.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {
namespace {

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
