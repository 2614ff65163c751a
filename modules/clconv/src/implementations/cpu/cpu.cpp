// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// cpu: explicit vectors along the row, for CPU devices. Plans kernels/cpu/cpu.cl.

#include "implementations/cpu/line_buffer.hpp"

#include <climits>

namespace cv
{
namespace clconv
{
namespace
{

constexpr ParamSpec specs[] = {{"PX", oneOf(4, 8, 16)}, {"BLOCK", 16, 8192}, {"ROWS", 1, 8},
                               {"STEPS", 1, 1024},      {"VECTORS", 1, 4},   {"IN_PLACE", 0, 1},
                               {"MAX_TAPS_PER_UNIT", 0}};

Decisions decide(const Problem& problem, const DeviceTraits& traits, const Params&, Lookup& lookup)
{
    lookup.value("MAX_TAPS_PER_UNIT", INT_MAX);
    return decideLineBuffer(problem, traits, lookup);
}

std::string unsupported(const Problem& problem, const DeviceTraits&, const Params& params)
{
    return lineBufferUnsupported(problem, params);
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (!traits.cpu)
        return "the device is no CPU";
    return problem.taps() > params.at("MAX_TAPS_PER_UNIT") * int64(traits.computeUnits)
               ? "for this number of taps the Fourier transform in cv::filter2D is faster than the CPU's compute units"
               : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu";
    configureBlock(problem, params, plan);
}

} // namespace

extern const Implementation cpuImplementation = {
    "cpu", &ocl::clconv::cpu_oclsrc, specs, decide, unsupported, unprofitable, configure, everyTap};

} // namespace clconv
} // namespace cv
