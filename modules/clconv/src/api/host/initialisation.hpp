// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// OpenCL's initialisation on behalf of calls on Mats, which run on the CPU meanwhile.

#pragma once

namespace cv { namespace clconv {

//! Whether OpenCL is initialised.
bool isOpenCLReady();

//! Initialises OpenCL in the background.
void requestOpenCL();

//! Initialises OpenCL.
void makeOpenCLReady();

}} // namespace cv::clconv
