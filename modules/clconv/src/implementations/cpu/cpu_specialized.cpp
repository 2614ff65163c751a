// SPDX-License-Identifier: Apache-2.0
//
// cpu_specialized: the coefficients of one filter as constants, for CPU devices. Plans kernels/cpu/cpu_specialized.cl.

#include "coefficients/specialization.hpp"
#include "implementations/cpu/line_buffer.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"PX", oneOf(4, 8, 16)},
                               {"BLOCK", 16, 8192},
                               {"ROWS", 1, 8, generic(genericBlockRows)},
                               {"STEPS", 1, 1024, generic(genericBlockSteps)},
                               {"VECTORS", 1, 4},
                               {"MAX_TAPS", 0, INT_MAX, generic(INT_MAX)},
                               {"MAX_DENSE_TAPS", 0, INT_MAX, generic(0)}};

//! the source rows under the vectors of a border tile
size_t privateScalars(const Problem& problem, const Params& params)
{
    return bufferRows(problem, params) *
           (size_t(params.at("PX")) * size_t(params.at("VECTORS")) + haloScalars(problem));
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const auto none = [](const Problem&, const Params&) { return size_t(0); }; // nothing is as long as BLOCK
    decideBlock(problem, traits, lookup.value("VECTORS", 1), none, lookup);
}

std::string unsupported(const Problem& problem, const DeviceTraits&, const Params& params)
{
    return firstOf(
        {specializationUnsupported(problem), blockUnsupported(problem, params, params.at("VECTORS"), privateScalars)});
}

std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const size_t count = problem.specializedTaps->taps.size();
    if (count > size_t(params.at("MAX_TAPS")))
        return format("%zu taps that each convert what they read are slower than lines that are converted first",
                      count);
    return count <= size_t(params.at("MAX_DENSE_TAPS")) || specializationPays(problem, count)
               ? ""
               : format("%zu taps with few zeros among them are faster in a loop", count);
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu_specialized";
    plan.specialized = true;
    configureBlock(problem, params, plan);
    const int linesTogether = problem.filterSize.height; // addTapRows of cpu.cl
    defineSpecializedTaps(problem, params.at("ROWS"), linesTogether, plan.options);
}

} // namespace

extern const Implementation cpuSpecializedImplementation = {"cpu_specialized",
                                                            &ocl::clconv::cpu_specialized_oclsrc,
                                                            specs,
                                                            decide,
                                                            unsupported,
                                                            unprofitable,
                                                            configure,
                                                            everyNonZeroTap,
                                                            Specializes | ForCpus};

}} // namespace cv::clconv
