// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Column and row pass fused, columns first. Twin of kernels/separable_columns.cl.

#include "window.hpp"

namespace cv
{
namespace clconv
{
namespace
{

const int lanes = 4; //!< sums in a vector of local memory

int phaseOf(const Problem& problem, int vec)
{
    const int left = problem.kernel.width / 2 * problem.channels;
    return (vec - left % vec) % vec;
}

int greatestCommonDivisor(int a, int b)
{
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
}

//! outputs of a group along a row; 0 or less where the row's taps leave none
int tileOf(const Problem& problem, const Params& params)
{
    const int vec = params.at("VEC"), px = params.at("PX");
    const int step = vec / greatestCommonDivisor(vec, px) * px;
    const int64 room =
        int64(params.at("WG_X")) * vec - phaseOf(problem, vec) - int64(problem.kernel.width - 1) * problem.channels;
    return room < step ? 0 : int(room / step * step);
}

//! the column-filtered tile: bytes of local memory a work-group
size_t localBytes(const Problem& problem, const Params& params)
{
    const size_t vectors = size_t(params.at("WG_X") * params.at("VEC") / lanes);
    const bool gaps = params.at("PX") / lanes % 2 == 0;
    const size_t pitch = gaps ? vectors + (vectors - 1) / 8 : vectors;
    return size_t(params.at("WG_Y") * params.at("ROWS")) * pitch * lanes * problem.accSize();
}

Params defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    const int width = int(std::min<size_t>(std::min(traits.groupWidth, traits.groupItems), 64));
    const size_t most = std::max<size_t>(std::min(traits.groupItems / size_t(width), traits.groupHeight), 1);
    const int height = int(std::min<size_t>(most, 2));
    const int vec = givenOr(given, "VEC", problem.srcSize() == 1 ? 8 : 4);
    const int px = problem.channels == 3 ? 12 : problem.channels == 4 ? 16 : 8;
    const int rows = givenOr(given, "ROWS", vec == 8 ? 4 : 8);
    const int mostStraight = 2000; // multiply-adds in a straight line, of what an instruction cache holds
    return Params{{"WG_X", width}, {"WG_Y", height},
                  {"VEC", vec},    {"PX", px},
                  {"ROWS", rows},  {"UNROLL", int64(problem.kernel.height) * rows * vec <= mostStraight}};
}

std::string impossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (!problem.separable)
        return "the kernel is not an outer product of a row and a column";
    for (const char* name : {"VEC", "PX"})
    {
        const std::string reason = outOfRange(params, name, lanes, 16);
        if (!reason.empty())
            return reason;
        if (params.at(name) % lanes != 0)
            return format("%s=%d is no multiple of %d", name, params.at(name), lanes);
    }
    if (params.at("VEC") == 12)
        return "VEC=12 is no vector's width";
    std::string reason = anyOutOfRange(params, {"WG_X", "WG_Y"}, 1, 1024);
    if (reason.empty())
        reason = outOfRange(params, "ROWS", 1, 16);
    if (reason.empty())
        reason = outOfRange(params, "UNROLL", 0, 1);
    if (!reason.empty())
        return reason;
    if (tileOf(problem, params) == 0)
        return "rows of taps too long for the tile";
    return groupTooLarge(traits, size_t(params.at("WG_X")), size_t(params.at("WG_Y")), localBytes(problem, params));
}

std::string unwise(const Problem&, const DeviceTraits&, const Params&)
{
    return "not yet measured against 'separable'; it runs when it is forced";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    const int tile = tileOf(problem, params);
    plan.kernelName = "clconv_separable_columns";
    plan.layout = CoefficientLayout::Factors;
    for (const char* name : {"VEC", "PX", "ROWS", "UNROLL"})
        plan.options.define(name, params.at(name));
    plan.options.define("TILE", tile).define("PHASE", phaseOf(problem, params.at("VEC")));
    plan.localBytes = localBytes(problem, params);
    setGroups(plan, params, ceilDiv(size_t(problem.rowScalars()), size_t(tile)) * size_t(params.at("WG_X")),
              ceilDiv(size_t(problem.size.height), size_t(params.at("ROWS"))));
}

Space space(const Problem&, const DeviceTraits&)
{
    return {{"ROWS", {2, 4, 8, 16}}, {"VEC", {4, 8, 16}},     {"PX", {4, 8, 12, 16}},
            {"WG_Y", {1, 2, 4, 8}},  {"WG_X", {32, 64, 128}}, {"UNROLL", {0, 1}}};
}

} // namespace

const Impl separableColumnsImpl = {
    "separable_columns", &ocl::clconv::separable_columns_oclsrc, defaults, impossible, unwise, configure, space};

} // namespace clconv
} // namespace cv
