// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// One kernel compiled in, for CPU devices. Twin of kernels/cpu_specialized.cl.

#include "coefficients/specialization.hpp"
#include "implementations/cpu/line_buffer.hpp"

namespace cv
{
namespace clconv
{
namespace
{

const int maxVectors = 4;

//! the lines under a strip, at an edge
size_t privateScalars(const Problem& problem, const Params& params)
{
    return bufferRows(problem, params) *
           (size_t(params.at("PX")) * size_t(params.at("VECTORS")) + haloScalars(problem));
}

Decisions defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    // what was given may be anything, and is refused when this is done
    const int vectors = std::min(std::max(givenOr(given, "VECTORS", 2), 1), maxVectors);
    const auto none = [](const Problem&, const Params&) { return size_t(0); }; // no line is as long as BLOCK
    // PoCL, two AVX2 cores, 1080p 32FC1, six taps of 15x15, core time: 1.9 ms; lines of 1024 2.2
    Params params = lineDefaults(problem, traits, 2048, vectors, none);
    params["VECTORS"] = vectors;
    return params;
}

std::string unsupported(const Problem& problem, const DeviceTraits&, const Params& params)
{
    std::string reason = specializationUnsupported(problem);
    if (reason.empty())
        reason = outOfRange(params, "VECTORS", 1, maxVectors);
    return reason.empty() ? lineBufferUnsupported(problem, params, params.at("VECTORS"), privateScalars) : reason;
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    if (!traits.cpu)
        return "the device is no CPU";
    // PoCL, two AVX2 cores, 1080p, core time. By `cpu` and so, 8UC1 of 15x15: 50 taps 13.6 and 5.0 ms, 100 12.3 and 14.5; 32FC1 100
    // taps 14.8 and 9.4. Without zeros, 32FC1 and 8UC1: 3x3 1.7 and 1.4, 2.0 and 1.5; 32FC1 5x5 2.5 and 2.9.
    const size_t maxConverted = 70, maxDense = 9, count = problem.specializedTaps->taps.size();
    if (problem.srcDepth != problem.accDepth() && count > maxConverted)
        return format("%zu taps that each convert what they read are slower than lines that are converted first",
                      count);
    return count <= maxDense || specializationPays(problem, count)
               ? ""
               : format("%zu taps with few zeros among them are faster in a loop", count);
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu_specialized";
    plan.specialized = true;
    defineLine(problem, params, plan);
    defineSpecializedTaps(problem, params.at("ROWS"), plan.options);
}

} // namespace

const Implementation cpuSpecializedImplementation = {"cpu_specialized",
                                                     &ocl::clconv::cpu_specialized_oclsrc,
                                                     "PX BLOCK ROWS STEPS VECTORS",
                                                     defaults,
                                                     unsupported,
                                                     unprofitable,
                                                     configure};

} // namespace clconv
} // namespace cv
