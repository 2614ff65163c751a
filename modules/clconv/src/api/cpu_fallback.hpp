// SPDX-License-Identifier: Apache-2.0
//
// The CPU fallback: OpenCV's own functions on Mats, extended to all depth pairs and borders that clconv supports for
// UMats.

#pragma once

#include "api/arguments.hpp"

namespace cv { namespace clconv {

//! The name of the CPU fallback in explain() and lastImplementation().
const char* const cpuFallbackName = "opencv-cpu";

//! An image mapped to the host. OpenCV unmaps a UMat when its last Mat is released; if the driver fails then, OpenCV
//! throws from a destructor, which terminates the program. Images that were read are therefore released here without
//! throwing, images that were written explicitly. The Mat has the parent of the UMat: the data of a Mat from
//! UMat::getMat end with the memory, so that locateROI would take the padding of rows for pixels (see layoutOf).
class MappedImage
{
public:
    //! Throws where the image can be neither mapped nor read back; its content stays what it was.
    explicit MappedImage(InputArray image);
    ~MappedImage() { release(); }
    MappedImage(const MappedImage&) = delete;
    MappedImage& operator=(const MappedImage&) = delete;

    //! Logs a failure.
    void release() noexcept;

    //! Throws if what was written cannot be transferred to the device.
    void releaseWritten();

    Mat mat; //!< any other Mat of the same UMat is released earlier

private:
    UMatData* const data_; //!< of a UMat, which the caller holds; null for a Mat
};

//! Copies an image. If one of the two is on the host, UMat::copyTo would map the output and unmap it in a destructor.
void copyImage(const UMat& from, UMat& to);

bool overlap(const Mat& a, const Mat& b);

//! Rounds and saturates sums. They are clamped first: convertTo gives INT_MIN for values above INT_MAX.
void toDepth(const Mat& sums, Mat& dst, int depth);

//! Runs a call on the CPU. Mat arguments: cv::filter2D or cv::sepFilter2D with the depths that it supports, and
//! BORDER_WRAP besides; UMats: every pair of depths. A destination that overlaps the source or a kernel gets the same
//! result as a separate one.
void runOnCpu(InputArray src, OutputArray dst, const Call& call);

//! The result for a UMat, on the host.
Mat computeOnCpu(const UMat& src, const Call& call);

//! @param asOnUMats with the depths and bits that the call has on UMats
Mat computeOnCpu(const Mat& src, const Call& call, bool asOnUMats);

}} // namespace cv::clconv
