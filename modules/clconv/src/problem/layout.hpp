// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Where images are in memory: size, parent and row step of a UMat or Mat, and whether two of them overlap.

#pragma once

#include "util/precomp.hpp"

namespace cv
{
namespace clconv
{

//! Bytes to which memory of the device is aligned: its largest vector, 16 doubles.
const int memoryAlignment = 128;

struct Layout
{
    Layout(int type_, Size size_, Size parent_, Point origin_, size_t step_, size_t offset_, int start_ = 0) :
        type(type_), size(size_), parent(parent_), origin(origin_), step(step_), offset(offset_), start(start_)
    {
    }

    int type;
    Size size;
    Size parent;   //!< of the whole image that this is a region of; otherwise the same as size
    Point origin;  //!< of the region in its parent
    size_t step;   //!< bytes
    size_t offset; //!< bytes from the start of the memory to the first pixel
    int start;     //!< where the memory starts, modulo memoryAlignment: not 0 where a device uses a caller's memory
};

//! A UMat made from a Mat may have padding at the end of its rows. Unless it is a region, the padding is not taken for
//! pixels.
Layout layoutOf(const UMat& image);
Layout layoutOf(const Mat& image);

//! Whether the parent's width is uncertain: for a region of a UMat that was made from a Mat over user memory, OpenCV
//! keeps the row step but not the width, and layoutOf takes padding at the end of rows for pixels.
bool mayHavePadding(const UMat& image);

//! Whether two images are in one allocation, or overlap in user memory. Then one is never read while the other is
//! written.
bool shareMemory(const UMat& a, const UMat& b);

//! Whether two images have bytes in common. Regions side by side in one parent have none.
bool intersect(const UMat& a, const UMat& b);

} // namespace clconv
} // namespace cv
