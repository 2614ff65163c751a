// SPDX-License-Identifier: Apache-2.0
//
// Host memory that a device transfers from and to without an intermediate copy: CL_MEM_ALLOC_HOST_PTR, mapped as long
// as it lives. A UMat with USAGE_ALLOCATE_HOST_MEMORY would not do: on a device with its own memory OpenCV maps a copy.

#ifndef CLCONV_SAMPLES_PINNED_MEMORY_HPP
#define CLCONV_SAMPLES_PINNED_MEMORY_HPP

#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>

#include <memory>

namespace samples {

class PinnedMemory
{
public:
    //! @throws UsageError if the device has less memory
    PinnedMemory(const cv::ocl::OpenCLExecutionContext& context, size_t bytes);
    ~PinnedMemory();
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;

    uchar* data() const;

private:
    struct Mapping;
    std::unique_ptr<Mapping> mapping_;
};

//! A picture in pinned memory; with an empty context, in ordinary memory.
class PinnedPicture
{
public:
    //! Moves the picture into pinned memory of its size, unless it is already there.
    void pin(const cv::ocl::OpenCLExecutionContext& context);

    //! Provides pinned memory for a picture that is still to come.
    void create(cv::Size size, int type, const cv::ocl::OpenCLExecutionContext& context);

    //! Copies it to the device through the thread's queue, and waits.
    void upload(cv::UMat& to) const;

    //! Copies an image, which must not change any more, from the device, and waits.
    void download(const cv::UMat& from, const cv::ocl::OpenCLExecutionContext& context);

    cv::Mat picture;

private:
    std::unique_ptr<PinnedMemory> memory_;
    cv::Mat pinned_; //!< the whole memory
};

} // namespace samples

#endif // CLCONV_SAMPLES_PINNED_MEMORY_HPP
