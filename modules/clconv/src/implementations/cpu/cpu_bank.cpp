// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// cpu_bank: several filters over one source, for CPU devices. Plans kernels/cpu/cpu_bank.cl.

#include "implementations/bank_checks.hpp"
#include "implementations/cpu/line_buffer.hpp"

namespace cv
{
namespace clconv
{
namespace
{

Decisions decide(const Problem& problem, const DeviceTraits& traits, const Params& given, Lookup& lookup)
{
    const int filters = givenOr(given, "FILTERS", evenFilters(problem, lookup.value("FILTERS", 2)));
    lookup.set("FILTERS", filters);
    Params params = decideLineBuffer(problem, traits, lookup);
    params["FILTERS"] = filters;
    lookup.value("MAX_TWO_PASS_TAPS", 0);
    return params;
}

std::string unsupported(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const std::string reason = filterCountUnsupported(problem, params);
    return reason.empty() ? lineBufferUnsupported(problem, params) : reason;
}

std::string unprofitable(const Problem&, const DeviceTraits& traits, const Params&)
{
    return traits.cpu ? "" : "the device is no CPU";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu_bank";
    plan.filterCount = params.at("FILTERS");
    defineBlock(problem, params, plan);
}

} // namespace

extern const Implementation cpuBankImplementation = {"cpu_bank",
                                                     &ocl::clconv::cpu_bank_oclsrc,
                                                     "PX BLOCK ROWS STEPS VECTORS IN_PLACE FILTERS MAX_TWO_PASS_TAPS",
                                                     decide,
                                                     unsupported,
                                                     unprofitable,
                                                     configure,
                                                     everyTap};

} // namespace clconv
} // namespace cv
