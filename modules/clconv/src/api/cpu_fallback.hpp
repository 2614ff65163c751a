// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The way without a device: OpenCV's own functions on Mats, extended to what UMats are promised.

#pragma once

#include "api/arguments.hpp"

namespace cv
{
namespace clconv
{

//! What explain() and lastImplementation() call it.
const char* const cpuFallbackName = "opencv-cpu";

//! An image on the host. OpenCV unmaps a UMat where the last Mat of it goes, and where a driver refuses that it throws out of a
//! destructor, which ends the program: what was only read is let go here, what was written is released by hand.
class OnHost
{
public:
    explicit OnHost(InputArray image) : mat(image.getMat()) {}
    ~OnHost() { letGo(); }
    OnHost(const OnHost&) = delete;
    OnHost& operator=(const OnHost&) = delete;

    //! Fails with words in the log.
    void letGo() noexcept;

    Mat mat; //!< others of the same UMat go before
};

//! Do two images have memory in common?
bool overlap(const Mat& a, const Mat& b);

//! Runs a call on the CPU. For Mat arguments that is cv::filter2D or cv::sepFilter2D and what it accepts, and BORDER_WRAP besides;
//! for UMats every pair of depths. A destination over the source or over a kernel gets what a separate one would.
void runOnCpu(InputArray src, OutputArray dst, const Call& call);

//! What it gives for UMats, on the host.
Mat computedNatively(const UMat& src, const Call& call);

} // namespace clconv
} // namespace cv
