// SPDX-License-Identifier: Apache-2.0
//
// 8-bit images through NVIDIA's matrix units: when, with which tile and work-group. Counterpart of
// kernels/nvidia/mma.cl; docs/implementations/nvidia/mma.md.

#include "implementations/checks.hpp"
#include "coefficients/int8_slices.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {
namespace {

using device_constants::warpLanes;

int sparseIfPossible(const Problem& problem, const DeviceTraits&)
{
    return canBeSparse(problem.filterSize.width);
}

int blocksIfPossible(const Problem& problem, const DeviceTraits&)
{
    return canBeBlocks(problem.filterSize.width);
}

constexpr ParamSpec specs[] = {{"ROWS", 1, 16, tries(1, 2, 3, 4, 6, 8, 12, 16)},
                               {"WG_Y", 1, 32, tries(1, 2, 4, 8)},
                               {"SPARSE", 0, 1, tries(0, sparseIfPossible)},
                               {"BLOCKS", 0, 1, tries(0, blocksIfPossible)},
                               {"UNROLL", 0, 1, tries(0, 1)},
                               {"PREFETCH", 0, maxPrefetchKiB, tries(0, prefetchDistance), generic(0)},
                               {"MIN_TAPS", 0, INT_MAX, generic(0)},
                               {"MIN_TAPS_PER_WORD", 0, INT_MAX, generic(0)}};

// A warp's tile: the matrix instruction has eight columns, a block of pixels each, and gives each lane four sums.
const int blocks = 8, blockPixels = 16;
const int sumsPerLane = 4;

const int maxChannels = 4; // deinterleaved in registers, a word of each (kernels/nvidia/mma_operand.cl)

CoefficientKind formOf(const Params& params)
{
    return params.at("SPARSE")   ? CoefficientKind::SparseSlices
           : params.at("BLOCKS") ? CoefficientKind::BlockSlices
                                 : CoefficientKind::DenseSlices;
}

//! Work-items of the warps that cover a row of the image.
size_t itemsAcross(const Problem& problem, const SliceLayout& layout)
{
    return ceilDiv(size_t(problem.size.width), size_t(blocks * blockPixels / layout.rows)) * warpLanes;
}

//! Bytes to which a lane's loads are aligned in aligned rows: a load is one word of all channels, or two, and the
//! largest power of two that divides its size counts.
int loadAlignment(const Problem& problem, CoefficientKind form)
{
    const bool single = form != CoefficientKind::DenseSlices || sliceLayout(problem.filterSize.width).paired;
    const int words = single ? 1 : 2;
    const int bytes = words * device_constants::wordBytes * problem.channels;
    return std::min(bytes & -bytes, device_constants::vectorBytes);
}

//! Matrix products of a warp's tile, of 32 pixels each or, where sparse, of two times 32, for one chunk of the taps'
//! columns.
int64 products(const Problem& problem, CoefficientKind form, int rows)
{
    const SliceLayout layout = sliceLayout(problem.filterSize.width, form);
    const int productsPerStep = (layout.words + 1) / 2;
    return int64(sliceSteps(problem.filterSize, form)) * problem.slices * (rows / layout.rows) * problem.channels *
           productsPerStep;
}

//! What the lines of `mma` depend on in addition to the quantities of all implementations.
void setQuantities(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const SliceLayout layout = sliceLayout(problem.filterSize.width);
    const int64 percent = 100, wave = workItemsPerWave(traits), items = int64(itemsAcross(problem, layout));
    const int64 waves = wave > 0 ? items * problem.size.height * percent / wave : INT_MAX;
    lookup.set("paired", layout.paired);
    lookup.set("waves", std::min<int64>(waves, INT_MAX));
    lookup.set("denorm", canUseDenormOperands(problem, traits));
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    setQuantities(problem, traits, lookup);
    lookup.value("SPARSE", 0);
    lookup.value("BLOCKS", 0);
    const int rows = lookup.value("ROWS", 2); // for blocks of two rows, and few sums
    lookup.set("products", std::min<int64>(products(problem, formOf(lookup.params), rows), INT_MAX));
    lookup.value("UNROLL", 0);
    const int maxWarps = std::max(int(traits.groupItems) / warpLanes, 1);
    lookup.decide("WG_Y", std::min(lookup.line("WG_Y", 1), maxWarps));
}

//! Why no parameters can run this problem on this device.
std::string problemUnsupported(const Problem& problem, const DeviceTraits& traits)
{
    if (traits.nvidiaCompute < device_constants::int8MatrixCompute)
        return "the device is no NVIDIA GPU of compute capability 8.0 or more";
    if (problem.srcDepth != CV_8U && problem.srcDepth != CV_8S)
        return "the source is not of 8 bits";
    if (problem.accDepth() == CV_64F)
        return "sums in double";
    if (problem.channels > maxChannels)
        return "more than four channels";
    const int maxTaps = 65536; // times 255 * 128, the largest product of a pixel and a slice: just below 2^31
    if (problem.taps() >= maxTaps)
        return format("sums of %d taps or more overflow 32 bits", maxTaps);
    if (problem.slices == 0)
        return "fixed point of 23 bits is not accurate enough for the coefficients";
    if (sliceOperandBytes(problem.filterSize, problem.slices) > maxSliceOperandBytes)
        return format("the operands of %dx%d taps take more than 4 MiB", problem.filterSize.width,
                      problem.filterSize.height);
    return "";
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const std::string reason = firstOf({problemUnsupported(problem, traits), prefetchUnsupported(traits, params)});
    if (!reason.empty())
        return reason;
    if (params.at("SPARSE") && !canBeSparse(problem.filterSize.width))
        return "SPARSE is for filters of 10 to 16 columns";
    if (params.at("BLOCKS") && !canBeBlocks(problem.filterSize.width))
        return "BLOCKS is for filters of 17 to 49 columns";
    const SliceLayout layout = sliceLayout(problem.filterSize.width, formOf(params));
    if (params.at("ROWS") % layout.rows != 0)
        return "an odd number of ROWS, where they are filtered in pairs";
    const int sums = params.at("ROWS") / layout.rows * problem.slices * problem.channels * sumsPerLane; // of a lane
    const int otherRegisters = 55; // operands, addresses and pixels in flight
    if (sums > device_constants::maxRegistersPerItem - otherRegisters)
        return format("%d sums are more than stay in registers", sums);
    return groupTooLarge(traits, warpLanes, size_t(params.at("WG_Y")), 0);
}

std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const int minTaps = params.at("MIN_TAPS"), minTapsPerWord = params.at("MIN_TAPS_PER_WORD");
    if (problem.taps() < minTaps)
        return format("matrix products are faster from %d taps on", minTaps);
    // A step costs the same however few of its columns are taps: 5x5 has 25 taps for 6 words, 1x21 has 21 for 22.
    const SliceLayout layout = sliceLayout(problem.filterSize.width);
    if (problem.taps() < int64(minTapsPerWord) * sliceSteps(problem.filterSize, CoefficientKind::DenseSlices) *
                             layout.words * layout.chunks)
        return format("fewer than %d taps for each word leave most of a matrix product empty", minTapsPerWord);
    return "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    const CoefficientKind form = formOf(params);
    const SliceLayout layout = sliceLayout(problem.filterSize.width, form);
    plan.kernelName = "clconv_mma";
    plan.layout = {form, problem.slices};
    definePrefetch(params, plan);
    plan.options.define("SLICES", problem.slices)
        .define("LEAD_PIXELS", layout.lead)
        .define("WORDS", layout.words)
        .define("PAIRED", layout.paired ? 1 : 0)
        .define("COLUMN_CHUNKS", layout.chunks);
    // A lane has two adjacent pixels. If they have one or three bytes each, only those of two lanes make whole words.
    const bool shufflePairs = problem.rowAlignment == 1 && problem.dstElemSize() == 1 && problem.channels % 2 == 1;
    const int lanePixels = 2;
    const int stored = (shufflePairs ? 2 * lanePixels : lanePixels) * problem.channels;
    const int alignment = loadAlignment(problem, form);
    plan.options.define("SRC_SIGNED", problem.srcDepth == CV_8S ? 1 : 0)
        .define("PX", stored)
        .define("SHUFFLE_PAIRS", shufflePairs)
        .define("ALIGNMENT", alignment)
        .define("UNALIGNED_LOAD", problem.rowAlignment < alignment);
    defineStores(problem, stored, plan.options);
    setSizes(plan, warpLanes, size_t(params.at("WG_Y")), itemsAcross(problem, layout),
             ceilDiv(size_t(problem.size.height), size_t(params.at("ROWS"))));
}

//! Includes zeros of the operands. For each chunk, step and slice a value is an element of a matrix product, which sums
//! over the bytes of a column of operand B, or over half of them if operand A is sparse.
MultiplyAdds multiplyAdds(const Problem& problem, const Params& params)
{
    const int lanesOfColumn = 4; // of operand B, each with WORDS words
    const CoefficientKind form = formOf(params);
    const SliceLayout layout = sliceLayout(problem.filterSize.width, form);
    const int bytes = lanesOfColumn * layout.words * device_constants::wordBytes;
    const double perStep = double(layout.chunks) * problem.slices * bytes;
    if (form == CoefficientKind::SparseSlices)
        return MultiplyAdds(problem.filterSize.height * perStep / 2, "int8");
    return MultiplyAdds(sliceSteps(problem.filterSize, form) * perStep, "int8");
}

} // namespace

extern const Implementation mmaImplementation = {
    "mma",        &ocl::clconv::mma_oclsrc, specs, decide, unsupported, unprofitable, configure,
    multiplyAdds, TakesStages | ForGpus};

}} // namespace cv::clconv
