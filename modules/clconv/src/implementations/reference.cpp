// SPDX-License-Identifier: Apache-2.0
//
// reference: one pixel per work-item, any filter, any type: the definition of correct. Plans kernels/reference.cl.

#include "implementations/checks.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"WG_X", 1, 1024, tries(8, 16, 32, 64, 128)},
                               {"WG_Y", 1, 1024, tries(1, 2, 4, 8, 16)},
                               {"MAX_TAPS", 0, INT_MAX, generic(INT_MAX)}};

std::string unsupported(const Problem&, const DeviceTraits& traits, const Params& params)
{
    return groupTooLarge(traits, params.at("WG_X"), params.at("WG_Y"), 0);
}

//! On a CPU device it is what remains for filters too large for line buffers in private memory, or where programs do
//! not build.
std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const int maxTaps = params.at("MAX_TAPS");
    return problem.taps() > maxTaps ? format("cv::filter2D is faster on a CPU above %d taps", maxTaps) : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_reference";
    plan.filterSizeIsData = true;
    setItems(problem, params, Size(problem.channels, 1), plan);
}

} // namespace

extern const Implementation referenceImplementation = {"reference",
                                                       &ocl::clconv::reference_oclsrc,
                                                       specs,
                                                       decideGroup,
                                                       unsupported,
                                                       unprofitable,
                                                       configure,
                                                       everyTap,
                                                       TakesChannelFilters};

}} // namespace cv::clconv
