// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Stripes of rows, one for each 256 KiB: below that a core's wake-up takes longer than its copy.

#include "runtime/memory/copy_rows.hpp"

#include <algorithm>
#include <cstring>

namespace cv
{
namespace clconv
{

void copyRows(const uchar* from, size_t fromStep, uchar* to, size_t toStep, size_t bytes, int count)
{
    const size_t stripeBytes = 256 << 10;
    const double stripes = double(bytes * size_t(count)) / double(stripeBytes);
    const auto copy = [&](const cv::Range& rows)
    {
        const uchar* source = from + fromStep * size_t(rows.start);
        uchar* target = to + toStep * size_t(rows.start);
        if (fromStep == bytes && toStep == bytes)
            std::memcpy(target, source, bytes * size_t(rows.size()));
        else
            for (int y = rows.start; y < rows.end; ++y, source += fromStep, target += toStep)
                std::memcpy(target, source, bytes);
    };
    if (stripes < 2)
        copy(cv::Range(0, count));
    else
        parallel_for_(cv::Range(0, count), copy, stripes);
}

} // namespace clconv
} // namespace cv
