// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Copies rows between memory that OpenCV or a caller allocated and pinned memory.

#pragma once

#include "util/precomp.hpp"

namespace cv
{
namespace clconv
{

//! Which threads copy.
enum class CopyThreads
{
    OpenCVs, //!< those of cv::parallel_for_, where there is enough to copy
    Caller   //!< only the calling one: others copy at the same time
};

//! Copies `count` rows of `bytes` each.
//! @param pastCaches where the copies are too large to be read from caches later
void copyRows(const uchar* from, size_t fromStep, uchar* to, size_t toStep, size_t bytes, int count,
              CopyThreads threads, bool pastCaches);

//! Copies the rows of these numbers, in this order; for those below 0 zeros.
void gatherRows(const uchar* from, size_t fromStep, const std::vector<int>& rows, uchar* to, size_t toStep,
                size_t bytes, CopyThreads threads);

} // namespace clconv
} // namespace cv
