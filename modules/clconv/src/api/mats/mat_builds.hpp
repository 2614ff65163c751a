// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What calls on Mats need before the first of them can run on the device: OpenCL itself, and programs. Both are made in
// the background.

#pragma once

#include "api/mats/mat_images.hpp"

namespace cv
{
namespace clconv
{

//! Whether OpenCL is initialised; if it is not, that begins in the background.
bool isOpenCLReady();

//! The same at once.
void makeOpenCLReady();

enum class BuildState
{
    Built,
    Building,
    Failed //!< or no implementation runs the problem
};

//! Whether a call can run without building anything; if it cannot, its programs are built in the background, by a call
//! on images of its own.
BuildState buildState(const std::shared_ptr<ContextCache>& cache, const MatLaunches& launches, const MatSource& source);

} // namespace clconv
} // namespace cv
