// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// reference: one pixel a work-item, any filter, any type: the definition of correct. Plans kernels/reference.cl.

#include "implementations/checks.hpp"

namespace cv
{
namespace clconv
{
namespace
{

Decisions decide(const Problem&, const DeviceTraits& traits, const Params&, Lookup& lookup)
{
    const Size group = decideGroup(traits, lookup);
    return Params{{"WG_X", group.width}, {"WG_Y", group.height}};
}

std::string unsupported(const Problem&, const DeviceTraits& traits, const Params& params)
{
    const std::string reason = anyOutOfRange(params, {"WG_X", "WG_Y"}, 1, 1024);
    return reason.empty() ? groupTooLarge(traits, params.at("WG_X"), params.at("WG_Y"), 0) : reason;
}

std::string unprofitable(const Problem&, const DeviceTraits&, const Params&)
{
    return "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_reference";
    plan.filterSizeIsData = true;
    setGroups(plan, params, problem.size.width, problem.size.height);
}

Space space(const Problem&, const DeviceTraits&)
{
    return {{"WG_X", {8, 16, 32, 64, 128}}, {"WG_Y", {1, 2, 4, 8, 16}}};
}

} // namespace

const Implementation referenceImplementation = {
    "reference", &ocl::clconv::reference_oclsrc, "WG_X WG_Y", decide, unsupported, unprofitable, configure, space};

} // namespace clconv
} // namespace cv
