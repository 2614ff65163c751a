// SPDX-License-Identifier: Apache-2.0
//
// fft_large: the largest filters by Fourier transforms in several launches. Plans kernels/gpu/fft_large.cl.

#include "implementations/gpu/fft/fft.hpp"
#include "coefficients/fft/spectrum.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"MAX_REGISTERS", 0, 255, tries(0, 64, 80)},
                               {"ROW_REGISTERS", 0, 255, tries(0, 96, 128)},
                               {"SCRATCH", 1, 65536, tries(64, 512, 2048), generic(64)},
                               {"MIN_TAPS", 0, INT_MAX, generic(0)}};

const size_t groupItems = 256, panelScalars = 16, points = 16;

//! As largeLayoutOf in the kernel; scratch memory is counted in complex numbers.
struct LargeLayout
{
    Size step;
    size_t slabs, pairs, tiles; //!< tiles along a row
    size_t panels, outPanels;
    size_t fixedNumbers, numbersPerPair;
};

LargeLayout largeLayout(const Problem& problem)
{
    const size_t channels = size_t(problem.channels), marksPerNumber = 2, blocks = 32, buffers = 2;
    LargeLayout layout;
    layout.step = Size(fftLargeSize + 1 - problem.filterSize.width, fftLargeSize + 1 - problem.filterSize.height);
    layout.slabs = ceilDiv(size_t(problem.size.height), size_t(layout.step.height));
    layout.pairs = ceilDiv(layout.slabs, 2);
    layout.tiles = ceilDiv(size_t(problem.size.width), size_t(layout.step.width));
    layout.panels = ceilDiv(size_t(problem.size.width + problem.filterSize.width - 1) * channels, panelScalars);
    layout.outPanels = ceilDiv(size_t(problem.size.width) * channels, panelScalars);
    layout.fixedNumbers = ceilDiv(layout.slabs * layout.outPanels, marksPerNumber);
    const size_t holes = problem.srcDepth > CV_32S ? 1 + groupItems / marksPerNumber : 0;
    layout.numbersPerPair =
        layout.panels * (points + blocks * panelScalars + buffers * fftLargeSize * panelScalars + holes);
    return layout;
}

//! Rows of a tile per work-group of clconv_fft_large_rows (LARGE_ROWS).
size_t rowsOfGroup(const Problem& problem)
{
    return std::max<size_t>(panelScalars / size_t(problem.channels), 1);
}

//! Local memory of the kernel that needs the most.
size_t localBytes(const Problem& problem)
{
    const size_t complexBytes = 2 * sizeof(float), rows = rowsOfGroup(problem), others = 64;
    const size_t rowNumbers = size_t(problem.channels) * rows * (points * (points + 1) + rows);
    const size_t columnBytes = complexBytes * groupItems * points + 3 * sizeof(float) * groupItems + others;
    return std::max(complexBytes * rowNumbers, columnBytes);
}

void decide(const Problem&, const DeviceTraits& traits, Lookup& lookup)
{
    decideRegisterCap(traits, int64(groupItems), lookup);
    lookup.decide("ROW_REGISTERS", traits.hasRegisterCap ? lookup.line("ROW_REGISTERS", 0) : 0);
}

//! Pairs of slabs that the scratch memory holds, one at least.
size_t scratchPairs(const LargeLayout& layout, const Params& params)
{
    const size_t numbers = (size_t(params.at("SCRATCH")) << 20) / (2 * sizeof(float));
    return std::min(std::max<size_t>(numbers / layout.numbersPerPair, 1), layout.pairs);
}

//! Parameters of fft for outputs of doubtful accuracy.
Params repairParams(const Params& params)
{
    return {{"TILE_COLS", fftSize}, {"MAX_REGISTERS", params.at("MAX_REGISTERS")}};
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const int minStep = 16, maxChannels = 16;
    if (problem.filterSize.width > fftLargeSize + 1 - minStep || problem.filterSize.height > fftLargeSize + 1 - minStep)
        return "too large a filter for tiles of 256x256";
    if (problem.channels > maxChannels)
        return "more than 16 channels";
    const LargeLayout layout = largeLayout(problem);
    if (layout.pairs * fftLargeSize > INT_MAX || layout.panels * groupItems > INT_MAX ||
        layout.panels * points * layout.pairs > INT_MAX)
        return "more numbers than 32 bits count";
    const size_t rowItems = points * size_t(problem.channels) * rowsOfGroup(problem);
    return firstOf({groupTooLarge(traits, std::max(groupItems, rowItems), 1, localBytes(problem)),
                    maxRegistersUnsupported(traits, params.at("ROW_REGISTERS"), int(groupItems)),
                    fftImplementation.unsupported(problem, traits, repairParams(params))});
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (!traits.localIsFast)
        return "the device's local memory is a part of its global memory";
    return problem.taps() < params.at("MIN_TAPS") ? "products with so few taps cost less than transforms" : "";
}

//! Three launches for each `pairsAtATime` pairs of slabs.
std::vector<Stage> stages(const Problem& problem, const LargeLayout& layout, size_t pairsAtATime,
                          const BuildOptions& columns, const BuildOptions& rowsOnly)
{
    const size_t rows = rowsOfGroup(problem), rowItems = points * size_t(problem.channels) * rows;
    const size_t inItems = layout.panels * groupItems, outItems = layout.outPanels * groupItems;
    std::vector<Stage> all;
    for (size_t first = 0; first < layout.pairs; first += pairsAtATime)
    {
        const size_t pairs = std::min(pairsAtATime, layout.pairs - first);
        const int from = int(first), count = int(pairs);
        const size_t rowGroups = ceilDiv(pairs * fftLargeSize, rows);
        all.push_back({"clconv_fft_large_columns", columns, {inItems, pairs}, {groupItems, 1}, from, count});
        all.push_back(
            {"clconv_fft_large_rows", rowsOnly, {layout.tiles * rowItems, rowGroups}, {rowItems, 1}, from, count});
        all.push_back({"clconv_fft_large_outputs", columns, {outItems, pairs}, {groupItems, 1}, from, count});
    }
    return all;
}

//! Tiles of fft for the outputs that the last stage marks; a work-group checks many tiles.
std::shared_ptr<const Plan> repairPlan(const Problem& problem, const DeviceTraits& traits, const Params& params,
                                       const BuildOptions& options)
{
    const size_t pairsOfGroup = 16; // REPAIR_PAIRS in the kernel
    const auto repair = std::make_shared<Plan>();
    repair->impl = &fftImplementation;
    repair->options = options;
    defineOptions(repairParams(params), repair->options);
    fftImplementation.configure(problem, traits, repairParams(params), *repair);
    repair->options.define("REPAIR", 1).define("COEFFICIENTS_GLOBAL", 1);
    repair->global[0] = ceilDiv(repair->global[0] / repair->local[0], pairsOfGroup) * repair->local[0];
    return repair;
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    const LargeLayout layout = largeLayout(problem);
    const size_t pairs = scratchPairs(layout, params);
    plan.repair = repairPlan(problem, traits, params, plan.options);
    plan.layout = CoefficientKind::LargeSpectrum;
    plan.filterSizeIsData = true;
    plan.options.define("CHECK_SUMS", checksMagnitudes(problem) ? 1 : 0)
        .define("WG_X", int(groupItems))
        .define("WG_Y", 1);
    Plan columns = plan, rows = plan;
    columns.options.define("COEFFICIENTS_GLOBAL", 1);
    capRegisters(params.at("MAX_REGISTERS"), columns);
    rows.options.define("COEFFICIENTS_GLOBAL", 1).define("ROWS_ONLY", 1);
    capRegisters(params.at("ROW_REGISTERS"), rows);
    plan.stages = stages(problem, layout, pairs, columns.options, rows.options);
    plan.kernelName = plan.stages[0].kernelName;
    plan.localBytes = localBytes(problem);
    plan.scratchPairs = int(pairs);
    plan.scratchBytes = 2 * sizeof(float) * (layout.fixedNumbers + pairs * layout.numbersPerPair);
    std::copy_n(plan.stages[0].local, 2, plan.local);
    std::copy_n(plan.stages[0].global, 2, plan.global);
}

//! For all pairs of slabs: the columns of all panels are transformed, and those with outputs transformed back; 256 rows
//! of each tile are transformed, multiplied by the spectrum and transformed back. A line of 256 points takes sixteen
//! work-items two transforms of sixteen points each, with fifteen rotations between them. Outputs that are computed
//! once more (`repairPlan`) do not count.
MultiplyAdds multiplyAdds(const Problem& problem, const Params&)
{
    using namespace fft_operations;
    const LargeLayout layout = largeLayout(problem);
    const double ofLine = double(points) * (2 * transform16 + (points - 1) * rotate);
    const double columns = double(layout.panels + layout.outPanels) * panelScalars;
    const double rows = double(layout.tiles) * problem.channels * fftLargeSize;
    return perValue(problem, double(layout.pairs) * (columns * ofLine + rows * (2 * ofLine + points * multiply)));
}

} // namespace

extern const Implementation fftLargeImplementation = {
    "fft_large",  &ocl::clconv::fft_large_oclsrc, specs, decide, unsupported, unprofitable, configure,
    multiplyAdds, HasBarriers | ForGpus};

}} // namespace cv::clconv
