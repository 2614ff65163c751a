// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several outputs a work-item from registers. Twin of kernels/direct.cl.

#include "impl.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! registers that a row window may take before the compiler spills it (32-bit registers, measured bounds are the tuner's)
const int mostWindow = 96;

int window(const Problem& problem, const Params& params)
{
    return (params.at("PX") + (problem.kernel.width - 1) * problem.channels) * int(problem.accSize() / 4);
}

Params defaults(const Problem& problem, const DeviceTraits& traits)
{
    const int width = int(std::min<size_t>(traits.groupWidth, 32));
    const int height = int(std::min<size_t>(traits.groupItems / width, 4));
    return Params{{"PX", 4}, {"ROWS", problem.kernel.height < 9 ? 4 : 8}, {"WG_X", width}, {"WG_Y", height}};
}

std::string impossible(const Problem&, const DeviceTraits& traits, const Params& params)
{
    std::string reason = anyOutOfRange(params, {"PX", "ROWS"}, 1, 16);
    if (reason.empty())
        reason = anyOutOfRange(params, {"WG_X", "WG_Y"}, 1, 1024);
    return reason.empty() ? groupTooLarge(traits, params.at("WG_X"), params.at("WG_Y"), 0) : reason;
}

std::string unwise(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu)
        return "a CPU wants explicit vectors, which 'cpu' has";
    const int scalars = window(problem, params);
    return scalars <= mostWindow
               ? ""
               : format("a row window of %d words is more than the %d that stay in registers", scalars, mostWindow);
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_direct";
    plan.options.define("PX", params.at("PX")).define("ROWS", params.at("ROWS"));
    setSizes(plan, params.at("WG_X"), params.at("WG_Y"), ceilDiv(problem.rowScalars(), params.at("PX")),
             ceilDiv(problem.size.height, params.at("ROWS")));
}

} // namespace

const Impl directImpl = {"direct", &ocl::clconv::direct_oclsrc, defaults, impossible, unwise, configure};

} // namespace clconv
} // namespace cv
