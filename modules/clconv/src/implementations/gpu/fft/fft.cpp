// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// fft: large filters by Fourier transforms of tiles. Plans kernels/gpu/fft.cl.

#include "implementations/gpu/fft/fft.hpp"
#include "implementations/gpu/fft/fft_operations.hpp"
#include "implementations/checks.hpp"
#include "coefficients/fft/spectrum.hpp"

#include <climits>

namespace cv
{
namespace clconv
{
namespace
{

const int groupItems = 256;

//! Local memory of a work-group: numbers exchanged between passes, norms, counts of pixels, and what is decided.
size_t localBytes(const Problem& problem)
{
    const size_t exchange = groupItems * 17 * 2, norms = 2 * (groupItems + 16) + 16, decisions = 16;
    const size_t counts = groupItems + 16 * (64 + 4 + 16), noCounts = 1 + 4;
    return sizeof(float) * (exchange + norms + decisions + (checksMagnitudes(problem) ? counts : noCounts));
}

int64 tilesOf(const Problem& problem)
{
    return channelTiles(problem, fftLayout(problem.filterSize).step);
}

//! With the size of the work-group, which is no parameter, for checks that read it.
Params withGroup(Params params)
{
    params["WG_X"] = groupItems;
    params["WG_Y"] = 1;
    return params;
}

Decisions decide(const Problem&, const DeviceTraits& traits, const Params&, Lookup& lookup)
{
    const int everyFilter = 0;
    lookup.value("MIN_TAPS", everyFilter);
    return Params{{"MAX_REGISTERS", decideRegisterCap(traits, groupItems, lookup)}};
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu || !traits.localIsFast)
        return "the device's local memory is a part of its global memory";
    return problem.taps() < params.at("MIN_TAPS") ? "products with so few taps cost less than a transform" : "";
}

//! The transform of a tile, of each work-item: passes 1 and 3 of sixteen points, pass 2 of 4x4 with twelve rotations of
//! rows and twelve of columns (kernels/gpu/fft/fft_transform.cl).
int transformOperations()
{
    using namespace fft_operations;
    const int rotationsOfPass2 = 12 + 12;
    return 2 * transform16 + 8 * transform4 + rotationsOfPass2 * rotate;
}

//! Of all pairs of tiles: for each part of the filter a transform and a product with its spectrum, and one transform
//! back. Magnitudes, which are transformed where accuracy is in doubt, do not count.
MultiplyAdds multiplyAdds(const Problem& problem, const Params&)
{
    const double parts = fftLayout(problem.filterSize).parts.area(), pairs = double((tilesOf(problem) + 1) / 2);
    const double ofItem = parts * (transformOperations() + fft_operations::multiply) + transformOperations();
    return perValue(problem, pairs * groupItems * ofItem);
}

Space space(const Problem&, const DeviceTraits&)
{
    return {{"MAX_REGISTERS", {0, 64, 80, 96}}};
}

} // namespace

std::string fftUnsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const std::string notFourier = fourierUnsupported(problem);
    if (!notFourier.empty())
        return notFourier;
    if (problem.taps() < minSmallTileTaps)
        return "sums of so few products are promised to be more accurate than a transform is";
    const size_t maxSpectrum = 8 << 20; // bytes; computed and uploaded for each new filter
    if (fftSpectrumBytes(problem.filterSize) > maxSpectrum)
        return "the spectra of so large a filter take megabytes";
    if (tilesOf(problem) > INT_MAX)
        return "more tiles than 32 bits count";
    const std::string reason = groupTooLarge(traits, groupItems, 1, localBytes(problem));
    return reason.empty() ? maxRegistersUnsupported(traits, withGroup(params)) : reason;
}

void configureFft(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_fft";
    plan.layout = CoefficientLayout::Spectrum;
    plan.filterSizeIsData = true;
    plan.options.define("PARTS", fftLayout(problem.filterSize).parts.area() > 1 ? 1 : 0)
        .define("MAX_PART_SIZE", fftMaxPartSize)
        .define("CHECK_BRIGHT", checksMagnitudes(problem) ? 1 : 0)
        .define("WG_X", groupItems)
        .define("WG_Y", 1);
    capRegisters(params, plan);
    plan.localBytes = localBytes(problem);
    setSizes(plan, groupItems, 1, size_t((tilesOf(problem) + 1) / 2) * groupItems, 1);
}

extern const Implementation fftImplementation = {"fft",
                                                 &ocl::clconv::fft_oclsrc,
                                                 "MAX_REGISTERS MIN_TAPS",
                                                 decide,
                                                 fftUnsupported,
                                                 unprofitable,
                                                 configureFft,
                                                 multiplyAdds,
                                                 space};

} // namespace clconv
} // namespace cv
