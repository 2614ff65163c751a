// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Keeps the images of a launch allocated until the device has finished with them.

#pragma once

#include "runtime/memory/source_binding.hpp"

namespace cv
{
namespace clconv
{

//! Retains the images of a launch until its event completes. Where no callback can be set, waits for the event instead.
//! @param event of the launch
//! @param dst array of `outputs` destinations
void retainUntilComplete(cl::Event& event, const UMat& src, const UMat* dst, int outputs, const Source& source);

//! The same for any images.
void retainUntilComplete(cl::Event& event, const std::vector<UMat>& images);

} // namespace clconv
} // namespace cv
