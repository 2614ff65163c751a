// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// local: a tile and its halo in local memory. Plans kernels/gpu/local.cl.

#include "implementations/checks.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"PY", 1, 8, tries(1, 2, 4, 8), generic(1)},
                               {"PX", 1, 8, tries(1, 2, 4, 8), generic(1)},
                               {"FLAT_INDEX", 0, 1, tries(0, 1), generic(0)},
                               {"WG_X", 1, 1024, tries(8, 16, 32, 64)},
                               {"WG_Y", 1, 1024, tries(1, 2, 4, 8, 16, 32)}};

//! bytes of local memory per work-group: the tile with its halo
size_t localBytes(const Problem& problem, const Params& params)
{
    const size_t columns = size_t(params.at("WG_X")) * params.at("PX") + haloScalars(problem);
    const size_t rows = size_t(params.at("WG_Y")) * params.at("PY") + problem.filterSize.height - 1;
    return columns * rows * problem.srcElemSize();
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    return groupTooLarge(traits, params.at("WG_X"), params.at("WG_Y"), localBytes(problem, params));
}

std::string unprofitable(const Problem&, const DeviceTraits& traits, const Params&)
{
    return traits.cpu || !traits.localIsFast ? "the device's local memory is a part of its global memory" : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_local";
    plan.localBytes = localBytes(problem, params);
    setItems(problem, params, Size(params.at("PX"), params.at("PY")), plan);
}

} // namespace

extern const Implementation localImplementation = {
    "local",    &ocl::clconv::local_oclsrc, specs, decideGroup, unsupported, unprofitable, configure, everyTap,
    HasBarriers};

}} // namespace cv::clconv
