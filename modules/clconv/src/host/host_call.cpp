// SPDX-License-Identifier: Apache-2.0
//
// Windows, rows and layouts.

#include "host/host_call.hpp"

#include <numeric>

namespace cv { namespace clconv {

//! Columns to add at the left of a window, so that the pixel under the filter's middle column for the first output is
//! aligned in its buffer.
//! @param middle that pixel's column in the window
static int columnsToAlign(int middle, size_t pixel)
{
    const int unit = maxRowAlignment / int(std::min<size_t>(maxRowAlignment, pixel & (~pixel + 1)));
    return (unit - middle % unit) % unit;
}

//! A layout in a buffer whose rows have the largest alignment that kernels distinguish.
static Layout alignedLayout(int type, Size size, Size parent, Point origin)
{
    const size_t pixel = size_t(CV_ELEM_SIZE(type)), step = alignSize(pixel * size_t(parent.width), maxRowAlignment);
    return {type, size, parent, origin, step, step * size_t(origin.y) + pixel * size_t(origin.x)};
}

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

std::vector<int> insideCoordinates(int first, int count, int length, int border)
{
    std::vector<int> inside(static_cast<size_t>(count));
    std::iota(inside.begin(), inside.end(), first);
    for (int& p : inside)
        if (p < 0 || p >= length)
            p = borderInterpolate(p, length, border);
    return inside;
}

Rect readWindow(const Rect& region, Size parent, Size filter, Point anchor, int border)
{
    const Range x = readCoordinates(region.x - anchor.x, region.width + filter.width - 1, parent.width, border);
    const Range y = readCoordinates(region.y - anchor.y, region.height + filter.height - 1, parent.height, border);
    return Rect(x.start, y.start, x.size(), y.size());
}

HostCall::HostCall(const Layout& source, Size filterSize_, Point anchor_, int border_) :
    src{source.type, UMat(), nullptr, 0}, readable(source.parent), origin(source.origin), size(source.size),
    filterSize(filterSize_), anchor(anchor_), border(border_ & ~BORDER_ISOLATED)
{
    if (border_ & BORDER_ISOLATED)
        readable = size, origin = Point();
    window = readWindow(Rect(origin, size), readable, filterSize, anchor, border);
    const int middle = origin.x - window.x - anchor.x + filterSize.width / 2;
    const int more = columnsToAlign(middle, size_t(CV_ELEM_SIZE(src.type)));
    if (more <= window.x)
        window.x -= more, window.width += more;
}

Mat HostCall::windowOf(const Mat& source) const
{
    const ptrdiff_t down = ptrdiff_t(source.step) * toWindow().y, right = ptrdiff_t(source.elemSize()) * toWindow().x;
    return Mat(window.size(), source.type(), source.data + down + right, source.step);
}

void HostCall::readFrom(const Mat& source)
{
    src.step = source.step;
    src.data = windowOf(source).data;
}

void HostCall::readFrom(const UMat& source)
{
    src.device = source;
    const Layout band = layoutOf(source.rowRange(0, 1));
    copiesSource = band.parent != readable || band.origin != origin;
}

bool HostCall::isOnHost() const
{
    return src.isOnHost() &&
           std::all_of(dst.begin(), dst.end(), [](const HostImage& image) { return image.isOnHost(); });
}

std::vector<int> HostCall::rowsOfSource(const Range& rows) const
{
    std::vector<int> numbers = insideCoordinates(origin.y + rows.start - anchor.y, rows.size() + filterSize.height - 1,
                                                 readable.height, border);
    for (int& number : numbers)
        number = std::max(number - window.y, -1);
    return numbers;
}

Layout HostCall::sourceLayout(int rows) const
{
    return alignedLayout(src.type, Size(size.width, rows), Size(window.width, rows + filterSize.height - 1),
                         Point(origin.x - window.x, anchor.y));
}

Layout HostCall::outputLayout(const HostImage& output, int rows) const
{
    return alignedLayout(output.type, Size(size.width, rows), Size(size.width, rows), Point());
}

}} // namespace cv::clconv
