// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Lines in private memory. Twin of kernels/line.cl.

#include "line.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! the ring of lines: bytes of private memory a work-item
size_t ringBytes(const Problem& problem, const Params& params, size_t lineScalars)
{
    return (size_t(params.at("ROWS")) + problem.kernel.height - 1) * lineScalars * problem.accSize();
}

} // namespace

//! One vector register of sums: clang splits wider ones and warns of their calling convention.
Params lineDefaults(const Problem& problem, const DeviceTraits& traits)
{
    const int lanes = traits.floatLanes * 4 / int(problem.accSize());
    return Params{{"PX", lanes >= 16 ? 16 : lanes >= 8 ? 8 : 4}, {"BLOCK", 256}, {"ROWS", 4}, {"STEPS", 8}};
}

std::string lineImpossible(const Problem& problem, const Params& params, size_t lineScalars)
{
    const int lanes = params.at("PX");
    if (lanes != 4 && lanes != 8 && lanes != 16)
        return format("PX=%d is none of the vector widths 4, 8, 16", lanes);
    std::string reason = outOfRange(params, "BLOCK", 16, 8192);
    if (reason.empty())
        reason = outOfRange(params, "ROWS", 1, 8);
    if (reason.empty())
        reason = outOfRange(params, "STEPS", 1, 1024);
    if (!reason.empty())
        return reason;
    const size_t mostBytes = 1 << 20; // an eighth of the usual stack of a thread
    const size_t bytes = ringBytes(problem, params, lineScalars);
    return bytes <= mostBytes ? "" : format("lines of %zu bytes are more than a thread's stack should hold", bytes);
}

void defineLine(const Problem& problem, const Params& params, Plan& plan)
{
    for (const auto& param : params)
        plan.options.define(param.first, param.second);
    static const struct
    {
        int depth, least, most;
    } bounds[] = {{CV_8U, 0, 255}, {CV_8S, -128, 127}, {CV_16U, 0, 65535}, {CV_16S, -32768, 32767}};
    for (const auto& bound : bounds)
        if (problem.dstDepth == bound.depth)
            plan.options.define("DST_LEAST", bound.least).define("DST_MOST", bound.most);
    setSizes(plan, 1, 1, ceilDiv(problem.rowScalars(), params.at("BLOCK")),
             ceilDiv(problem.size.height, size_t(params.at("ROWS")) * params.at("STEPS")));
}

} // namespace clconv
} // namespace cv
