// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Copies rows between memory that OpenCV or a caller allocated and pinned memory, on several cores.

#pragma once

#include "util/precomp.hpp"

namespace cv
{
namespace clconv
{

//! Copies `count` rows of `bytes` each.
void copyRows(const uchar* from, size_t fromStep, uchar* to, size_t toStep, size_t bytes, int count);

} // namespace clconv
} // namespace cv
