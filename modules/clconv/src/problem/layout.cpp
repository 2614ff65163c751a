// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Layouts and overlap of images.

#include "problem/layout.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! Whether a UMat covers the whole Mat that it was made from. UMat::locateROI would report the row step as its width.
bool isAllOfAMat(const UMat& image)
{
    return (image.u->flags & UMatData::USER_ALLOCATED) && !image.isSubmatrix() && image.offset == 0 &&
           image.step * size_t(image.rows) == image.u->size;
}

//! A UMat made from a Mat uses the Mat's memory, which may in turn be that of another UMat.
const UMatData* ownerOf(const UMatData* u)
{
    while (u->originalUMatData)
        u = u->originalUMatData;
    return u;
}

//! OpenCV gives the device a Mat's own memory if that begins at a multiple of 4 bytes, else a copy. What a device makes
//! of it is not known: one that shares the host's memory uses that address.
int startOf(const UMatData& data)
{
    const bool usesCallersMemory = data.tempUMat() && !data.tempCopiedUMat();
    return usesCallersMemory ? int(reinterpret_cast<size_t>(data.origdata) % size_t(memoryAlignment)) : 0;
}

} // namespace

Layout layoutOf(const UMat& image)
{
    Layout l = {image.type(), image.size(), image.size(), Point(), image.step, image.offset, startOf(*image.u)};
    if (!isAllOfAMat(image))
        image.locateROI(l.parent, l.origin);
    return l;
}

Layout layoutOf(const Mat& image)
{
    Layout l = {image.type(), image.size(), Size(), Point(), image.step, size_t(image.data - image.datastart)};
    image.locateROI(l.parent, l.origin);
    return l;
}

bool mayHavePadding(const UMat& image)
{
    if ((image.u->flags & UMatData::USER_ALLOCATED) == 0 ||
        image.u->originalUMatData) // OpenCV's own rows are not padded
        return false;
    const Layout l = layoutOf(image);
    return l.origin.x + l.size.width < l.parent.width;
}

bool shareMemory(const UMat& a, const UMat& b)
{
    if (ownerOf(a.u) == ownerOf(b.u))
        return true;
    const uchar *first = a.u->origdata, *second = b.u->origdata;
    return first && second && first < second + b.u->size && second < first + a.u->size;
}

bool intersect(const UMat& a, const UMat& b)
{
    if (!shareMemory(a, b))
        return false;
    const bool comparable = a.u == b.u || (a.u->origdata && b.u->origdata);
    if (!comparable || a.step != b.step)
        return true;
    const auto begin = [](const UMat& image) { return reinterpret_cast<size_t>(image.u->origdata) + image.offset; };
    if (begin(b) < begin(a))
        return intersect(b, a);
    // b begins `down` rows below a and `right` bytes after it; bytes beyond the step belong to the next row.
    const size_t down = (begin(b) - begin(a)) / a.step, right = (begin(b) - begin(a)) % a.step;
    const size_t rows = size_t(a.rows), row = a.elemSize() * size_t(a.cols), other = b.elemSize() * size_t(b.cols);
    return (right < row && down < rows) || (right + other > a.step && down + 1 < rows);
}

} // namespace clconv
} // namespace cv
