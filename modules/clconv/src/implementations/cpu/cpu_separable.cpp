// SPDX-License-Identifier: Apache-2.0
//
// cpu_separable: outer products on CPU devices, row pass into a circular line buffer, column pass from it. Plans
// kernels/cpu/cpu_separable.cl.

#include "implementations/cpu/line_buffer.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"PX", oneOf(4, 8, 16)},
                               {"BLOCK", 16, 8192},
                               {"ROWS", 1, 8, generic(genericBlockRows)},
                               {"STEPS", 1, 1024, generic(genericBlockSteps)},
                               {"MIN_TAPS", 0, INT_MAX, generic(0)}};

const int vectors = 2; //!< of sums that the row pass computes at a time

//! the circular buffer of row sums, and the source row being read
size_t privateScalars(const Problem& problem, const Params& params)
{
    return (bufferRows(problem, params) + 1) * size_t(params.at("BLOCK")) + haloScalars(problem);
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    decideBlock(problem, traits, vectors, privateScalars, lookup);
}

std::string unsupported(const Problem& problem, const DeviceTraits&, const Params& params)
{
    if (!problem.separable())
        return "the filter is not an outer product of a row and a column";
    return blockUnsupported(problem, params, vectors, privateScalars);
}

std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const bool onePass = problem.filterSize.width == 1 || problem.filterSize.height == 1;
    return onePass || problem.taps() < params.at("MIN_TAPS") ? "so small a filter is as cheap in one pass" : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu_separable";
    plan.layout = CoefficientKind::Factors;
    configureBlock(problem, params, plan);
}

//! Taps of a row for each row sum, taps of a column for each output. A work-item has ROWS*STEPS + FILTER_ROWS-1 rows of
//! sums for ROWS*STEPS rows of outputs, or as many as the image has.
MultiplyAdds multiplyAdds(const Problem& problem, const Params& params)
{
    const double rows = std::min(params.at("ROWS") * params.at("STEPS"), problem.size.height);
    const double sums = rows + problem.filterSize.height - 1;
    return MultiplyAdds(problem.filterSize.width * sums / rows + problem.filterSize.height);
}

} // namespace

extern const Implementation cpuSeparableImplementation = {
    "cpu_separable", &ocl::clconv::cpu_separable_oclsrc, specs, decide, unsupported, unprofitable, configure,
    multiplyAdds,    TakesImages | TakesStages | ForCpus};

}} // namespace cv::clconv
