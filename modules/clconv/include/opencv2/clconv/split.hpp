// SPDX-License-Identifier: Apache-2.0
//
// Several devices for one image. opencv2/clconv.hpp includes this header.

#ifndef OPENCV_CLCONV_SPLIT_HPP
#define OPENCV_CLCONV_SPLIT_HPP

#include "opencv2/core/ocl.hpp"

#include <memory>
#include <vector>

namespace cv { namespace clconv {

//! @addtogroup clconv
//! @{

/** @brief While it lives, large images on the host are filtered on several devices at once.

@code
std::vector<cv::ocl::PlatformInfo> platforms;
cv::ocl::getPlatfomsInfo(platforms);
std::vector<cv::ocl::OpenCLExecutionContext> contexts; // of all devices
for (const cv::ocl::PlatformInfo& platform : platforms)
    for (int i = 0; i < platform.deviceNumber(); i++)
    {
        cv::ocl::Device device;
        platform.getDevice(device, i);
        const cv::ocl::Context context = cv::ocl::Context::fromDevice(device);
        contexts.push_back(cv::ocl::OpenCLExecutionContext::create(context, context.device(0))); // its own Device
    }
{
    const cv::clconv::SplitScope split(contexts);
    cv::clconv::filter2D(image, result, -1, kernel); // cv::Mat
}
@endcode

Rows \f$y_0 \le y < y_1\f$ of the output read rows \f$y_0 - \texttt{anchor.y}\f$ to
\f$y_1 - \texttt{anchor.y} + h - 2\f$ of the source, where h is the height of the kernel: bands of rows can be
filtered independently, each with a halo of h - 1 rows. Every device takes the next band as soon as it has finished one,
so that a faster or less busy device filters more. On devices of one kind the result does not depend on which of them
filtered a band: it is that of a single device, bit for bit.

The scope applies to its thread's calls of all functions of clconv.hpp with one output, and of filterBank on Mats (one
filter after the other), if source and output are each a Mat or a UMat on the host; an output that the call creates is
made on the host. UMats on a device are filtered there, as without a scope. Use it for images of many megabytes, whose
transfers take most of the time. Mats that would stay on the CPU, because they are small or useDeviceForMats() is not
set, are filtered on the devices too. Scopes nest; the innermost counts.

explain() reports, for a source on the host, which of the devices share the bands, and how.

The bands of a device that fails are filtered by the others; if all fail, the call runs as without a scope. At most one
warning is logged.

@throws cv::Exception `Error::StsAssert` if @p contexts is empty or has an empty context.

@sa cv::ocl::OpenCLExecutionContext, filter2D, explain
*/
class CV_EXPORTS SplitScope
{
public:
    //! @param[in] contexts of the devices that share the work, one or more; a device may have several
    explicit SplitScope(const std::vector<ocl::OpenCLExecutionContext>& contexts);
    ~SplitScope();
    SplitScope(const SplitScope&) = delete;
    SplitScope& operator=(const SplitScope&) = delete;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

//! @}

}} // namespace cv::clconv

#endif // OPENCV_CLCONV_SPLIT_HPP
