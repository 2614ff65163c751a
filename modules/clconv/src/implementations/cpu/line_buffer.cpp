// SPDX-License-Identifier: Apache-2.0
//
// Sizes of blocks and line buffers. Plans kernels/cpu/line.cl.

#include "implementations/cpu/line_buffer.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {

using device_constants::maxPrivateBytes;
using device_constants::vectorWidths;

//! Private memory of a work-item: the scalars, and for each row of the buffer its start, there and in the image.
static size_t privateBytes(const Problem& problem, const Params& params, PrivateScalars scalars)
{
    return scalars(problem, params) * problem.accSize() + bufferRows(problem, params) * 2 * sizeof(void*);
}

int vectorLanes(const Problem& problem, const DeviceTraits& traits)
{
    const int lanes = traits.floatLanes * int(sizeof(float)) / int(problem.accSize());
    int widest = vectorWidths[0];
    for (int width : vectorWidths)
        if (width <= lanes)
            widest = width;
    return widest;
}

size_t bufferRows(const Problem& problem, const Params& params)
{
    return size_t(params.at("ROWS")) + size_t(problem.filterSize.height) - 1;
}

void decideBlock(const Problem& problem, const DeviceTraits& traits, int vectors, PrivateScalars scalars,
                 Lookup& lookup)
{
    const int genericBlock = 512, px = vectorLanes(problem, traits), group = px * vectors;
    Params params{
        {"PX", px}, {"BLOCK", lookup.line("BLOCK", genericBlock) / group * group}, {"ROWS", genericBlockRows}};
    // Tall filters keep many source rows, which must be shorter. Sized for the generic ROWS, whatever the tables give.
    while (privateBytes(problem, params, scalars) > maxPrivateBytes && params["BLOCK"] > group)
        params["BLOCK"] = params["BLOCK"] / 2 / group * group;
    lookup.decide("PX", px);
    lookup.decide("BLOCK", params["BLOCK"]);
}

std::string blockUnsupported(const Problem& problem, const Params& params, int vectors, PrivateScalars scalars)
{
    const int lanes = params.at("PX");
    if (params.at("BLOCK") % (lanes * vectors) != 0)
        return format("BLOCK=%d is no multiple of %d vectors of PX=%d", params.at("BLOCK"), vectors, lanes);
    const size_t bytes = privateBytes(problem, params, scalars);
    return bytes <= maxPrivateBytes ? ""
                                    : format("lines of %zu bytes are more than a thread's stack should hold", bytes);
}

void configureBlock(const Problem& problem, const Params& params, Plan& plan)
{
    plan.options.define("ACC_BITS", int(problem.accSize()) * 8);
    defineBounds(problem, plan);
    setTiles(problem, Size(1, 1), Size(params.at("BLOCK"), params.at("ROWS") * params.at("STEPS")), plan);
}

void defineBounds(const Problem& problem, Plan& plan)
{
    static const struct
    {
        int depth, minimum, maximum;
    } bounds[] = {{CV_8U, 0, 255}, {CV_8S, -128, 127}, {CV_16U, 0, 65535}, {CV_16S, -32768, 32767}};
    for (const auto& bound : bounds)
        if (problem.dstDepth == bound.depth)
            plan.options.define("DST_MIN", bound.minimum).define("DST_MAX", bound.maximum);
}

}} // namespace cv::clconv
