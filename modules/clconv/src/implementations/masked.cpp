// SPDX-License-Identifier: Apache-2.0
//
// masked: sums over the pixels that count, divided by the sums of their weights, on any device. Plans
// kernels/masked.cl.

#include "implementations/cpu/line_buffer.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"PX", oneOf(1, 4, 8, 16)},
                               {"ROWS", 1, 16, generic(4)},
                               {"WG_X", 1, 1024, tries(8, 16, 32, 64, 128)},
                               {"WG_Y", 1, 1024, tries(1, 2, 4, 8, 16)},
                               {"MAX_TAPS", 0, INT_MAX, generic(INT_MAX)}};

//! Whether a work-item computes a single channel: sums of more would take too many registers.
bool isScalar(const Problem& problem)
{
    const int maxChannels = 4;
    return problem.channels > maxChannels;
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const int pixelsOnGpu = 4; // NVIDIA H200, 4K 32FC1 15x15: 660 us; one pixel in 2, 8 rows 1,136, 1,394
    lookup.decide("PX", isScalar(problem) ? 1 : traits.cpu ? vectorLanes(problem, traits) : pixelsOnGpu);
    decideGroup(problem, traits, lookup);
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (isScalar(problem) && params.at("PX") > 1)
        return "PX is 1 for more than four channels";
    return groupTooLarge(traits, size_t(params.at("WG_X")), size_t(params.at("WG_Y")), 0);
}

std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const int maxTaps = params.at("MAX_TAPS");
    return problem.taps() > maxTaps
               ? format("above %d taps filters of pixels and weights and their quotient are faster", maxTaps)
               : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_masked";
    plan.filterSizeIsData = true;
    plan.options.define("WEIGHTS", int(problem.weights) - int(Weights::NotNaN));
    if (problem.weights == Weights::Floats)
        plan.options.define("WEIGHT_T", typeName(CV_32F));
    setItems(problem, params, Size(params.at("PX") * (isScalar(problem) ? 1 : problem.channels), params.at("ROWS")),
             plan);
}

//! For each tap, one for the sum of pixels and one for the sum of weights.
MultiplyAdds twice(const Problem& problem, const Params&)
{
    return MultiplyAdds(2 * double(problem.taps()));
}

} // namespace

extern const Implementation maskedImplementation = {
    "masked", &ocl::clconv::masked_oclsrc, specs, decide, unsupported, unprofitable, configure, twice, 0};

}} // namespace cv::clconv
