// SPDX-License-Identifier: Apache-2.0
//
// local: a tile and its halo in local memory, and the general program. Plans kernels/gpu/local.cl.

#include "implementations/checks.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"PX", 1, 4, tries(1, 2, 4), generic(2)},
                               {"PY", 1, 16, tries(1, 2, 4, 8, 16), generic(8)},
                               {"WG_X", 1, 1024, tries(16, 32, 64, 128)},
                               {"WG_Y", 1, 1024, tries(1, 2, 4, 8)}};

//! Scalars of the tile, at least those that a group computes: 24 KiB do not reduce how many groups a multiprocessor of
//! an NVIDIA GPU holds.
int tileScalars(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const size_t bytes = 24 << 10;
    return std::max(int(std::min(traits.localBytes, bytes) / problem.accSize()),
                    params.at("WG_X") * params.at("PX") * params.at("WG_Y") * params.at("PY"));
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    return groupTooLarge(traits, params.at("WG_X"), params.at("WG_Y"),
                         size_t(tileScalars(problem, traits, params)) * problem.accSize());
}

std::string unprofitable(const Problem&, const DeviceTraits& traits, const Params&)
{
    return traits.localIsFast ? "" : "the device's local memory is a part of its global memory";
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    const int scalars = tileScalars(problem, traits, params);
    plan.kernelName = "clconv_local";
    plan.localBytes = size_t(scalars) * problem.accSize();
    plan.options.define("TILE_SCALARS", scalars);
    setItems(problem, params, Size(params.at("PX"), params.at("PY")), plan);
}

} // namespace

extern const Implementation localImplementation = {
    "local",  &ocl::clconv::local_oclsrc,       specs, decideGroup, unsupported, unprofitable, configure,
    everyTap, HasBarriers | IsGeneral | ForGpus};

}} // namespace cv::clconv
