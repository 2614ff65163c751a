// SPDX-License-Identifier: Apache-2.0
//
// Comparing the frames of a stream with a second result.

#ifndef CLCONV_SAMPLES_FRAME_CHECK_HPP
#define CLCONV_SAMPLES_FRAME_CHECK_HPP

#include "frame_filter.hpp"

namespace samples {

//! How far results are from others.
struct Difference
{
    double largest = 0; //!< of any value, of 255
    int64 values = 0;   //!< that differ
    int64 frames = 0;   //!< in which any value differs
    int64 compared = 0; //!< frames

    void add(const Difference& other);
};

class FrameCheck
{
public:
    virtual ~FrameCheck() = default;

    //! Called at the beginning of the thread that compares.
    virtual void enterThread() {}

    //! @param frame has been downloaded
    virtual Difference compare(const Frame& frame) = 0;

    //! The largest difference that is none.
    virtual double allowed() const = 0;
};

//! Each filter of the chain on the frame that the filter before it gave, by cv::filter2D on a Mat; the frame holds the
//! results of all filters. A difference of 1 is allowed: the same sum in another order may round differently.
std::unique_ptr<FrameCheck> makeHostCheck(const FilterChain& chain);

//! The whole chain once more, alone, on this device. No difference is allowed: the devices are of the same kind.
std::unique_ptr<FrameCheck> makeDeviceCheck(const FilterWork& work, const cv::ocl::OpenCLExecutionContext& context);

} // namespace samples

#endif // CLCONV_SAMPLES_FRAME_CHECK_HPP
