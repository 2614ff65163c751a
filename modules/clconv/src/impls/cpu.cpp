// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Explicit vectors along the row for CPU devices. Twin of kernels/cpu.cl.

#include "impl.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! One register of sums: wider vectors are split by the compiler anyway, and clang warns of their calling convention.
Params defaults(const Problem& problem, const DeviceTraits& traits)
{
    const int registerLanes = traits.floatLanes * 4 / int(problem.accSize());
    const int lanes = registerLanes >= 16 ? 16 : registerLanes >= 8 ? 8 : 4;
    return Params{{"PX", lanes}, {"ROWS", 2}, {"BLOCKS", 64}};
}

std::string impossible(const Problem&, const DeviceTraits&, const Params& params)
{
    const int lanes = params.at("PX");
    if (lanes != 4 && lanes != 8 && lanes != 16)
        return format("PX=%d is none of the vector widths 4, 8, 16", lanes);
    const std::string reason = outOfRange(params, "ROWS", 1, 8);
    return reason.empty() ? outOfRange(params, "BLOCKS", 1, 65536) : reason;
}

std::string unwise(const Problem&, const DeviceTraits& traits, const Params&)
{
    return traits.cpu ? "" : "the device is no CPU";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu";
    for (const auto& param : params)
        plan.options.define(param.first, param.second);
    setSizes(plan, 1, 1, ceilDiv(problem.rowScalars(), size_t(params.at("PX")) * params.at("BLOCKS")),
             ceilDiv(problem.size.height, params.at("ROWS")));
}

} // namespace

const Impl cpuImpl = {"cpu", &ocl::clconv::cpu_oclsrc, defaults, impossible, unwise, configure};

} // namespace clconv
} // namespace cv
