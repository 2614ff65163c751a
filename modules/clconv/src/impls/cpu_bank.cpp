// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several kernels over one source, for CPU devices. Twin of kernels/cpu_bank.cl.

#include "bank.hpp"
#include "line.hpp"

namespace cv
{
namespace clconv
{
namespace
{

const int mostVectors = 4;

//! at most: the line for vectors at an edge
size_t privateScalars(const Problem& problem, const Params& params)
{
    return size_t(params.at("PX")) * mostVectors + haloScalars(problem);
}

Params defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    const int filters = givenOr(given, "FILTERS", evenFilters(problem, mostFilters));
    const int vectors = std::min(std::max(8 / filters, 1), mostVectors);
    Params params = lineDefaults(problem, traits, vectors, privateScalars);
    params["FILTERS"] = filters;
    params["VECTORS"] = vectors;
    params["ROWS"] = 1;
    params["BLOCK"] = 1024; // nothing of it lies in private memory
    params["STEPS"] = 2;
    return params;
}

std::string impossible(const Problem& problem, const DeviceTraits&, const Params& params)
{
    std::string reason = filtersImpossible(problem, params);
    if (reason.empty())
        reason = outOfRange(params, "VECTORS", 1, mostVectors);
    if (reason.empty())
        reason = outOfRange(params, "ROWS", 1, 1);
    return reason.empty() ? lineImpossible(problem, params, params.at("VECTORS"), privateScalars) : reason;
}

std::string unwise(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    if (!traits.cpu)
        return "the device is no CPU";
    // `cpu` converts a scalar once, this one under every tap. PoCL, two AVX2 cores, 1080p 8UC3 3x3, time of so many calls of
    // filter2D: 2 kernels 1.21, 4 1.12, 8 0.86; 5x5 with 2 kernels 0.73; 32FC1 3x3 with 2 0.75
    const int smallTaps = 9, leastFilters = 5;
    if (problem.srcDepth != problem.accDepth() && problem.taps() <= smallTaps && problem.filters < leastFilters)
        return "conversions under every tap cost more than so few small kernels save";
    return betterAlone(problem, traits);
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu_bank";
    plan.filters = params.at("FILTERS");
    defineLine(problem, params, plan);
}

} // namespace

const Impl cpuBankImpl = {"cpu_bank", &ocl::clconv::cpu_bank_oclsrc, defaults, impossible, unwise, configure};

} // namespace clconv
} // namespace cv
