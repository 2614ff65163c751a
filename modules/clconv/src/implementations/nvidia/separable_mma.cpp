// SPDX-License-Identifier: Apache-2.0
//
// Outer products, and sums of them, through NVIDIA's matrix units: when, with which type of operands, segment and
// stages. Counterpart of kernels/nvidia/separable_mma.cl; docs/implementations/nvidia/separable_mma.md.

#include "implementations/checks.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {
namespace {

using device_constants::warpLanes;

constexpr ParamSpec specs[] = {{"SEGMENT", 16, 65536, tries(128, 256, 320, 384, 512, 640, 768, 1024), generic(512)},
                               {"WG_Y", 1, 32, tries(1, 2, 4, 8)},
                               {"STAGES", 2, 8, tries(2, 3, 4)},
                               {"STAGE_GROUPS", 1, 32, tries(1, 2, 4)},
                               {"COPY_BYTES", oneOf(8, 16), tries(8, 16)},
                               {"MAX_REGISTERS", 0, 255, tries(0, 96, 112, 128, 168)},
                               {"MIN_TAPS", 0, INT_MAX, generic(0)}};

const int tile = 16;                                   //!< rows of a warp's outputs, and pixels of a column group
const int lanePixels = 4;                              //!< output pixels of a lane in a row of a column group
const int maxChannels = 4;                             //!< as many outputs as a lane stores at a time
const int largestCopy = device_constants::vectorBytes; //!< bytes of an asynchronous copy
const int instructionSums = 8;                         //!< of a lane for a column group and channel

//! Source rows of one matrix instruction.
int blockRows(const Problem& problem)
{
    const int halfRows = 16, tf32Rows = 8;
    return problem.halfParts ? halfRows : tf32Rows;
}

int rowBlocks(const Problem& problem)
{
    return int(ceilDiv(size_t(tile - 1 + problem.filterSize.height), size_t(blockRows(problem))));
}

//! Pixels from the address where copies begin to the first tap of a centred anchor.
int leadPixels(const Problem& problem, int copyBytes)
{
    const int bytes = int(problem.srcElemSize()) * problem.channels, left = problem.filterSize.width / 2;
    int aligned = 1; // pixels between aligned ones
    while (aligned * bytes % copyBytes != 0)
        aligned *= 2;
    return (aligned - left % aligned) % aligned;
}

int columnGroups(const Problem& problem, int copyBytes)
{
    return int(ceilDiv(size_t(tile - 1 + leadPixels(problem, copyBytes) + problem.filterSize.width), size_t(tile)));
}

//! Row stride of a stage in bytes, with padding so that the rows that a warp reads are in different banks.
size_t pitch(const Problem& problem, int stageGroups)
{
    const size_t bytePadding = 16, otherPadding = 32;
    return size_t(stageGroups * tile * problem.channels) * problem.srcElemSize() +
           (problem.srcElemSize() == 1 ? bytePadding : otherPadding);
}

size_t localBytes(const Problem& problem, const Params& params)
{
    const size_t rows = size_t(tile * (params.at("WG_Y") - 1) + rowBlocks(problem) * blockRows(problem));
    return size_t(params.at("STAGES")) * rows * pitch(problem, params.at("STAGE_GROUPS"));
}

//! Registers that hold operands and sums throughout.
int64 fixedRegisters(const Problem& problem, int copyBytes)
{
    const int wordsOfBlock = 8; // upper and lower parts
    const int groups = columnGroups(problem, copyBytes), columnBlocks = groups * (problem.halfParts ? 1 : 2);
    return int64(rowBlocks(problem) + columnBlocks) * wordsOfBlock * problem.rank +
           int64(groups) * problem.channels * instructionSums;
}

//! Whether the error of an output by tf32 is within what is promised for sums of products. In units of 2^-24 x (sum of
//! magnitudes): two factors' taps 4 each, pixels and column sums 16 each (the lower part is truncated), products left
//! out 8 for each pass, adding both parts 2, together 58; and 4 for each matrix instruction, which truncates its sum.
bool tf32Suffices(const Problem& problem, int copyBytes)
{
    const int promised = 8 + 8; // in addition to the number of taps: of sums, and of factors
    const int parts = 58, truncatedSum = 4;
    const int sums = rowBlocks(problem) + 2 * columnGroups(problem, copyBytes);
    return parts + truncatedSum * sums <= problem.taps() + promised;
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const int fewestStages = 2, maxWarps = std::max(int(traits.groupItems) / warpLanes, 1);
    lookup.set("half", problem.halfParts);
    lookup.value("COPY_BYTES", largestCopy);
    lookup.value("STAGE_GROUPS", 1);
    int warps = lookup.decide("WG_Y", std::min(lookup.line("WG_Y", 1), maxWarps));
    int stages = lookup.value("STAGES", fewestStages);
    const auto isLarge = [&] { return localBytes(problem, lookup.params) > traits.localBytes; };
    while (stages > fewestStages && !lookup.isGiven("STAGES") && isLarge())
        lookup.decide("STAGES", --stages);
    while (warps > 1 && !lookup.isGiven("WG_Y") && isLarge())
        lookup.decide("WG_Y", warps /= 2);
    decideRegisterCap(traits, int64(warps) * warpLanes, lookup);
}

//! Why no parameters can run this problem on this device.
std::string problemUnsupported(const Problem& problem, const DeviceTraits& traits, int copyBytes)
{
    if (traits.nvidiaCompute < device_constants::floatMatrixCompute)
        return "the device is no NVIDIA GPU of compute capability 8.0 or more";
    if (problem.rank == 0)
        return notOuterProducts;
    if (problem.accDepth() == CV_64F || problem.srcDepth == CV_32S || problem.srcDepth == CV_16F)
        return "sources of 32-bit integers or half floats, or sums in double";
    if (problem.channels > maxChannels)
        return "more than four channels";
    if (!problem.halfParts && !problem.separable())
        return "operands of tf32 for more than one outer product take too many registers";
    if (!problem.halfParts && (problem.rounding == Rounding::Down || !tf32Suffices(problem, copyBytes)))
        return "sums of so few products are promised to be more accurate than matrix units are";
    if (fixedRegisters(problem, copyBytes) > device_constants::maxRegistersPerItem)
        return "operands and sums are more than there are registers";
    return "";
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const std::string reason =
        firstOf({problemUnsupported(problem, traits, params.at("COPY_BYTES")),
                 maxRegistersUnsupported(traits, params.at("MAX_REGISTERS"), warpLanes * params.at("WG_Y"))});
    if (!reason.empty())
        return reason;
    if (problem.after && !problem.halfParts)
        return "stages behind a filter, some of whose outputs are computed once more";
    if (params.at("SEGMENT") % tile != 0)
        return format("SEGMENT=%d is no multiple of %d", params.at("SEGMENT"), tile);
    return groupTooLarge(traits, warpLanes, size_t(params.at("WG_Y")), localBytes(problem, params));
}

std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const int minTaps = params.at("MIN_TAPS");
    if (minTaps == 0) // no line has it
        return "matrix products are not known to be faster for such images";
    if (problem.taps() < minTaps)
        return format("matrix products are faster from %d taps on", minTaps);
    if (problem.rowAlignment < params.at("COPY_BYTES"))
        return "rows begin at addresses that asynchronous copies cannot use";
    return "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_separable_mma";
    plan.layout = problem.halfParts ? CoefficientKind::HalfParts : CoefficientKind::Tf32Parts;
    capRegisters(params.at("MAX_REGISTERS"), plan);
    plan.options.define("WG_X", warpLanes)
        .define("HALF_OPERANDS", problem.halfParts ? 1 : 0)
        .define("EXACT_SOURCE", problem.srcElemSize() == 1 ? 1 : 0)
        .define("LEAD_PIXELS", leadPixels(problem, params.at("COPY_BYTES")))
        .define("RANK", problem.rank);
    const int stored = lanePixels * problem.channels;
    plan.options.define("PX", stored);
    defineStores(problem, stored, plan.options);
    plan.localBytes = localBytes(problem, params);
    setTiles(problem, Size(warpLanes, params.at("WG_Y")),
             Size(params.at("SEGMENT") * problem.channels, tile * params.at("WG_Y")), plan);
}

//! Includes zeros of the Toeplitz matrices. For each outer product, a value of a column group takes one multiply-add
//! for each product and source row of its blocks, then one for each product and pixel of the groups under the row's
//! taps. A segment computes one group less than these in addition to its own.
MultiplyAdds multiplyAdds(const Problem& problem, const Params& params)
{
    const int exactProducts = 2, otherProducts = 3; // of the upper and lower parts
    const int pixelProducts = problem.srcElemSize() == 1 ? exactProducts : otherProducts;
    const int columns = rowBlocks(problem) * blockRows(problem) * pixelProducts;
    const int columnsOfGroups = columnGroups(problem, params.at("COPY_BYTES"));
    const int rows = columnsOfGroups * tile * otherProducts;
    const double groups = double(params.at("SEGMENT")) / tile;
    const double overlap = (groups + columnsOfGroups - 1) / groups;
    return MultiplyAdds(problem.rank * (columns + rows) * overlap, problem.halfParts ? "half" : "tf32");
}

} // namespace

extern const Implementation separableMmaImplementation = {
    "separable_mma", &ocl::clconv::separable_mma_oclsrc, specs, decide, unsupported, unprofitable, configure,
    multiplyAdds,    TakesStages | HasBarriers | ForGpus};

}} // namespace cv::clconv
