// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Column and row pass fused, columns first. Twin of kernels/separable.cl.

#include "implementations/checks.hpp"

namespace cv
{
namespace clconv
{
namespace
{

const int lanes = 4; //!< sums in a vector of local memory

bool alignedFor(const Problem& problem, int vec)
{
    return problem.rowAlignmentBytes() >= std::min(vec * int(problem.srcElemSize()), 16);
}

int leadOf(const Problem& problem, int vec)
{
    if (!alignedFor(problem, vec))
        return 0;
    const int left = problem.filterSize.width / 2 * problem.channels;
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
    if (vec < lanes || px < lanes)
        return 0; // `impossible` refuses them
    const int64 step = int64(vec) / greatestCommonDivisor(vec, px) * px;
    const int64 room =
        int64(params.at("WG_X")) * vec - leadOf(problem, vec) - int64(problem.filterSize.width - 1) * problem.channels;
    return room < step ? 0 : int(room / step * step);
}

//! Work-items that share a row in the row pass. A number that divides the group's spares each output its coordinates' division, and is
//! worth a tenth of the work-items.
int spanOf(const Problem& problem, const Params& params)
{
    const int units = tileOf(problem, params) / params.at("PX"), items = params.at("WG_X") * params.at("WG_Y");
    int span = units;
    while (items % span != 0 && (span + 1) * 9 <= units * 10)
        ++span;
    return items % span == 0 ? span : units;
}

//! the column-filtered tile: bytes of local memory a work-group
size_t localBytes(const Problem& problem, const Params& params)
{
    const size_t sums = size_t(params.at("WG_X") * params.at("VEC"));
    return size_t(params.at("WG_Y") * params.at("ROWS")) * sums * problem.accSize();
}

//! Work-groups and column passes from the usual to those for long rows of taps.
struct Shape
{
    int width, height, vec, rows;
    int minTile; //!< for which it is taken, in halos
};

//! work-items of column passes of 4 scalars by 8 rows
int64 columnItems(const Problem& problem)
{
    return int64(problem.rowScalars()) * problem.size.height / 32;
}

//! Whether an image is so small that a work-item does best with a row or two: one channel of VGA on an NVIDIA H200.
bool isSmall(const Problem& problem, const DeviceTraits& traits)
{
    return columnItems(problem) * 16 < workItemsPerWave(traits);
}

//! Floats whose columns of taps are so long that rows share much of their windows.
bool isTall(const Problem& problem)
{
    return problem.srcElemSize() >= 4 && problem.channels == 1 && problem.filterSize.height >= 25;
}

//! Integers that are converted often enough for the rows of taps to lose less by taking sums back.
bool convertsMuch(const Problem& problem)
{
    const int minRows = problem.srcElemSize() > 1 ? 25 : problem.channels > 1 ? 9 : 3;
    return problem.filterSize.height >= minRows;
}

//! Floats in large images: compilers take more registers than they need, and fewer groups run at a time. 0: left to the compiler.
int registerCapFor(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const bool floats = problem.srcDepth == CV_32F && problem.accDepth() == CV_32F;
    const bool large = params.at("UNROLL") && params.at("ROWS") >= 8 && params.at("VEC") == lanes;
    if (!floats || !large || problem.filterSize.height < 7)
        return 0;
    // NVIDIA H200, perf/README.md
    return registerCap(traits, isTall(problem) ? 72 : 80, int64(params.at("WG_X")) * params.at("WG_Y"));
}

//! Less a work-item and a group where the image is too small to fill the device (NVIDIA H200, perf/README.md).
void fit(const Problem& problem, const DeviceTraits& traits, const Params& given, Params& params)
{
    const int64 items = columnItems(problem), perWave = workItemsPerWave(traits);
    const bool floats = problem.srcElemSize() >= 4, small = isSmall(problem, traits);
    const int minimum = isTall(problem) ? 2 : 1;
    int rows = params["ROWS"], height = params["WG_Y"];
    // 15x15 of floats; 9x9 is slower so
    const bool medium = problem.accSize() == 4 && floats && problem.channels == 1 && problem.filterSize.height >= 13 &&
                        !isTall(problem);
    if (medium && perWave > 0 && items >= perWave * 2 && params["WG_X"] == 64 && height == 2)
        rows = 12, height = 4;
    if (small)
        rows = minimum, height = minimum;
    else if (items * 4 < perWave)
        rows = std::min(rows, 4), height = 1;
    else if ((items * 2 < perWave && (problem.filterSize.height <= 9 || floats)) ||
             (items < perWave * (floats ? 4 : 1) && problem.filterSize.height <= 5))
        rows = std::min(rows, 4);
    if (small)
        params["PX"] = givenOr(given, "PX", 4);
    params["ROWS"] = givenOr(given, "ROWS", rows);
    params["WG_Y"] = givenOr(given, "WG_Y", height);
}

Decisions defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    // NVIDIA H200, perf/README.md
    const bool floats = problem.srcElemSize() >= 4;
    const Shape shapes[] = {
        {64, 2, 4, 8, 5},
        {128, traits.nvidiaCompute == 0 || (floats && problem.filterSize.height >= 25) ? 2 : 1, 4, 8, 3},
        {256, 1, 4, 8, 1},
        {256, 1, 8, 4, 1},
        {256, 1, 16, 2, 0}};
    // Floats want whole rows of stores from neighbours, where a work-item's outputs share little of their windows.
    const bool narrow = floats && (problem.channels == 1 || problem.filterSize.width <= 11);
    const int px = narrow ? 4 : 12;
    const int64 halo = int64(problem.filterSize.width - 1) * problem.channels;
    const bool tall = isTall(problem);
    Params params;
    for (const Shape& shape : shapes)
    {
        const int width = int(std::min<size_t>(std::min(traits.groupWidth, traits.groupItems), size_t(shape.width)));
        const size_t maximum = std::max<size_t>(std::min(traits.groupItems / size_t(width), traits.groupHeight), 1);
        params = Params{{"WG_X", width},
                        {"WG_Y", int(std::min<size_t>(maximum, size_t(tall ? 2 * shape.height : shape.height)))},
                        {"VEC", shape.vec},
                        {"ROWS", shape.rows},
                        {"PX", px}};
        for (auto& param : params)
            param.second = givenOr(given, param.first.c_str(), param.second);
        if (tileOf(problem, params) >= shape.minTile * halo)
            break;
    }
    fit(problem, traits, given, params);
    for (const char* name : {"WG_Y", "ROWS"}) // devices of little local memory
        while (!given.count(name) && params[name] > 1 && localBytes(problem, params) > traits.localBytes)
            params[name] /= 2;
    const int maxUnrolled = 2000; // multiply-adds in a straight line, of what an instruction cache holds
    const int rowTaps = maxUnrolled / std::max(params["PX"], lanes) / lanes * lanes;
    params["TAPS_PER_CHUNK"] = std::min(problem.filterSize.width, rowTaps);
    params["PREFETCH"] = tall ? prefetchDistance(traits) : 0;
    params["DENORM_OPERANDS"] =
        traits.nvidiaCompute > 0 && canUseDenormOperands(problem, traits) && convertsMuch(problem);
    const bool unrolled = int64(problem.filterSize.height) * params["ROWS"] * params["VEC"] <= maxUnrolled;
    params["UNROLL"] = givenOr(given, "UNROLL", unrolled);
    params["MAX_REGISTERS"] = registerCapFor(problem, traits, params);
    return params;
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (!problem.separable)
        return "the kernel is not an outer product of a row and a column";
    const int vec = params.at("VEC"), px = params.at("PX");
    if (vec != 4 && vec != 8 && vec != 16)
        return format("VEC=%d is none of 4, 8, 16", vec);
    if (px != lanes && px != 3 * lanes)
        return format("PX=%d is neither %d nor %d", px, lanes, 3 * lanes);
    std::string reason = anyOutOfRange(params, {"WG_X", "WG_Y"}, 1, 1024);
    if (reason.empty())
        reason = outOfRange(params, "ROWS", 1, 16);
    if (reason.empty())
        reason = outOfRange(params, "UNROLL", 0, 1);
    if (reason.empty())
        reason = outOfRange(params, "TAPS_PER_CHUNK", 1, problem.filterSize.width);
    if (reason.empty())
        reason = prefetchUnsupported(traits, params);
    if (reason.empty())
        reason = denormUnsupported(problem, traits, params);
    if (reason.empty())
        reason = maxRegistersUnsupported(traits, params);
    if (!reason.empty())
        return reason;
    const int taps = params.at("TAPS_PER_CHUNK");
    if (taps < problem.filterSize.width && taps * problem.channels % lanes != 0)
        return format("pieces of TAPS_PER_CHUNK=%d taps do not begin at vectors of %d sums", taps, lanes);
    if (tileOf(problem, params) == 0)
        return "rows of taps too long for the tile";
    return groupTooLarge(traits, size_t(params.at("WG_X")), size_t(params.at("WG_Y")), localBytes(problem, params));
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    // NVIDIA H200, perf/README.md
    const bool words = problem.srcElemSize() >= 4 && problem.channels <= 2;
    const int minTaps = words && !isSmall(problem, traits) ? 26 : 25;
    if (problem.filterSize.width < 3 || problem.filterSize.height < 3 || problem.taps() < minTaps)
        return "so small a kernel is as cheap in one pass";
    return traits.cpu ? "barriers and local memory cost a CPU more than the taps they save" : "";
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    const int tile = tileOf(problem, params);
    plan.kernelName = "clconv_separable";
    plan.layout = !params.at("DENORM_OPERANDS") ? CoefficientLayout::Factors
                  : problem.srcDepth == CV_8U   ? CoefficientLayout::DenormFactors8
                                                : CoefficientLayout::DenormFactors16;
    for (const char* name : {"VEC", "PX", "ROWS", "TAPS_PER_CHUNK", "UNROLL", "DENORM_OPERANDS"})
        plan.options.define(name, params.at(name));
    definePrefetch(params, plan);
    capRegisters(params, plan);
    plan.options.define("BORDER_PREFETCH", traits.nvidiaCompute > 0 ? 1 : 0);
    plan.options.define("ALIGNED", alignedFor(problem, params.at("VEC")));
    plan.options.define("TILE", tile)
        .define("SPAN", spanOf(problem, params))
        .define("LEAD", leadOf(problem, params.at("VEC")));
    defineStores(problem, params.at("PX"), plan.options);
    plan.localBytes = localBytes(problem, params);
    setGroups(plan, params, ceilDiv(size_t(problem.rowScalars()), size_t(tile)) * size_t(params.at("WG_X")),
              ceilDiv(size_t(problem.size.height), size_t(params.at("ROWS"))));
}

Space space(const Problem& problem, const DeviceTraits& traits)
{
    return {{"ROWS", {1, 2, 4, 8, 12, 16}},
            {"VEC", {4, 8, 16}},
            {"PX", {4, 12}},
            {"WG_Y", {1, 2, 4, 8}},
            {"WG_X", {32, 64, 128}},
            {"UNROLL", {0, 1}},
            {"DENORM_OPERANDS", {0, 1}},
            {"MAX_REGISTERS", {0, 64, 72, 80, 96}},
            {"PREFETCH", {0, prefetchDistance(traits)}},
            {"TAPS_PER_CHUNK", {16, 64, problem.filterSize.width}}};
}

} // namespace

const Implementation separableImplementation = {
    "separable",
    &ocl::clconv::separable_oclsrc,
    "WG_X WG_Y VEC ROWS PX TAPS_PER_CHUNK PREFETCH DENORM_OPERANDS UNROLL MAX_REGISTERS",
    defaults,
    unsupported,
    unprofitable,
    configure,
    space};

} // namespace clconv
} // namespace cv
