// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Large pages for large images that clconv has just allocated: writing an image for the first time costs a fault for
// each page, and systems give large ones only on request.

#pragma once

#include "util/precomp.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace cv
{
namespace clconv
{

//! A hint, for an image that nothing was written to.
inline void adviseHugePages(const Mat& image)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const size_t page = size_t(2) << 20, least = 16 * page;
    const size_t begin = alignSize(reinterpret_cast<size_t>(image.data), int(page));
    const size_t end = reinterpret_cast<size_t>(image.data) + image.step * size_t(image.rows);
    if (image.isContinuous() && end > begin + least)
        madvise(reinterpret_cast<void*>(begin), (end - begin) / page * page, MADV_HUGEPAGE);
#else
    (void)image;
#endif
}

} // namespace clconv
} // namespace cv
