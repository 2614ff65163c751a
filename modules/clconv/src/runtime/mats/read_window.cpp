// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Both axes by themselves.

#include "runtime/mats/read_window.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{

Range readCoordinates(int first, int count, int length, int border)
{
    const int end = first + count;
    Range range(std::max(first, 0), std::min(end, length));
    const auto include = [&](int outside)
    {
        const int inside = borderInterpolate(outside, length, border);
        if (inside < 0) // BORDER_CONSTANT
            return;
        range.start = std::min(range.start, inside);
        range.end = std::max(range.end, inside + 1);
    };
    for (int p = first; p < 0; ++p)
        include(p);
    for (int p = length; p < end; ++p)
        include(p);
    return range;
}

Rect readWindow(const Rect& region, Size parent, Size filter, Point anchor, int border)
{
    const Range x = readCoordinates(region.x - anchor.x, region.width + filter.width - 1, parent.width, border);
    const Range y = readCoordinates(region.y - anchor.y, region.height + filter.height - 1, parent.height, border);
    return Rect(x.start, y.start, x.size(), y.size());
}

} // namespace clconv
} // namespace cv
