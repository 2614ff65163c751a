// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Taps as build options, and the rule when specialization is profitable.

#include "coefficients/specialization.hpp"

#include <array>
#include <cmath>

namespace cv
{
namespace clconv
{
namespace
{

//! Exact, as a hexadecimal integer and a power of two: without a decimal point, which depends on the locale.
std::string constantOf(double value, int accDepth)
{
    const int bits = accDepth == CV_64F ? 53 : 24;
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent);
    unsigned long long whole = (unsigned long long)std::ldexp(fraction, bits);
    for (exponent -= bits; whole % 16 == 0; exponent += 4)
        whole /= 16;
    return format("%s0x%llxp%d%s", value < 0 ? "-" : "", whole, exponent, accDepth == CV_64F ? "" : "f");
}

size_t hashOf(const std::vector<SpecializedTaps::Tap>& taps)
{
    uint64 hash = fnvBasis;
    for (const SpecializedTaps::Tap& tap : taps)
        hash = fnv1a(std::array<size_t, 3>{{size_t(tap.x), size_t(tap.y), std::hash<double>()(tap.value)}}, hash);
    return size_t(hash);
}

SpecializedTaps refused(const std::string& reason)
{
    return SpecializedTaps{{}, reason, std::hash<std::string>()(reason)};
}

} // namespace

SpecializedTaps specializedTapsOf(const Mat& full)
{
    const int count = countNonZero(full);
    if (count == 0)
        return refused("all taps are zero");
    if (count > maxSpecializedTaps)
        return refused(format("%d taps that are not zero are more than the %d that a program should hold", count,
                              maxSpecializedTaps));
    if (!checkRange(full))
        return refused("a tap is infinite or not a number, which has no constant in program text");
    SpecializedTaps specializedTaps;
    const Mat_<double> taps = full;
    for (int y = 0; y < taps.rows; ++y)
        for (int x = 0; x < taps.cols; ++x)
            if (taps(y, x) != 0)
                specializedTaps.taps.push_back({x, y, taps(y, x)});
    specializedTaps.hash = hashOf(specializedTaps.taps);
    return specializedTaps;
}

bool specializationPays(const Problem& problem, size_t nonZero)
{
    // Below 5x5 taps, memory bandwidth is the limit on GPUs and CPUs. From there on skipped taps save multiply-adds in
    // proportion, and the program is worth its space and build time if it halves them. Separable filters need only
    // width + height taps.
    const int64 smallest = 25, taps = problem.taps();
    const int64 others = problem.separable() ? problem.filterSize.width + problem.filterSize.height : taps;
    return taps >= smallest && nonZero > 0 && nonZero <= size_t(maxSpecializedTaps) && int64(nonZero) * 2 <= others;
}

std::string specializationUnsupported(const Problem& problem)
{
    if (!problem.specializedTaps)
        return "the coefficients are data: this filter was not prepared, and is not both sparse and hot";
    return problem.specializedTaps->refusal;
}

MultiplyAdds everyNonZeroTap(const Problem& problem, const Params&)
{
    return MultiplyAdds(double(problem.specializedTaps->taps.size()));
}

void defineSpecializedTaps(const Problem& problem, int rows, BuildOptions& options)
{
    std::map<int, std::string> tapRows;
    for (const SpecializedTaps::Tap& tap : problem.specializedTaps->taps)
        tapRows[tap.y] += format("TAP(%d,%s)", tap.x, constantOf(tap.value, problem.accDepth()).c_str());
    for (const auto& row : tapRows)
        options.define(format("TAPS_%d", row.first), row.second);
    std::string sourceRows;
    for (int k = 0; k < rows + problem.filterSize.height - 1; ++k)
    {
        std::string sums;
        for (int r = 0; r < rows; ++r)
            if (tapRows.count(k - r))
                sums += format("TO(%d,TAPS_%d)", r, k - r);
        if (!sums.empty())
            sourceRows += format("SOURCE(%d,%s)", k, sums.c_str());
    }
    options.define("TILE_ROWS", sourceRows);
}

} // namespace clconv
} // namespace cv
