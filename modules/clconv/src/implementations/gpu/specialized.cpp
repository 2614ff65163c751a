// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// One kernel compiled in, for devices that are no CPU. Twin of kernels/literal.cl.

#include "coefficients/specialization.hpp"
#include "implementations/gpu/register_tile.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! A row's window is never in pieces: of a wide one with few taps few vectors are loaded.
Params withWindow(const Problem& problem, const Params& params)
{
    Params all = params;
    all["TAPS_PER_CHUNK"] = problem.filterSize.width;
    return all;
}

//! About as `direct` where it is unrolled; more taps than that has room for keep four scalars a work-item.
Decisions defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    const Size group = windowGroup(traits, 32, 4);
    const int64 count = problem.specializedTaps ? int64(problem.specializedTaps->taps.size()) : problem.taps();
    const int px = givenOr(given, "PX",
                           unalignedWords(problem)                     ? 2
                           : problem.srcElemSize() >= 4 || count > 100 ? 4
                                                                       : 8);
    return Params{{"PX", px},
                  {"VEC", givenOr(given, "VEC", widestLoad(problem, px))},
                  {"ROWS", rowsInImage(problem, 4)},
                  {"WG_X", group.width},
                  {"WG_Y", group.height},
                  {"PREFETCH", waitsForRows(problem) ? prefetchDistance(traits) : 0}};
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const std::string reason = specializationUnsupported(problem);
    return reason.empty() ? registerTileUnsupported(problem, traits, withWindow(problem, params)) : reason;
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu)
        return "a CPU needs explicit vectors, which 'cpu_specialized' has";
    const size_t count = problem.specializedTaps->taps.size();
    if (specializationPays(problem, count))
        return "";
    // A dense kernel was prepared. NVIDIA H200: 58 to 66 TFLOP/s up to 2,000 multiply-adds in a straight line, 40 at 4,000.
    const size_t maxUnrolled = 2000;
    if (count * size_t(params.at("PX")) * size_t(params.at("ROWS")) > maxUnrolled)
        return format("%zu taps leave the instruction cache where they are straight code", count);
    if (problem.separable && count > 25)
        return "an outer product with few zeros needs fewer multiplications as two passes";
    if (traits.nvidiaCompute >= 80 && problem.fixedPoint && count > 25)
        return "the matrix units are faster for bytes with few zero taps";
    return windowSpills(problem, withWindow(problem, params));
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_specialized";
    plan.specialized = true;
    configureWindow(problem, withWindow(problem, params), plan);
    defineSpecializedTaps(problem, params.at("ROWS"), plan.options);
}

Space space(const Problem&, const DeviceTraits& traits)
{
    return {{"PX", {1, 2, 4, 8, 16}},  {"ROWS", {1, 2, 4, 8, 16}},  {"PREFETCH", {0, prefetchDistance(traits)}},
            {"VEC", {1, 2, 4, 8, 16}}, {"WG_X", {16, 32, 64, 128}}, {"WG_Y", {1, 2, 4, 8}}};
}

} // namespace

const Implementation specializedImplementation = {"specialized",
                                                  &ocl::clconv::specialized_oclsrc,
                                                  "PX VEC ROWS WG_X WG_Y PREFETCH",
                                                  defaults,
                                                  unsupported,
                                                  unprofitable,
                                                  configure,
                                                  space};

} // namespace clconv
} // namespace cv
