// SPDX-License-Identifier: Apache-2.0
//
// specialized: the coefficients of one filter as constants, for devices that are no CPU. Plans
// kernels/gpu/specialized.cl.

#include "coefficients/specialization.hpp"
#include "implementations/gpu/register_tile.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"PX", 1, 16, tries(1, 2, 4, 8, 16)},
                               {"ROWS", 1, 16, tries(1, 2, 4, 8, 16)},
                               {"PREFETCH", 0, maxPrefetchKiB, tries(0, prefetchDistance), generic(0)},
                               {"VEC", 1, 16, tries(1, 2, 4, 8, 16)},
                               {"WG_X", 1, 1024, tries(16, 32, 64, 128)},
                               {"WG_Y", 1, 1024, tries(1, 2, 4, 8)},
                               {"MAX_TAPS", 0, INT_MAX, generic(INT_MAX)}};

//! Rows are never divided into chunks: few vectors of a wide window with few taps are loaded.
Params withWindow(const Problem& problem, const Params& params)
{
    Params all = params;
    all["TAPS_PER_CHUNK"] = problem.filterSize.width;
    return all;
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const int genericSide = 4; // scalars and rows: a tile whose sums fit any device's registers
    decideGroup(problem, traits, lookup);
    lookup.decide("VEC", widestLoad(problem, lookup.value("PX", genericSide)));
    lookup.decide("ROWS", rowsInImage(problem, lookup.line("ROWS", genericSide)));
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const std::string reason = specializationUnsupported(problem);
    return reason.empty() ? registerTileUnsupported(problem, traits, withWindow(problem, params)) : reason;
}

std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const size_t count = problem.specializedTaps->taps.size();
    if (specializationPays(problem, count))
        return "";
    // The filter is dense, but was prepared.
    if (count * size_t(params.at("PX")) * size_t(params.at("ROWS")) > size_t(device_constants::instructionCacheTaps))
        return format("%zu taps exceed the instruction cache in fully unrolled code", count);
    if (count > size_t(params.at("MAX_TAPS")))
        return problem.separable()  ? "an outer product with few zeros needs fewer multiplications as two passes"
               : problem.slices > 0 ? "the matrix units are faster for bytes with few zero taps"
                                    : "this number of taps with few zeros among them is faster as data";
    return windowSpills(problem, withWindow(problem, params));
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_specialized";
    plan.specialized = true;
    plan.options.define("TAPS_PER_CHUNK", problem.filterSize.width);
    configureTile(problem, withWindow(problem, params), plan);
    const int rows = params.at("ROWS"), inOrder = rows + problem.filterSize.height; // as in direct.cl
    defineSpecializedTaps(problem, rows, inOrder, plan.options);
}

} // namespace

extern const Implementation specializedImplementation = {"specialized",
                                                         &ocl::clconv::specialized_oclsrc,
                                                         specs,
                                                         decide,
                                                         unsupported,
                                                         unprofitable,
                                                         configure,
                                                         everyNonZeroTap,
                                                         Specializes | ForGpus};

}} // namespace cv::clconv
