// SPDX-License-Identifier: Apache-2.0
//
// fft_large: the largest filters by Fourier transforms in several launches. Plans kernels/gpu/fft_large.cl.

#include "implementations/gpu/fft/fft.hpp"
#include "coefficients/fft/spectrum.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"TILE", oneOf(256, 512, 1024, 2048), tries(256, 512, 1024, 2048)},
                               {"MAX_REGISTERS", 0, 255, tries(0, 64, 80)},
                               {"ROW_REGISTERS", 0, 255, tries(0, 96, 128)},
                               {"SCRATCH", 1, 65536, tries(64, 512, 2048), generic(64)},
                               {"MIN_TAPS", 0, INT_MAX, generic(0)}};

const size_t points = 16; // FFT_POINTS

//! Work-items of a panel (LARGE_ITEMS).
size_t groupItemsOf(int tile)
{
    const size_t ofOnePass = 256, others = 512;
    return tile == fftLargeSizes[0] ? ofOnePass : others;
}

//! As largeLayoutOf in the kernel; scratch memory is counted in complex numbers.
struct LargeLayout
{
    size_t tile;                                //!< columns and rows
    size_t lineItems, groupItems, panelScalars; //!< LINE_ITEMS, LARGE_ITEMS, LARGE_PANEL
    Size step;
    size_t slabs, pairs, tiles; //!< tiles along a row
    size_t panels, outPanels;
    size_t fixedNumbers, numbersPerPair;
};

LargeLayout largeLayout(const Problem& problem, int tile)
{
    const size_t channels = size_t(problem.channels), marksPerNumber = 2, blockRows = 8, buffers = 2;
    LargeLayout layout;
    layout.tile = size_t(tile);
    layout.lineItems = layout.tile / points;
    layout.groupItems = groupItemsOf(tile);
    layout.panelScalars = layout.groupItems / layout.lineItems;
    layout.step = Size(tile + 1 - problem.filterSize.width, tile + 1 - problem.filterSize.height);
    layout.slabs = ceilDiv(size_t(problem.size.height), size_t(layout.step.height));
    layout.pairs = ceilDiv(layout.slabs, 2);
    layout.tiles = ceilDiv(size_t(problem.size.width), size_t(layout.step.width));
    layout.panels = ceilDiv(size_t(problem.size.width + problem.filterSize.width - 1) * channels, layout.panelScalars);
    layout.outPanels = ceilDiv(size_t(problem.size.width) * channels, layout.panelScalars);
    layout.fixedNumbers = ceilDiv(layout.slabs * layout.outPanels, marksPerNumber);
    const size_t holes = problem.srcDepth > CV_32S ? 1 + layout.groupItems / marksPerNumber : 0;
    const size_t ofColumn = 1 + layout.tile / blockRows + buffers * layout.tile;
    layout.numbersPerPair = layout.panels * (layout.panelScalars * ofColumn + holes);
    return layout;
}

LargeLayout largeLayout(const Problem& problem, const Params& params)
{
    return largeLayout(problem, params.at("TILE"));
}

//! Rows of a tile per work-group of clconv_fft_large_rows (LARGE_ROWS).
size_t rowsOfGroup(const Problem& problem, size_t lineItems)
{
    const size_t usualItems = 256;
    return std::max<size_t>(usualItems / (lineItems * size_t(problem.channels)), 1);
}

//! Work-items of a group of clconv_fft_large_rows (ROWS_ITEMS).
size_t rowItems(const Problem& problem, size_t lineItems)
{
    return lineItems * size_t(problem.channels) * rowsOfGroup(problem, lineItems);
}

//! Local memory of the kernel that needs the most.
size_t localBytes(const Problem& problem, const LargeLayout& layout)
{
    const size_t complexBytes = 2 * sizeof(float), rows = rowsOfGroup(problem, layout.lineItems), others = 64;
    const size_t exchange = layout.lineItems * (points + 1);
    const size_t rowNumbers = size_t(problem.channels) * rows * (exchange + rows);
    const size_t columnBytes =
        complexBytes * exchange * layout.panelScalars + 3 * sizeof(float) * layout.groupItems + others;
    return std::max(complexBytes * rowNumbers, columnBytes);
}

//! Scratch memory for some pairs of slabs at a time.
size_t scratchBytes(const LargeLayout& layout, size_t pairs)
{
    return 2 * sizeof(float) * (layout.fixedNumbers + pairs * layout.numbersPerPair);
}

std::string tileUnsupported(const Problem& problem, const DeviceTraits& traits, int tile)
{
    const int minStep = 16;
    if (std::max(problem.filterSize.width, problem.filterSize.height) > tile + 1 - minStep)
        return format("too large a filter for tiles of %dx%d", tile, tile);
    const LargeLayout layout = largeLayout(problem, tile);
    if (scratchBytes(layout, 1) > traits.maxBufferBytes)
        return "scratch memory for a pair of slabs would exceed a buffer's largest size";
    return groupTooLarge(traits, std::max(layout.groupItems, rowItems(problem, layout.lineItems)), 1,
                         localBytes(problem, layout));
}

//! The numbers that the launches read and write for an image.
double traffic(const Problem& problem, const LargeLayout& layout)
{
    const double channels = problem.channels, columns = double(layout.panels * layout.panelScalars);
    const double rows = double(layout.pairs * layout.tile), outputs = problem.size.width * channels;
    return rows * (columns + double(layout.tiles * layout.tile) * channels + 2 * outputs);
}

//! The tile for which the launches take the least time: a larger one has less halo, but more of it lies beyond a small
//! image. Spectra of tiles far larger than the filter would cost the host more than they save.
int tileFor(const Problem& problem, const DeviceTraits& traits)
{
    //! The cost of a number on an NVIDIA H200: larger tiles have a third pass, and narrower panels.
    static const struct
    {
        int size;
        double cost;
    } tiles[] = {{256, 1}, {512, 1.4}, {1024, 1.7}, {2048, 2.3}};
    int best = tiles[0].size;
    double least = std::numeric_limits<double>::max();
    for (const auto& tile : tiles)
    {
        if (tile.size > fftLargestSize(problem.filterSize) || !tileUnsupported(problem, traits, tile.size).empty())
            continue;
        const double cost = traffic(problem, largeLayout(problem, tile.size)) * tile.cost;
        if (cost < least)
            best = tile.size, least = cost;
    }
    return best;
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const int tile = lookup.value("TILE", tileFor(problem, traits));
    decideRegisterCap(traits, int64(groupItemsOf(tile)), lookup);
    decideRegisterCap(traits, int64(rowItems(problem, size_t(tile) / points)), lookup, "ROW_REGISTERS");
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
    const int maxChannels = 16;
    if (problem.channels > maxChannels)
        return "more than 16 channels";
    const std::string reason = tileUnsupported(problem, traits, params.at("TILE"));
    if (!reason.empty())
        return reason;
    const LargeLayout layout = largeLayout(problem, params);
    if (layout.pairs * layout.tile > INT_MAX || layout.panels * layout.groupItems > INT_MAX ||
        layout.panels * layout.panelScalars * layout.pairs > INT_MAX)
        return "more numbers than 32 bits count";
    return firstOf(
        {maxRegistersUnsupported(traits, params.at("MAX_REGISTERS"), int(layout.groupItems)),
         maxRegistersUnsupported(traits, params.at("ROW_REGISTERS"), int(rowItems(problem, layout.lineItems))),
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
    const size_t rows = rowsOfGroup(problem, layout.lineItems), items = rowItems(problem, layout.lineItems);
    const size_t groupItems = layout.groupItems;
    const size_t inItems = layout.panels * groupItems, outItems = layout.outPanels * groupItems;
    std::vector<Stage> all;
    for (size_t first = 0; first < layout.pairs; first += pairsAtATime)
    {
        const size_t pairs = std::min(pairsAtATime, layout.pairs - first);
        const int from = int(first), count = int(pairs);
        const size_t rowGroups = ceilDiv(pairs * layout.tile, rows);
        all.push_back({"clconv_fft_large_columns", columns, {inItems, pairs}, {groupItems, 1}, from, count});
        all.push_back({"clconv_fft_large_rows", rowsOnly, {layout.tiles * items, rowGroups}, {items, 1}, from, count});
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
    const LargeLayout layout = largeLayout(problem, params);
    const size_t pairs = scratchPairs(layout, params);
    plan.options.define("LINE_M", params.at("TILE") / fftLargeSizes[0]);
    if (!problem.fourierIsCertain)
        plan.repair = repairPlan(problem, traits, params, plan.options);
    plan.layout = {CoefficientKind::LargeSpectrum, params.at("TILE")};
    plan.filterSizeIsData = true;
    plan.options.define("CHECK_SUMS", checksMagnitudes(problem) ? 1 : 0)
        .define("WG_X", int(layout.groupItems))
        .define("WG_Y", 1);
    Plan columns = plan, rows = plan;
    columns.options.define("COEFFICIENTS_GLOBAL", 1);
    capRegisters(params.at("MAX_REGISTERS"), columns);
    rows.options.define("COEFFICIENTS_GLOBAL", 1).define("ROWS_ONLY", 1);
    capRegisters(params.at("ROW_REGISTERS"), rows);
    plan.stages = stages(problem, layout, pairs, columns.options, rows.options);
    plan.kernelName = plan.stages[0].kernelName;
    plan.localBytes = localBytes(problem, layout);
    plan.scratchPairs = int(pairs);
    plan.scratchBytes = scratchBytes(layout, pairs);
    std::copy_n(plan.stages[0].local, 2, plan.local);
    std::copy_n(plan.stages[0].global, 2, plan.global);
}

//! Operations of a work-item in the third pass of a line, with the rotations before it.
int thirdPass(size_t m, bool back)
{
    using namespace fft_operations;
    const size_t two = 2, eight = 8;
    if (m == 1)
        return 0;
    const int ones = back ? int(points / m) - 1 : 1; // rotations by 1, left out; the inverse has one in pass 2
    const int rotations = (int(points) - ones) * rotate, eighths = 2 * 2 * rotate;
    const int pairs = 8 * transform2, fours = 4 * transform4;
    return rotations + (m == two || m == eight ? pairs : 0) + (m > two ? fours : 0) + (m == eight ? eighths : 0);
}

//! For all pairs of slabs: the columns of all panels are transformed, and those with outputs transformed back; all rows
//! of each tile are transformed, multiplied by the spectrum and transformed back. A line takes each of its work-items
//! two transforms of sixteen points with fifteen rotations between them, and the third pass. Outputs that are computed
//! once more (`repairPlan`) do not count.
MultiplyAdds multiplyAdds(const Problem& problem, const Params& params)
{
    using namespace fft_operations;
    const LargeLayout layout = largeLayout(problem, params);
    const double passes = 2 * transform16 + double(points - 1) * rotate, items = double(layout.lineItems);
    const double forward = items * (passes + thirdPass(layout.lineItems / points, false));
    const double back = items * (passes + thirdPass(layout.lineItems / points, true));
    const double scalars = double(layout.panelScalars);
    const double columns = scalars * (double(layout.panels) * forward + double(layout.outPanels) * back);
    const double rows = double(layout.tiles * layout.tile) * problem.channels;
    return perValue(problem, double(layout.pairs) * (columns + rows * (forward + back + items * multiply)));
}

} // namespace

extern const Implementation fftLargeImplementation = {
    "fft_large",  &ocl::clconv::fft_large_oclsrc, specs, decide, unsupported, unprofitable, configure,
    multiplyAdds, HasBarriers | ForGpus};

}} // namespace cv::clconv
