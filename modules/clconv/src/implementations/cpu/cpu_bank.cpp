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

constexpr ParamSpec specs[] = {{"PX", oneOf(4, 8, 16)},    {"BLOCK", 16, 8192},     {"ROWS", 1, 8},
                               {"STEPS", 1, 1024},         {"VECTORS", 1, 4},       {"IN_PLACE", 0, 1},
                               {"FILTERS", 2, maxFilters}, {"MAX_TWO_PASS_TAPS", 0}};

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
    return firstOf({filterCountUnsupported(problem, params), lineBufferUnsupported(problem, params)});
}

std::string unprofitable(const Problem&, const DeviceTraits& traits, const Params&)
{
    return traits.cpu ? "" : "the device is no CPU";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu_bank";
    plan.filterCount = params.at("FILTERS");
    configureBlock(problem, params, plan);
}

} // namespace

extern const Implementation cpuBankImplementation = {
    "cpu_bank", &ocl::clconv::cpu_bank_oclsrc, specs, decide, unsupported, unprofitable, configure, everyTap};

} // namespace clconv
} // namespace cv
