// SPDX-License-Identifier: Apache-2.0
//
// What a worker does with a frame on its device: upload, a chain of filters, download.

#ifndef CLCONV_SAMPLES_FRAME_FILTER_HPP
#define CLCONV_SAMPLES_FRAME_FILTER_HPP

#include "frame.hpp"

#include <memory>
#include <string>

namespace samples {

struct FilterWork
{
    std::string engine; //!< clconv, stock or opencv-cpu
    FilterChain chain;
    bool keepsAll = false; //!< whether the result of each filter is downloaded, or the last one's only
};

//! Each stage is called by one thread; the three may run at the same time, for different frames.
class FrameFilter
{
public:
    virtual ~FrameFilter() = default;

    //! Called at the beginning of each stage's thread: gives it a queue of its own.
    virtual void enterThread() {}

    virtual void upload(Frame& frame) = 0;
    virtual void filter(Frame& frame) = 0;
    virtual void download(Frame& frame) = 0;
};

//! @param context empty: the filter runs on the host
std::unique_ptr<FrameFilter> makeFrameFilter(const FilterWork& work, const cv::ocl::OpenCLExecutionContext& context);

} // namespace samples

#endif // CLCONV_SAMPLES_FRAME_FILTER_HPP
