// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filterBatch where images are Mats.

#pragma once

#include "api/arguments.hpp"

namespace cv
{
namespace clconv
{

//! Mats, one by one; where an output lies over a source, through temporary images.
void runOnMats(InputArrayOfArrays src, OutputArrayOfArrays dst, const BatchCall& batch);

//! UMats to Mats, or the reverse.
void runMixed(InputArrayOfArrays src, OutputArrayOfArrays dst, const BatchCall& batch);

} // namespace clconv
} // namespace cv
