// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Explicit vectors along the row for CPU devices. Twin of kernels/cpu.cl.

#include "implementations/cpu/line_buffer.hpp"

namespace cv
{
namespace clconv
{
namespace
{

Decisions defaults(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    return ringDefaults(problem, traits, 1024, 2);
}

std::string unsupported(const Problem& problem, const DeviceTraits&, const Params& params)
{
    return ringUnsupported(problem, params);
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    if (!traits.cpu)
        return "the device is no CPU";
    // PoCL 3.1, two AVX2 cores, 1080p, core time: 8UC1 31x31 46 ms, 41x41 90, 63x63 214; the Fourier transform that
    // cv::filter2D takes from 130 taps on works on one core: 42 to 60 ms, 46, 65
    const int64 maxTapsPerUnit = 800;
    return problem.taps() > maxTapsPerUnit * int64(traits.computeUnits)
               ? "for so many taps the Fourier transform in cv::filter2D is faster than the CPU's compute units"
               : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu";
    defineLine(problem, params, plan);
}

} // namespace

const Implementation cpuImplementation = {
    "cpu",    &ocl::clconv::cpu_oclsrc, "PX BLOCK ROWS STEPS VECTORS IN_PLACE", defaults, unsupported, unprofitable,
    configure};

} // namespace clconv
} // namespace cv
