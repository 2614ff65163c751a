// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which part of an image the outputs of a region read: what has to be on the device for them.

#pragma once

#include "util/precomp.hpp"

namespace cv
{
namespace clconv
{

//! Coordinates along one axis that a filter reads, with the border applied. The image cut off at these is filtered like
//! the whole: where the filter reaches across an end of the axis, the range ends there too.
//! @param first coordinate under the filter's first element for the first output; may be negative
//! @param count coordinates from there on, the outputs and the halo
//! @param length of the axis
//! @param border without BORDER_ISOLATED
Range readCoordinates(int first, int count, int length, int border);

//! The rectangle that the outputs of a region read in its parent.
//! @param region in its parent
//! @param anchor resolved
Rect readWindow(const Rect& region, Size parent, Size filter, Point anchor, int border);

} // namespace clconv
} // namespace cv
