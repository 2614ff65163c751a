// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Row and column pass fused, for kernels that are outer products. Twin of kernels/separable.cl.

#include "impl.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! the row-filtered tile: bytes of local memory a work-group
size_t localBytes(const Problem& problem, const Params& params)
{
    const size_t columns = size_t(params.at("WG_X")) * params.at("PX");
    const size_t rows = size_t(params.at("WG_Y")) * params.at("PY") + problem.kernel.height - 1;
    return columns * rows * problem.accSize();
}

Params defaults(const Problem&, const DeviceTraits& traits)
{
    const int width = int(std::min<size_t>(traits.groupWidth, 32));
    const int height = int(std::min<size_t>(traits.groupItems / width, 8));
    return Params{{"WG_X", width}, {"WG_Y", height}, {"PX", 1}, {"PY", 8}};
}

std::string impossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (!problem.separable)
        return "the kernel is not an outer product of a row and a column";
    std::string reason = anyOutOfRange(params, {"WG_X", "WG_Y"}, 1, 1024);
    if (reason.empty())
        reason = anyOutOfRange(params, {"PX", "PY"}, 1, 16);
    return reason.empty() ? groupTooLarge(traits, params.at("WG_X"), params.at("WG_Y"), localBytes(problem, params))
                          : reason;
}

std::string unwise(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    const int leastTaps = 9; // below, two passes multiply no less than one
    if (problem.taps() < leastTaps || problem.kernel.width == 1 || problem.kernel.height == 1)
        return "so small a kernel is as cheap in one pass";
    // PoCL, two cores: barriers and local memory cost more than taps up to about here (perf/README.md).
    const int leastOnCpu = 15 * 15;
    return traits.cpu && problem.taps() < leastOnCpu ? "barriers cost a CPU more than these taps" : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_separable";
    plan.layout = CoefficientLayout::Factors;
    for (const auto& param : params)
        plan.options.define(param.first, param.second);
    plan.localBytes = localBytes(problem, params);
    setSizes(plan, params.at("WG_X"), params.at("WG_Y"), ceilDiv(problem.rowScalars(), params.at("PX")),
             ceilDiv(problem.size.height, params.at("PY")));
}

} // namespace

const Impl separableImpl = {"separable", &ocl::clconv::separable_oclsrc, defaults, impossible, unwise, configure};

} // namespace clconv
} // namespace cv
