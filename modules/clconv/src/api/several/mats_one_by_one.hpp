// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filterBank and filterBatch where images are Mats.

#pragma once

#include "api/arguments.hpp"

namespace cv
{
namespace clconv
{

//! Mats, one by one, each from its source; where an output lies over a source, through temporary images. Outputs may
//! overlap each other: later ones are written later.
void runOnMats(const std::vector<Mat>& sources, OutputArrayOfArrays dst, const BatchCall& batch);

//! UMats to Mats, or the reverse, of a batch.
void runMixed(InputArrayOfArrays src, OutputArrayOfArrays dst, const BatchCall& batch);

} // namespace clconv
} // namespace cv
