// SPDX-License-Identifier: Apache-2.0
//
// Host memory that a device transfers from and to without a copy in between: CL_MEM_ALLOC_HOST_PTR, mapped for its
// life. A UMat with USAGE_ALLOCATE_HOST_MEMORY does not serve: on devices with memory of their own OpenCV maps a copy.

#ifndef CLCONV_SAMPLES_PINNED_MEMORY_HPP
#define CLCONV_SAMPLES_PINNED_MEMORY_HPP

#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>

#include <memory>

namespace samples {

class PinnedMemory
{
public:
    //! @throws UsageError if the device has not as much
    PinnedMemory(const cv::ocl::OpenCLExecutionContext& context, size_t bytes);
    ~PinnedMemory();
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;

    uchar* data() const;

private:
    struct Mapping;
    std::unique_ptr<Mapping> mapping_;
};

//! A picture in pinned memory. Without a context (empty) it is in ordinary memory.
class PinnedPicture
{
public:
    //! Moves the picture into pinned memory of its size, unless it is there.
    void pin(const cv::ocl::OpenCLExecutionContext& context);

    //! The same for a picture that is still to come.
    void create(cv::Size size, int type, const cv::ocl::OpenCLExecutionContext& context);

    //! Copies it to the device through the thread's queue, and waits.
    void upload(cv::UMat& to) const;

    //! Copies an image from the device, which must not change any more, and waits.
    void download(const cv::UMat& from, const cv::ocl::OpenCLExecutionContext& context);

    cv::Mat picture;

private:
    std::unique_ptr<PinnedMemory> memory_;
    cv::Mat pinned_; //!< all of the memory
};

} // namespace samples

#endif // CLCONV_SAMPLES_PINNED_MEMORY_HPP
