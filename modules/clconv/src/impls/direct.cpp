// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several outputs a work-item from registers. Twin of kernels/direct.cl.

#include "impl.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! registers that a row window may take before the compiler spills it (32-bit registers, measured bounds are the tuner's)
const int mostWindow = 96;

int window(const Problem& problem, const Params& params)
{
    return (params.at("PX") + (problem.kernel.width - 1) * problem.channels) * int(problem.accSize() / 4);
}

//! The widest aligned load that the rows' alignment and PX allow: up to 16 bytes.
int vectorScalars(const Problem& problem, int px)
{
    int lanes = 1;
    while (lanes * 2 <= 16 && px % (lanes * 2) == 0 && lanes * 2 * int(problem.srcSize()) <= 16 &&
           problem.srcAlignment % (lanes * 2 * int(problem.srcSize())) == 0)
        lanes *= 2;
    return lanes;
}

Params defaults(const Problem& problem, const DeviceTraits& traits)
{
    const int width = int(std::min<size_t>(traits.groupWidth, 32));
    const int height = int(std::min<size_t>(traits.groupItems / width, 4));
    const int px = problem.srcSize() == 1 ? 8 : 4;
    const int rows = traits.cpu ? 2 : problem.kernel.height < 9 ? 4 : 8;
    // Unrolled over everything, a program of more multiplications no longer fits the instruction cache.
    const int mostUnrolled = 2048;
    return Params{{"PX", px},
                  {"ROWS", rows},
                  {"VEC", vectorScalars(problem, px)},
                  {"UNROLL", !traits.cpu && problem.taps() * px * rows <= mostUnrolled},
                  {"WG_X", width},
                  {"WG_Y", height}};
}

std::string impossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = anyOutOfRange(params, {"PX", "ROWS", "VEC"}, 1, 16);
    if (reason.empty())
        reason = anyOutOfRange(params, {"WG_X", "WG_Y"}, 1, 1024);
    if (reason.empty())
        reason = outOfRange(params, "UNROLL", 0, 1);
    if (!reason.empty())
        return reason;
    const int vec = params.at("VEC");
    if ((vec & (vec - 1)) != 0)
        return format("VEC=%d is no power of two", vec);
    if (params.at("PX") % vec != 0)
        return format("PX=%d is no multiple of VEC=%d", params.at("PX"), vec);
    if (vec > 1 && problem.srcAlignment % (vec * int(problem.srcSize())) != 0)
        return format("the source's rows are aligned to %d bytes, not to vectors of %d", problem.srcAlignment, vec);
    return groupTooLarge(traits, params.at("WG_X"), params.at("WG_Y"), 0);
}

std::string unwise(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu)
        return "a CPU wants explicit vectors, which 'cpu' has";
    const int words = window(problem, params);
    return words <= mostWindow
               ? ""
               : format("a row window of %d words is more than the %d that stay in registers", words, mostWindow);
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    const int px = params.at("PX"), vec = params.at("VEC");
    plan.kernelName = "clconv_direct";
    plan.options.define("PX", px).define("ROWS", params.at("ROWS")).define("VEC", vec);
    plan.options.define("UNROLL", params.at("UNROLL"));
    const int left = problem.kernel.width / 2 * problem.channels; // scalars before a centred anchor
    plan.options.define("PHASE", (vec - left % vec) % vec);
    const int dstBytes = px * int(CV_ELEM_SIZE1(problem.dstDepth));
    if ((px & (px - 1)) == 0 && problem.dstAlignment % dstBytes == 0)
        plan.options.define("STORE_ALIGNED", 1);
    setSizes(plan, params.at("WG_X"), params.at("WG_Y"), ceilDiv(problem.rowScalars(), px),
             ceilDiv(problem.size.height, params.at("ROWS")));
}

} // namespace

const Impl directImpl = {"direct", &ocl::clconv::direct_oclsrc, defaults, impossible, unwise, configure};

} // namespace clconv
} // namespace cv
