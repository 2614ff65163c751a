// SPDX-License-Identifier: Apache-2.0
//
// cpu: one filter or a bank, explicit vectors along the row, for CPU devices. Plans kernels/cpu/cpu.cl.

#include "implementations/cpu/line_buffer.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"PX", oneOf(4, 8, 16)},
                               {"BLOCK", 16, 8192},
                               {"ROWS", 1, 8, generic(genericBlockRows)},
                               {"STEPS", 1, 1024, generic(genericBlockSteps)},
                               {"VECTORS", 1, 4},
                               {"IN_PLACE", 0, 1},
                               {"FILTERS", 1, maxFilters},
                               {"MAX_TAPS_PER_UNIT", 0, INT_MAX, generic(INT_MAX)},
                               {"MAX_TWO_PASS_TAPS", 0, INT_MAX, generic(0)}};

//! the circular buffer of source rows, each with its halo
size_t lineScalars(const Problem& problem, const Params& params)
{
    return bufferRows(problem, params) * (size_t(params.at("BLOCK")) + haloScalars(problem));
}

//! Vectors at a time: whole pixels where each channel has a filter, so that a lane's channel is a constant.
int wholePixels(const Problem& problem, int lanes, int vectors)
{
    int least = 1;
    while (problem.channelFilters && lanes * least % problem.channels != 0)
        ++least;
    return std::max(vectors / least, 1) * least;
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    if (problem.filterCount > 1)
        decideFilters(problem, 2, lookup);
    const int vectors = wholePixels(problem, vectorLanes(problem, traits), lookup.line("VECTORS", 1));
    lookup.decide("VECTORS", vectors);
    decideBlock(problem, traits, vectors, lineScalars, lookup);
    // PoCL, two AVX2 cores, 32FC1 3x3: 2.2 ms of one core through the buffer, 1.3 in place
    lookup.decide("IN_PLACE", problem.srcDepth == problem.accDepth());
}

std::string unsupported(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const int stepWidth = params.at("PX") * params.at("VECTORS");
    return firstOf({filterCountUnsupported(problem, params),
                    problem.channelFilters && stepWidth % problem.channels != 0
                        ? "PX * VECTORS is no multiple of the channels, of which each has a kernel of its own"
                        : "",
                    blockUnsupported(problem, params, params.at("VECTORS"), lineScalars)});
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    return problem.taps() > params.at("MAX_TAPS_PER_UNIT") * int64(traits.computeUnits)
               ? "for this number of taps the Fourier transform in cv::filter2D is faster than the CPU's compute units"
               : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu";
    plan.filterCount = givenOr(params, "FILTERS", 1);
    configureBlock(problem, params, plan);
}

} // namespace

extern const Implementation cpuImplementation = {"cpu",
                                                 &ocl::clconv::cpu_oclsrc,
                                                 specs,
                                                 decide,
                                                 unsupported,
                                                 unprofitable,
                                                 configure,
                                                 everyTap,
                                                 TakesFilters | TakesImages | TakesStages | TakesChannelFilters |
                                                     ForCpus};

}} // namespace cv::clconv
