// SPDX-License-Identifier: Apache-2.0
//
// Widths of loads, chunks, and the registers of an input window. Plans kernels/gpu/register_tile.cl.

#include "implementations/gpu/register_tile.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {

using device_constants::wordBytes;

int widestLoad(const Problem& problem, int px)
{
    const int element = int(problem.srcElemSize());
    const bool packsWords = element < wordBytes && px % (wordBytes / element) == 0;
    const int maximum = std::max(problem.rowAlignment, packsWords ? wordBytes : element);
    int lanes = 1;
    while (px % (lanes * 2) == 0 && lanes * 2 * element <= maximum)
        lanes *= 2;
    return lanes;
}

int tapsPerChunk(const Problem& problem, int px, int vec)
{
    using device_constants::windowRegisterTarget;
    if (windowRegisters(problem, px, problem.filterSize.width) <= windowRegisterTarget)
        return problem.filterSize.width;
    int taps = std::min(vec, problem.filterSize.width); // vec * channels is a multiple of vec
    while (taps * 2 < problem.filterSize.width && windowRegisters(problem, px, taps * 2) <= windowRegisterTarget)
        taps *= 2;
    return std::min(taps, problem.filterSize.width);
}

int rowsInImage(const Problem& problem, int rows)
{
    while (rows > problem.size.height)
        rows /= 2;
    return rows;
}

std::string registerTileUnsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const std::string reason = firstOf({chunkUnsupported(problem, params), prefetchUnsupported(traits, params)});
    if (!reason.empty())
        return reason;
    const int px = params.at("PX"), vec = params.at("VEC"), taps = params.at("TAPS_PER_CHUNK");
    if ((vec & (vec - 1)) != 0)
        return format("VEC=%d is no power of two", vec);
    if (px % vec != 0)
        return format("PX=%d is no multiple of VEC=%d", px, vec);
    if (taps < problem.filterSize.width && taps * problem.channels % vec != 0)
        return format("chunks of TAPS_PER_CHUNK=%d columns do not begin at vectors of VEC=%d", taps, vec);
    const int registers = windowRegisters(problem, px, taps);
    if (registers > device_constants::windowRegistersCompiled)
        return format("an input window of %d 32-bit registers is more than any device holds", registers);
    return groupTooLarge(traits, size_t(params.at("WG_X")), size_t(params.at("WG_Y")), 0);
}

int windowRegisters(const Problem& problem, int px, int taps)
{
    return (px + (taps - 1) * problem.channels) * (int(problem.accSize()) / wordBytes);
}

std::string windowSpills(const Problem& problem, const Params& params)
{
    const int maximum = device_constants::windowRegisterMaximum;
    const int registers = windowRegisters(problem, params.at("PX"), params.at("TAPS_PER_CHUNK"));
    if (registers <= maximum)
        return "";
    return format("an input window of %d 32-bit registers is more than the %d available", registers, maximum);
}

void configureTile(const Problem& problem, const Params& params, Plan& plan)
{
    const int px = params.at("PX"), vec = params.at("VEC"), rows = params.at("ROWS");
    const int left = problem.filterSize.width / 2 * problem.channels; // scalars before a centred anchor
    definePrefetch(params, plan);
    defineStores(problem, params.at("PX"), plan.options);
    const int element = int(problem.srcElemSize());
    const bool unaligned = element < wordBytes && vec * element == wordBytes && problem.rowAlignment < wordBytes;
    const int lead = unaligned ? 0 : (vec - left % vec) % vec;
    plan.options.define("UNALIGNED_LOAD", unaligned).define("LEAD", lead);
    setItems(problem, params, Size(px, rows), plan);

    const int taps = params.at("TAPS_PER_CHUNK"), chunk = taps * problem.channels,
              window = px + chunk - problem.channels;
    const int chunks = int(ceilDiv(size_t(problem.filterSize.width), size_t(taps)));
    const int vectors = int(ceilDiv(size_t(lead + window), size_t(vec)));
    plan.tile.px = px;
    plan.tile.rows = rows;
    plan.tile.lead = lead;
    plan.tile.loadWidth = (chunks - 1) * chunk + (vectors + unaligned) * vec; // words combined from two take one more
    plan.tile.vec = unaligned ? 1 : vec;
}

}} // namespace cv::clconv
