// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Outer products on CPU devices: row pass into a ring of lines, column pass from it. Twin of kernels/cpu_separable.cl.

#include "implementations/cpu/line_buffer.hpp"

namespace cv
{
namespace clconv
{
namespace
{

const int vectors = 2; // the row pass's chains of sums

//! the ring of sums, and the line that is read
size_t privateScalars(const Problem& problem, const Params& params)
{
    return (bufferRows(problem, params) + 1) * size_t(params.at("BLOCK")) + haloScalars(problem);
}

Decisions defaults(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    // PoCL, AVX2, 32FC1 15x15: BLOCK=1024 STEPS=8 4.8 ms of one core, BLOCK=256 STEPS=8 4.2, BLOCK=512 STEPS=16 3.8
    Params params = lineDefaults(problem, traits, 512, vectors, privateScalars);
    params["STEPS"] = 16;
    return params;
}

std::string unsupported(const Problem& problem, const DeviceTraits&, const Params& params)
{
    if (!problem.separable)
        return "the kernel is not an outer product of a row and a column";
    return lineBufferUnsupported(problem, params, vectors, privateScalars);
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    if (!traits.cpu)
        return "the device is no CPU";
    // At 3x3 two passes multiply no less than one, but convert each integer once (PoCL, AVX2, perf/README.md).
    const int minTaps = problem.srcElemSize() < 4 ? 9 : 10;
    return problem.taps() < minTaps || problem.filterSize.width == 1 || problem.filterSize.height == 1
               ? "so small a kernel is as cheap in one pass"
               : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu_separable";
    plan.layout = CoefficientLayout::Factors;
    defineLine(problem, params, plan);
}

} // namespace

const Implementation cpuSeparableImplementation = {
    "cpu_separable", &ocl::clconv::cpu_separable_oclsrc, "PX BLOCK ROWS STEPS", defaults, unsupported, unprofitable,
    configure};

} // namespace clconv
} // namespace cv
