// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Lines in private memory. Twin of kernels/line.cl.

#include "implementations/cpu/line_buffer.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! Private memory a work-item, which PoCL takes from a thread's stack: the scalars, and for each line of the ring where it
//! begins, there and in the image.
size_t privateBytes(const Problem& problem, const Params& params, PrivateScalars scalars)
{
    return scalars(problem, params) * problem.accSize() + bufferRows(problem, params) * 2 * sizeof(void*);
}

const size_t maxPrivateBytes = 1 << 20; // an eighth of the usual stack of a thread

} // namespace

size_t bufferRows(const Problem& problem, const Params& params)
{
    return size_t(params.at("ROWS")) + size_t(problem.filterSize.height) - 1;
}

size_t haloScalars(const Problem& problem)
{
    return (size_t(problem.filterSize.width) - 1) * size_t(problem.channels);
}

//! One vector register of sums: clang splits wider ones and warns of their calling convention.
Params lineDefaults(const Problem& problem, const DeviceTraits& traits, int maxBlock, int vectors,
                    PrivateScalars scalars)
{
    const int lanes = traits.floatLanes * 4 / int(problem.accSize()), px = lanes >= 16 ? 16 : lanes >= 8 ? 8 : 4;
    const int group = px * vectors;
    Params params{{"PX", px}, {"BLOCK", maxBlock / group * group}, {"ROWS", 4}, {"STEPS", 8}};
    // Tall kernels keep many lines: shorter ones stay possible.
    while (privateBytes(problem, params, scalars) > maxPrivateBytes && params["BLOCK"] > group)
        params["BLOCK"] = params["BLOCK"] / 2 / group * group;
    return params;
}

std::string lineBufferUnsupported(const Problem& problem, const Params& params, int vectors, PrivateScalars scalars)
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
    if (params.at("BLOCK") % (lanes * vectors) != 0)
        return format("BLOCK=%d is no multiple of %d vectors of PX=%d", params.at("BLOCK"), vectors, lanes);
    const size_t bytes = privateBytes(problem, params, scalars);
    return bytes <= maxPrivateBytes ? ""
                                    : format("lines of %zu bytes are more than a thread's stack should hold", bytes);
}

void defineLine(const Problem& problem, const Params& params, Plan& plan)
{
    for (const auto& param : params)
        plan.options.define(param.first, param.second);
    plan.options.define("ACC_BITS", int(problem.accSize()) * 8);
    static const struct
    {
        int depth, minimum, maximum;
    } bounds[] = {{CV_8U, 0, 255}, {CV_8S, -128, 127}, {CV_16U, 0, 65535}, {CV_16S, -32768, 32767}};
    for (const auto& bound : bounds)
        if (problem.dstDepth == bound.depth)
            plan.options.define("DST_MIN", bound.minimum).define("DST_MAX", bound.maximum);
    setSizes(plan, 1, 1, ceilDiv(problem.rowScalars(), params.at("BLOCK")),
             ceilDiv(problem.size.height, size_t(params.at("ROWS")) * params.at("STEPS")));
}
namespace
{

//! the circular buffer of lines, each with its halo
size_t lineScalars(const Problem& problem, const Params& params)
{
    return bufferRows(problem, params) * (size_t(params.at("BLOCK")) + haloScalars(problem));
}

} // namespace

Params ringDefaults(const Problem& problem, const DeviceTraits& traits, int maxBlock, int vectors)
{
    Params params = lineDefaults(problem, traits, maxBlock, vectors, lineScalars);
    params["VECTORS"] = vectors;
    // 32FC1 on PoCL, two AVX2 cores: 3x3 2.2 ms of one core through the ring, 1.3 in place
    params["IN_PLACE"] = problem.srcDepth == problem.accDepth() ? 1 : 0;
    return params;
}

std::string ringUnsupported(const Problem& problem, const Params& params)
{
    std::string reason = outOfRange(params, "VECTORS", 1, 4);
    if (reason.empty())
        reason = outOfRange(params, "IN_PLACE", 0, 1);
    return reason.empty() ? lineBufferUnsupported(problem, params, params.at("VECTORS"), lineScalars) : reason;
}

} // namespace clconv
} // namespace cv
