// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// 8-bit images through NVIDIA's matrix units. Twin of kernels/mma.cl.

#include "implementations/checks.hpp"
#include "coefficients/int8_slices.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! 32-bit sums of a warp's lane: those of its rows, or pairs of rows, limbs and channels
int sumRegisters(const Problem& problem, const Params& params)
{
    const int sets = params.at("ROWS") >> (sliceLayout(problem.filterSize.width).paired ? 1 : 0);
    return sets * sliceCount * problem.channels * 4;
}

//! pixels of a warp's tile along the row
size_t tileWidth(const Problem& problem)
{
    return 8 * (sliceLayout(problem.filterSize.width).paired ? 8 : 16);
}

//! work-items of the warps side by side in a row of strips
int64 lanesAcross(const Problem& problem)
{
    return int64(ceilDiv(size_t(problem.size.width), tileWidth(problem))) * 32;
}

//! Bytes at whose multiples a lane's loads want to begin: what a power of two, up to 16, divides its pair of words of
//! all channels into, or its one word's.
int wantedAlignment(const Problem& problem)
{
    const SliceLayout layout = sliceLayout(problem.filterSize.width);
    const int bytes = (layout.paired || layout.words == 1 ? 4 : 8) * problem.channels;
    return std::min(bytes & -bytes, 16);
}

//! Rows of a warp's tile: as many sums as leave room for the windows, fewer where the image is too small to fill the
//! device.
int rowsFor(const Problem& problem, const DeviceTraits& traits)
{
    const bool fits = problem.filterSize.width <= maxSliceColumns;
    // NVIDIA H200, perf/README.md
    const bool paired = fits && sliceLayout(problem.filterSize.width).paired;
    const bool fillsWords = problem.filterSize.width == 17; // of its windows: there four rows are better
    const bool three = problem.channels == 4 && !paired && !fillsWords;
    const int few = problem.channels == 4 ? 60 : 40; // taps: more than that make up for fewer work-items at a time
    int rows = three ? 3 : 4;
    if (problem.channels == 1)
        rows = 8;
    else if (problem.channels > 2 && paired && problem.taps() > few)
        rows = 6;
    const int64 lanes = fits ? lanesAcross(problem) : 0;
    const int64 perWave =
        workItemsPerWave(traits) / (tileWidth(problem) > 64 ? 2 : 1); // wide tiles do so much that fewer are enough
    // Of three and four channels two rows are faster than four until the image fills the device a little more than
    // once.
    const int64 wanted = problem.channels > 2 && paired ? perWave * 5 / 4 : perWave;
    while (rows >= 4 && lanes * problem.size.height < wanted * rows)
        rows = rows != 6 ? rows / 2 : problem.channels == 3 ? 4 : 2; // even if paired; 4 rows of four channels are slow
    return rows;
}

//! products that a warp's tile takes, of 32 pixels each
int64 products(const Problem& problem, int rows)
{
    const SliceLayout layout = sliceLayout(problem.filterSize.width);
    const int sets = layout.paired ? rows / 2 : rows;
    return int64(sliceSteps(problem.filterSize)) * sliceCount * sets * problem.channels * ((layout.words + 1) / 2);
}

Decisions defaults(const Problem& problem, const DeviceTraits& traits, const Params& given, Lookup&)
{
    const bool fits = problem.filterSize.width <= maxSliceColumns;
    const int rows = givenOr(given, "ROWS", rowsFor(problem, traits));
    // Warps of a small image begin all at once, and wait for the instructions of a long straight line.
    const bool few = fits && lanesAcross(problem) * problem.size.height * 2 < workItemsPerWave(traits);
    const int64 maxUnrolled = few ? 1000 : 2500; // products in a straight line: 8UC4 31x31 has 2232, more was not tried
    const bool unroll = givenOr(given, "UNROLL", fits && products(problem, rows) <= maxUnrolled) != 0;
    const size_t wantedWarps = few && unroll && problem.taps() > 400 ? 2 : 4;
    const int warps = int(std::min(std::max<size_t>(traits.groupItems / 32, 1), wantedWarps));
    return Params{{"ROWS", rows}, {"UNROLL", unroll}, {"PREFETCH", prefetchDistance(traits)}, {"WG_Y", warps}};
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.nvidiaCompute < 80)
        return "the device is no NVIDIA GPU of compute capability 8.0 or more";
    if (problem.srcDepth != CV_8U && problem.srcDepth != CV_8S)
        return "the source is not of 8 bits";
    if (problem.accDepth() == CV_64F)
        return "sums in double";
    if (problem.channels > 4)
        return "more than four channels";
    if (problem.filterSize.width > maxSliceColumns)
        return format("rows of more than %d taps", maxSliceColumns);
    const int maxTaps = 65536; // times 255*128, a limb's largest sum, is just below 2^31
    if (problem.taps() >= maxTaps)
        return "a kernel of so many taps overflows 32-bit sums";
    if (!problem.fixedPoint)
        return "fixed point of 23 bits does not hold the coefficients";
    const size_t maxOperands = 4 << 20; // bytes; made and uploaded for each new kernel
    if (sliceOperandBytes(problem.filterSize) > maxOperands)
        return "the operands of so tall a kernel take megabytes";
    std::string reason = outOfRange(params, "ROWS", 1, 16);
    if (reason.empty() && params.at("ROWS") % 2 != 0 && sliceLayout(problem.filterSize.width).paired)
        reason = "an odd number of ROWS, where they are filtered in pairs";
    if (reason.empty())
        reason = prefetchUnsupported(traits, params);
    if (reason.empty())
        reason = outOfRange(params, "UNROLL", 0, 1);
    if (reason.empty())
        reason = outOfRange(params, "WG_Y", 1, 32);
    const int maxRegisters = 200; // a lane has 255 of all kinds
    if (reason.empty() && sumRegisters(problem, params) > maxRegisters)
        reason = format("%d sums are more than stay in registers", sumRegisters(problem, params));
    return reason.empty() ? groupTooLarge(traits, 32, size_t(params.at("WG_Y")), 0) : reason;
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    // NVIDIA H200, 8K, perf/README.md; `direct` is faster where it need not convert
    const int minTaps = problem.channels == 1 && canUseDenormOperands(problem, traits) ? 30 : 20;
    if (problem.taps() < minTaps)
        return format("matrix products pay from %d taps on", minTaps);
    // A step costs as much however few of its columns are taps: 5x5 has 25 taps for 6 words, 1x21 has 21 for 22.
    const int words = sliceLayout(problem.filterSize.width).words;
    if (problem.taps() < int64(3) * sliceSteps(problem.filterSize) * words)
        return "rows of so few taps leave most of a matrix product empty";
    return "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    const SliceLayout layout = sliceLayout(problem.filterSize.width);
    plan.kernelName = "clconv_mma";
    plan.layout = CoefficientLayout::Int8Slices;
    for (const char* name : {"ROWS", "UNROLL"})
        plan.options.define(name, params.at(name));
    definePrefetch(params, plan);
    plan.options.define("SLICES", sliceCount)
        .define("LEAD", layout.lead)
        .define("WORDS", layout.words)
        .define("PAIRED", layout.paired ? 1 : 0);
    const bool shufflePairs =
        problem.rowAlignmentBytes() < 4 && problem.dstElemSize() == 1 && problem.channels % 2 == 1;
    const int stored = (shufflePairs ? 4 : 2) * problem.channels;
    plan.options.define("SRC_SIGNED", problem.srcDepth == CV_8S ? 1 : 0)
        .define("PX", stored)
        .define("SHUFFLE_PAIRS", shufflePairs);
    defineStores(problem, stored, plan.options);
    const int alignment = wantedAlignment(problem);
    plan.options.define("WG_Y", params.at("WG_Y"))
        .define("ALIGNMENT", alignment)
        .define("UNALIGNED_LOAD", problem.rowAlignmentBytes() < alignment);
    setSizes(plan, 32, size_t(params.at("WG_Y")), ceilDiv(size_t(problem.size.width), tileWidth(problem)) * 32,
             ceilDiv(size_t(problem.size.height), size_t(params.at("ROWS"))));
}

Space space(const Problem&, const DeviceTraits& traits)
{
    return {{"ROWS", {1, 2, 3, 4, 6, 8, 12, 16}},
            {"WG_Y", {1, 2, 4, 8}},
            {"UNROLL", {0, 1}},
            {"PREFETCH", {0, prefetchDistance(traits)}}};
}

} // namespace

const Implementation mmaImplementation = {
    "mma", &ocl::clconv::mma_oclsrc, "ROWS UNROLL PREFETCH WG_Y", defaults, unsupported, unprofitable, configure,
    space};

} // namespace clconv
} // namespace cv
