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

const char* const problemQuantities[] = {"taps", "nonzero", "filters", "rank",    "slices", "halo",   "src",
                                         "dst",  "sum",     "align",   "compute", "fill",   "scalars"};
const char* const decidedQuantities[] = {"waves",  "narrow",   "budget", "registers", "chunks",
                                         "paired", "products", "denorm", "function",  "half"};

bool readNumber(const std::string& text, int minimum, int& number)
{
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos)
        return false;
    number = std::atoi(text.c_str());
    return number >= minimum;
}

} // namespace

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
            {"align", problem.rowAlignmentBytes()},
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

bool isProblemQuantity(const std::string& name)
{
    return std::find(std::begin(problemQuantities), std::end(problemQuantities), name) != std::end(problemQuantities);
}

bool isQuantity(const std::string& name)
{
    return isProblemQuantity(name) ||
           std::find(std::begin(decidedQuantities), std::end(decidedQuantities), name) != std::end(decidedQuantities);
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
