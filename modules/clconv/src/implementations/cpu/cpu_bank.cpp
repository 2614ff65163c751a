// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several kernels over one source, for CPU devices. Twin of kernels/cpu_bank.cl.

#include "implementations/bank_checks.hpp"
#include "implementations/cpu/line_buffer.hpp"

namespace cv
{
namespace clconv
{
namespace
{

Decisions defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    // Twelve vectors of sums fill AVX2's registers with a source and a tap beside them; in two rows, where two lines are under
    // way, eight. PoCL, two such cores, 1080p, core time of a kernel, in parts of filter2D's: four of 15x15 0.70 with 12, 0.95
    // with 8; 32FC1 9x9 0.67 with 12, 1.2 with 16. Lines of 1024 scalars instead: 3x3 0.66, with these 0.53.
    const int filters = givenOr(given, "FILTERS", evenFilters(problem, 6)), rows = filters <= 3 ? 2 : 1;
    Params params = ringDefaults(problem, traits, 2048, rows == 2 ? 2 : std::max(12 / filters, 1));
    params["FILTERS"] = filters;
    params["ROWS"] = rows;
    params["STEPS"] = 16 / rows;
    return params;
}

std::string unsupported(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const std::string reason = filterCountUnsupported(problem, params);
    return reason.empty() ? ringUnsupported(problem, params) : reason;
}

std::string unprofitable(const Problem&, const DeviceTraits& traits, const Params&)
{
    return traits.cpu ? "" : "the device is no CPU";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu_bank";
    plan.filterCount = params.at("FILTERS");
    defineLine(problem, params, plan);
}

} // namespace

const Implementation cpuBankImplementation = {"cpu_bank",
                                              &ocl::clconv::cpu_bank_oclsrc,
                                              "PX BLOCK ROWS STEPS VECTORS IN_PLACE FILTERS",
                                              defaults,
                                              unsupported,
                                              unprofitable,
                                              configure};

} // namespace clconv
} // namespace cv
