// SPDX-License-Identifier: Apache-2.0
//
// Sums in double for images of any depth. opencv2/clconv.hpp includes this header.

#ifndef OPENCV_CLCONV_DOUBLE_SUMS_HPP
#define OPENCV_CLCONV_DOUBLE_SUMS_HPP

#include "opencv2/core.hpp"

#include <memory>

namespace cv { namespace clconv {

//! @addtogroup clconv
//! @{

/** @brief While it lives, the filters of its thread take their sums in double, and those of Mats run on the device.

For scientific programs, whose images are arrays on the host and whose results are compared with those in double. The
error of a sum is that of filter2D for CV_64F; it is rounded once to the depth of the output. Calls on Mats are treated
as with `OPENCV_CLCONV_MATS=always`: the first call waits for its program. In a chain it affects filters that run alone.
A device without double leaves the calls to the CPU, whose sums are in double too. Scopes nest.

@sa useDeviceForMats, filter2D
*/
class CV_EXPORTS DoubleSumsScope
{
public:
    DoubleSumsScope();
    ~DoubleSumsScope();
    DoubleSumsScope(const DoubleSumsScope&) = delete;
    DoubleSumsScope& operator=(const DoubleSumsScope&) = delete;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

//! @}

}} // namespace cv::clconv

#endif // OPENCV_CLCONV_DOUBLE_SUMS_HPP
