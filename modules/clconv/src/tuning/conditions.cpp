// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The values of quantities, and the text of ranges.

#include "tuning/conditions.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>

namespace cv
{
namespace clconv
{

namespace
{

bool readNumber(const std::string& text, int minimum, int& number)
{
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos)
        return false;
    number = std::atoi(text.c_str());
    return number >= minimum;
}

} // namespace

const std::vector<Quantity>& quantities()
{
    static const std::vector<Quantity> all = {
        {"taps", "width times height of the filter", false},
        {"nonzero", "taps that are not zero, of a filter with a specialized program; all taps of others", false},
        {"filters", "filters of a bank; 1 for a single filter", false},
        {"rank", "outer products whose sum the filter is, 1 to 4; 0: it is none of so few", false},
        {"slices", "int8 slices of a tap in fixed point that are accurate enough for the result, 1 to 3; 0: none are",
         false},
        {"halo", "scalars of a source row in addition to those under the outputs: filter width - 1, times channels",
         false},
        {"src", "bits of a scalar of the source", false},
        {"dst", "bits of a scalar of the destination", false},
        {"sum", "bits of a scalar of the sums", false},
        {"align", "bytes to which the source's rows are aligned: 16, 8, 4 or 1", false},
        {"compute", "compute capability of an NVIDIA GPU, times ten; 0 for other devices", false},
        {"fill",
         "scalars of the destination for each work-item that the device holds at a time (a wave); no upper limit "
         "where the wave is not known",
         false},
        {"scalars", "scalars of the destination, for devices whose wave is not known", false},
        {"waves",
         "percent of a wave that the image gives work-items for; of direct with the tile decided so far, of mma with "
         "tiles of one row, before BLOCKS is decided",
         true},
        {"narrow", "of separable: shapes that were passed over because their tile is narrow compared with its halo",
         true},
        {"budget", "of direct for banks: rows of PX sums that registers and instruction cache hold", true},
        {"registers", "of direct for banks: 32-bit registers of sums and input window", true},
        {"chunks", "of direct for banks: chunks that a row of the input window is taken in", true},
        {"paired", "of mma: 1 where a matrix product holds two rows of pixels (up to 9 columns of taps), otherwise 0",
         true},
        {"denorm",
         "of mma: 1 where the source's integers can be read as denormal floats instead (direct is faster then), "
         "otherwise 0",
         true},
        {"products",
         "of mma: matrix products of a warp's tile and a chunk of columns, with the ROWS decided, each of 32 pixels, "
         "with SPARSE of 64",
         true},
        {"half", "of separable_mma: 1 where operands are half floats (8-bit images), 0 where they are tf32", true},
        {"function",
         "of host: OpenCV's function, 0 filter2D, 1 sepFilter2D (Sobel and Scharr too), 2 GaussianBlur, 3 boxFilter "
         "(blur too), 4 Laplacian; without a value for other calls than those on Mats for one device",
         true},
        {"kib", "of host: KiB of the source or the destination, whichever has more", true},
    };
    return all;
}

Quantities quantitiesOf(const Problem& problem, const DeviceTraits& traits)
{
    const int bits = 8;
    const int64 scalars = problem.scalars(), wave = workItemsPerWave(traits);
    return {{"taps", problem.taps()},
            {"nonzero", problem.specializedTaps ? int64(problem.specializedTaps->taps.size()) : problem.taps()},
            {"filters", problem.filterCount},
            {"rank", problem.rank},
            {"slices", problem.slices},
            {"halo", int64(problem.filterSize.width - 1) * problem.channels},
            {"src", int64(problem.srcElemSize()) * bits},
            {"dst", int64(problem.dstElemSize()) * bits},
            {"sum", int64(problem.accSize()) * bits},
            {"align", problem.rowAlignment},
            {"compute", traits.nvidiaCompute},
            {"fill", wave > 0 ? std::min<int64>(scalars / wave, INT_MAX) : INT_MAX},
            {"scalars", scalars}};
}

bool hold(const std::vector<Condition>& conditions, const Quantities& quantities)
{
    return std::all_of(conditions.begin(), conditions.end(),
                       [&](const Condition& condition)
                       {
                           const auto found = quantities.find(condition.quantity);
                           return found != quantities.end() && condition.range.holds(found->second);
                       });
}

const Quantity* quantityOf(const std::string& name)
{
    for (const Quantity& quantity : quantities())
        if (name == quantity.name)
            return &quantity;
    return nullptr;
}

bool isProblemQuantity(const std::string& name)
{
    const Quantity* const quantity = quantityOf(name);
    return quantity && !quantity->decided;
}

bool readRange(const std::string& text, int minimum, Interval& range)
{
    range = {minimum, INT_MAX};
    if (text == "*")
        return true;
    const size_t dots = text.find("..");
    if (!readNumber(text.substr(0, dots), minimum, range.min))
        return false;
    if (dots == std::string::npos)
        range.max = range.min;
    else if (text.substr(dots + 2) != "*" && !readNumber(text.substr(dots + 2), minimum, range.max))
        return false;
    return range.min <= range.max;
}

std::string toString(const Interval& range, int minimum)
{
    if (range == Interval{minimum, INT_MAX})
        return "*";
    const std::string first = std::to_string(range.min);
    if (range.max == range.min)
        return first;
    return first + ".." + (range.max == INT_MAX ? "*" : std::to_string(range.max));
}

} // namespace clconv
} // namespace cv
