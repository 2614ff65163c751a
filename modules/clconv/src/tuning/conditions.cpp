// SPDX-License-Identifier: Apache-2.0
//
// The values of quantities, and the text of ranges.

#include "tuning/conditions.hpp"

namespace cv { namespace clconv {

static bool readNumber(const std::string& text, int minimum, int& number)
{
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos)
        return false;
    number = std::atoi(text.c_str());
    return number >= minimum;
}

const std::vector<Quantity>& quantities()
{
    using P = const Problem&;
    using T = const DeviceTraits&;
    const int bits = 8;
    static const std::vector<Quantity> all = {
        {"taps", "width times height of the filter", [](P p, T) { return p.taps(); }},
        {"nonzero", "taps that are not zero, of a filter with a specialized program; all taps of others",
         [](P p, T) { return p.specializedTaps ? int64(p.specializedTaps->taps.size()) : p.taps(); }},
        {"filters", "filters of a bank; 1 for a single filter", [](P p, T) { return int64(p.filterCount); }},
        {"rank", "outer products whose sum the filter is, 1 to 4; 0: it is none of so few",
         [](P p, T) { return int64(p.rank); }},
        {"slices", "int8 slices of a tap in fixed point that are accurate enough for the result, 1 to 3; 0: none are",
         [](P p, T) { return int64(p.slices); }},
        {"halo", "scalars of a source row in addition to those under the outputs: filter width - 1, times channels",
         [](P p, T) { return int64(p.filterSize.width - 1) * p.channels; }},
        {"src", "bits of a scalar of the source", [](P p, T) { return int64(p.srcElemSize()) * bits; }},
        {"dst", "bits of a scalar of the destination", [](P p, T) { return int64(p.dstElemSize()) * bits; }},
        {"sum", "bits of a scalar of the sums", [](P p, T) { return int64(p.accSize()) * bits; }},
        {"align", "bytes to which the source's rows are aligned: 16, 8, 4 or 1",
         [](P p, T) { return int64(p.rowAlignment); }},
        {"compute", "compute capability of an NVIDIA GPU, times ten; 0 for other devices",
         [](P, T traits) { return int64(traits.nvidiaCompute); }},
        {"fill",
         "scalars of the destination for each work-item that the device holds at a time (a wave); no upper limit "
         "where the wave is not known",
         [](P p, T traits)
         {
             const int64 wave = workItemsPerWave(traits);
             return wave > 0 ? std::min<int64>(p.scalars() / wave, INT_MAX) : INT_MAX;
         }},
        {"scalars", "scalars of the destination, for devices whose wave is not known",
         [](P p, T) { return p.scalars(); }},
        {"waves",
         "percent of a wave that the image gives work-items for; of direct with the tile decided so far, of mma with "
         "tiles of one row, before BLOCKS is decided",
         nullptr},
        {"narrow", "of separable: shapes that were passed over because their tile is narrow compared with its halo",
         nullptr},
        {"budget", "of direct for banks: rows of PX sums that registers and instruction cache hold", nullptr},
        {"registers", "of direct for banks: 32-bit registers of sums and input window", nullptr},
        {"chunks", "of direct for banks: chunks that a row of the input window is taken in", nullptr},
        {"paired", "of mma: 1 where a matrix product holds two rows of pixels (up to 9 columns of taps), otherwise 0",
         nullptr},
        {"denorm",
         "of mma: 1 where the source's integers can be read as denormal floats instead (direct is faster then), "
         "otherwise 0",
         nullptr},
        {"products",
         "of mma: matrix products of a warp's tile and a chunk of columns, with the ROWS decided, each of 32 pixels, "
         "with SPARSE of 64",
         nullptr},
        {"half", "of separable_mma: 1 where operands are half floats (8-bit images), 0 where they are tf32", nullptr},
        {"function",
         "of host: OpenCV's function, 0 filter2D, 1 sepFilter2D (Sobel and Scharr too), 2 GaussianBlur, 3 boxFilter "
         "(blur too), 4 Laplacian, 5 the stages of a chain; without a value for other calls than those on Mats for one "
         "device",
         nullptr},
        {"kib", "of host: KiB of the source or the destination, whichever has more", nullptr},
    };
    return all;
}

Quantities quantitiesOf(const Problem& problem, const DeviceTraits& traits)
{
    Quantities known;
    for (const Quantity& quantity : quantities())
        if (quantity.value)
            known[quantity.name] = quantity.value(problem, traits);
    return known;
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
    return quantity && quantity->value;
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

}} // namespace cv::clconv
