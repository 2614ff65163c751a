// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What calls on Mats need before the first of them can run on the device: OpenCL itself, and programs. Both are made in
// the background.

#pragma once

#include "api/host/mat_run.hpp"
#include "planner/mat_times.hpp"

namespace cv
{
namespace clconv
{

//! Whether OpenCL is initialised.
bool isOpenCLReady();

//! Initialises OpenCL in the background.
void requestOpenCL();

//! Initialises OpenCL.
void makeOpenCLReady();

enum class BuildState
{
    Built,
    Building,
    Unknown, //!< never built on this machine, and not to be built now
    Failed   //!< or no implementation runs the problem
};

//! Whether a call can run without building anything; if it cannot, its programs are loaded or built in the background,
//! by a call on images of its own.
//! @param problems of the call
//! @param build whether they are built; if not, they are only loaded, where they were built on this machine before
//! @param demand gets the times of builds
BuildState buildState(const std::shared_ptr<Dispatcher>& dispatcher, const MatRun& run,
                      const std::vector<Problem>& problems, bool build, MatDemand& demand);

} // namespace clconv
} // namespace cv
