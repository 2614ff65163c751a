// SPDX-License-Identifier: Apache-2.0
//
// fft: large filters by Fourier transforms of tiles. Plans kernels/gpu/fft.cl.

#include "implementations/gpu/fft/fft.hpp"
#include "coefficients/fft/spectrum.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"TILE_COLS", oneOf(fftSize, fftWideSize), tries(fftSize, fftWideSize)},
                               {"MAX_REGISTERS", 0, 255, tries(0, 64, 72, 80, 96)},
                               {"MIN_TAPS", 0, INT_MAX, generic(0)}};

const int groupItems = 256;

FftLayout layoutOf(const Problem& problem, const Params& params)
{
    return fftLayout(problem.filterSize, params.at("TILE_COLS"));
}

//! Local memory of a work-group: numbers exchanged between passes, norms, counts of pixels, and decisions.
size_t localBytes(const Problem& problem, int columns)
{
    const size_t exchange = size_t(columns) * 4 * 17 * 2, norms = 2 * (groupItems + 16) + 3 * 16, decisions = 16;
    const size_t counts = 16 * size_t(columns + 4) / 2, noCounts = 2;
    return sizeof(float) * (exchange + norms + decisions + (checksMagnitudes(problem) ? counts : noCounts));
}

std::string columnsUnsupported(const Problem& problem, const DeviceTraits& traits, int columns)
{
    if (columns == fftWideSize && fftLayout(problem.filterSize, columns).parts.area() > 1)
        return "too large a filter for tiles of 128x64 in one part";
    return groupTooLarge(traits, groupItems, 1, localBytes(problem, columns));
}

int64 tilesOf(const Problem& problem, const Params& params)
{
    return channelTiles(problem, layoutOf(problem, params).step);
}

//! Wide tiles only where the device has local memory for them, and filters need no parts.
void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const int columns = lookup.line("TILE_COLS", fftSize);
    const bool fits = columns == fftSize || columnsUnsupported(problem, traits, columns).empty();
    if (!fits)
        lookup.discard("TILE_COLS");
    lookup.decide("TILE_COLS", fits ? columns : fftSize);
    decideRegisterCap(traits, groupItems, lookup);
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (!traits.localIsFast)
        return "the device's local memory is a part of its global memory";
    return problem.taps() < params.at("MIN_TAPS") ? "products with so few taps cost less than a transform" : "";
}

//! Operations of a tile's transform for each share of 16 numbers: passes 1 and 3 of sixteen points, pass 2 of 4x4 with
//! twelve rotations of rows and twelve of columns (kernels/gpu/fft/fft_transform.cl). In wide tiles sums of two numbers
//! come before pass 2, and every other share has four more rotations of columns and eight by eighths.
int transformOperations(int columns)
{
    using namespace fft_operations;
    const int rotationsOfPass2 = 12 + 12, pairs = points * 2, rotationsOfWideTile = (4 + 8) / 2;
    return 2 * transform16 + 8 * transform4 + rotationsOfPass2 * rotate +
           (columns == fftWideSize ? pairs + rotationsOfWideTile * rotate : 0);
}

//! For all pairs of tiles: for each part of the filter a transform and a product with its spectrum, and one transform
//! back. Magnitudes, which are transformed where accuracy is in doubt, do not count.
MultiplyAdds multiplyAdds(const Problem& problem, const Params& params)
{
    const int columns = params.at("TILE_COLS"), transform = transformOperations(columns);
    const double parts = layoutOf(problem, params).parts.area(), pairs = double((tilesOf(problem, params) + 1) / 2);
    return perValue(problem, pairs * groupItems * (columns / fftSize) *
                                 (parts * (transform + fft_operations::multiply) + transform));
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const std::string notFourier = fourierUnsupported(problem);
    if (!notFourier.empty())
        return notFourier;
    if (problem.taps() < minSmallTileTaps)
        return "sums of so few products are promised to be more accurate than a transform is";
    const size_t maxSpectrum = 64 << 20; // bytes; computed and uploaded for each new filter
    const int columns = params.at("TILE_COLS");
    const std::string reason = columnsUnsupported(problem, traits, columns);
    if (!reason.empty())
        return reason;
    if (spectrumBytes(problem.filterSize, {CoefficientKind::Spectrum, columns}) > maxSpectrum)
        return "the spectra of so large a filter take more than 64 MiB";
    if (tilesOf(problem, params) > INT_MAX)
        return "more tiles than 32 bits count";
    return maxRegistersUnsupported(traits, params.at("MAX_REGISTERS"), groupItems);
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    const int columns = params.at("TILE_COLS");
    plan.kernelName = "clconv_fft";
    plan.layout = {CoefficientKind::Spectrum, columns};
    plan.filterSizeIsData = true;
    plan.options.define("PARTS", layoutOf(problem, params).parts.area() > 1 ? 1 : 0)
        .define("MAX_PART_SIZE", fftMaxPartSize)
        .define("CHECK_BRIGHT", checksMagnitudes(problem) ? 1 : 0)
        .define("WG_X", groupItems)
        .define("WG_Y", 1);
    capRegisters(params.at("MAX_REGISTERS"), plan);
    plan.localBytes = localBytes(problem, columns);
    setSizes(plan, groupItems, 1, size_t((tilesOf(problem, params) + 1) / 2) * groupItems, 1);
}

} // namespace

extern const Implementation fftImplementation = {
    "fft",        &ocl::clconv::fft_oclsrc, specs, decide, unsupported, unprofitable, configure,
    multiplyAdds, HasBarriers | ForGpus};

}} // namespace cv::clconv
