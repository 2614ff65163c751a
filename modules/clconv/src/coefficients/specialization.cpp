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

double number(const std::vector<uchar>& packed, size_t index, int accDepth)
{
    return accDepth == CV_64F ? reinterpret_cast<const double*>(packed.data())[index]
                              : double(reinterpret_cast<const float*>(packed.data())[index]);
}

size_t numbers(const std::vector<uchar>& packed, int accDepth)
{
    return packed.size() / size_t(CV_ELEM_SIZE1(accDepth));
}

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

size_t countNonZero(const std::vector<uchar>& packed, int accDepth)
{
    size_t count = 0;
    for (size_t i = 0; i < numbers(packed, accDepth); ++i)
        count += number(packed, i, accDepth) != 0;
    return count;
}

SpecializedTaps specializedTapsOf(const std::vector<uchar>& full, int columns, int accDepth)
{
    const size_t count = countNonZero(full, accDepth);
    if (count == 0)
        return refused("all taps are zero");
    if (count > size_t(maxSpecializedTaps))
        return refused(format("%zu taps that are not zero are more than the %d that a program should hold", count,
                              maxSpecializedTaps));
    SpecializedTaps specializedTaps;
    for (size_t i = 0; i < numbers(full, accDepth); ++i)
    {
        const double value = number(full, i, accDepth);
        if (!std::isfinite(value))
            return refused("a tap is infinite or not a number, which has no constant in program text");
        if (value != 0)
            specializedTaps.taps.push_back({int(i % size_t(columns)), int(i / size_t(columns)), value});
    }
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
