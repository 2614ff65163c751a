// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A tile and its halo in local memory. Twin of kernels/local.cl.

#include "implementations/checks.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! the tile: bytes of local memory a work-group
size_t localBytes(const Problem& problem, const Params& params)
{
    const size_t columns =
        size_t(params.at("WG_X")) * params.at("PX") + size_t(problem.filterSize.width - 1) * problem.channels;
    const size_t rows = size_t(params.at("WG_Y")) * params.at("PY") + problem.filterSize.height - 1;
    return columns * rows * problem.srcElemSize();
}

Decisions defaults(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    const int width = int(std::min<size_t>(traits.groupWidth, 32));
    const int height = int(std::min<size_t>(traits.groupItems / width, 8));
    // J. Sellner, "Performance evaluation of image convolution with gradient filters in OpenCL" (on a Radeon R9 290): nested
    // loops fill faster from 9x9 on, a flat index up to 7x7.
    return Params{
        {"WG_X", width}, {"WG_Y", height}, {"PX", 1}, {"PY", 2}, {"FILL", problem.filterSize.width < 9 ? 1 : 0}};
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = anyOutOfRange(params, {"WG_X", "WG_Y"}, 1, 1024);
    if (reason.empty())
        reason = anyOutOfRange(params, {"PX", "PY"}, 1, 8);
    if (reason.empty())
        reason = outOfRange(params, "FILL", 0, 1);
    return reason.empty() ? groupTooLarge(traits, params.at("WG_X"), params.at("WG_Y"), localBytes(problem, params))
                          : reason;
}

std::string unprofitable(const Problem&, const DeviceTraits& traits, const Params&)
{
    return traits.cpu || !traits.localIsFast ? "the device's local memory is a piece of its global memory" : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_local";
    for (const char* name : {"PX", "PY", "FILL"})
        plan.options.define(name, params.at(name));
    plan.localBytes = localBytes(problem, params);
    setGroups(plan, params, ceilDiv(problem.rowScalars(), params.at("PX")),
              ceilDiv(problem.size.height, params.at("PY")));
}

Space space(const Problem&, const DeviceTraits&)
{
    return {{"PY", {1, 2, 4, 8}},
            {"PX", {1, 2, 4, 8}},
            {"FILL", {0, 1}},
            {"WG_X", {8, 16, 32, 64}},
            {"WG_Y", {1, 2, 4, 8, 16, 32}}};
}

} // namespace

const Implementation localImplementation = {
    "local", &ocl::clconv::local_oclsrc, "PX PY FILL WG_X WG_Y", defaults, unsupported, unprofitable, configure, space};

} // namespace clconv
} // namespace cv
