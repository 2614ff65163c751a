// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Row windows in registers, and the strips made of them. Twin of kernels/window.cl and kernels/item.cl.

#include "implementations/gpu/register_tile.hpp"

namespace cv
{
namespace clconv
{

int widestLoad(const Problem& problem, int px)
{
    const int element = int(problem.srcElemSize()), word = 4;
    const int maximum = element < word && px % (word / element) == 0 ? std::max(problem.rowAlignmentBytes(), word)
                                                                     : std::max(problem.rowAlignmentBytes(), element);
    int lanes = 1;
    while (px % (lanes * 2) == 0 && lanes * 2 * element <= maximum)
        lanes *= 2;
    return lanes;
}

int tapsPerChunk(const Problem& problem, int px, int vec)
{
    if (windowRegisters(problem, px, problem.filterSize.width) <= targetWindowRegisters)
        return problem.filterSize.width;
    // vec * channels is a multiple of vec; one that was given may be anything, and is refused when this is done
    int taps = std::min(std::max(vec, 1), problem.filterSize.width);
    while (taps * 2 < problem.filterSize.width && windowRegisters(problem, px, taps * 2) <= targetWindowRegisters)
        taps *= 2;
    return std::min(taps, problem.filterSize.width);
}

int rowsInImage(const Problem& problem, int rows)
{
    while (rows > problem.size.height)
        rows /= 2;
    return rows;
}

Size windowGroup(const DeviceTraits& traits, size_t maxWidth, size_t maxHeight)
{
    const int width = int(std::min(std::min(traits.groupWidth, traits.groupItems), maxWidth));
    return Size(width, int(std::min(std::min(traits.groupItems / size_t(width), maxHeight), traits.groupHeight)));
}

std::string registerTileUnsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = anyOutOfRange(params, {"PX", "VEC", "ROWS"}, 1, 16);
    if (reason.empty())
        reason = outOfRange(params, "TAPS_PER_CHUNK", 1, problem.filterSize.width);
    if (reason.empty())
        reason = anyOutOfRange(params, {"WG_X", "WG_Y"}, 1, 1024);
    if (reason.empty())
        reason = prefetchUnsupported(traits, params);
    if (!reason.empty())
        return reason;
    const int px = params.at("PX"), vec = params.at("VEC"), taps = params.at("TAPS_PER_CHUNK");
    if ((vec & (vec - 1)) != 0)
        return format("VEC=%d is no power of two", vec);
    if (px % vec != 0)
        return format("PX=%d is no multiple of VEC=%d", px, vec);
    if (taps < problem.filterSize.width && taps * problem.channels % vec != 0)
        return format("pieces of TAPS_PER_CHUNK=%d columns do not begin at vectors of VEC=%d", taps, vec);
    const int maxCompiled = 512; // beyond, compilers take minutes and spill everything
    const int registers = windowRegisters(problem, px, taps);
    if (registers > maxCompiled)
        return format("a row window of %d words is more than any device holds", registers);
    return groupTooLarge(traits, size_t(params.at("WG_X")), size_t(params.at("WG_Y")), 0);
}

bool waitsForRows(const Problem& problem)
{
    return problem.srcElemSize() < 4 || problem.taps() > 9;
}

bool unalignedWords(const Problem& problem)
{
    return problem.srcElemSize() == 4 && problem.dstElemSize() >= 2 && problem.channels == 1 &&
           problem.rowAlignmentBytes() < 16;
}

int windowRegisters(const Problem& problem, int px, int taps)
{
    return (px + (taps - 1) * problem.channels) * int(problem.accSize() / 4);
}

std::string windowSpills(const Problem& problem, const Params& params)
{
    const int maximum = 96; // before the compiler spills them
    const int registers = windowRegisters(problem, params.at("PX"), params.at("TAPS_PER_CHUNK"));
    if (registers <= maximum)
        return "";
    return format("a row window of %d words is more than the %d that stay in registers", registers, maximum);
}

void configureWindow(const Problem& problem, const Params& params, Plan& plan)
{
    const int px = params.at("PX"), vec = params.at("VEC"), rows = params.at("ROWS");
    const int left = problem.filterSize.width / 2 * problem.channels; // scalars before a centred anchor
    for (const char* name : {"PX", "VEC", "TAPS_PER_CHUNK", "ROWS"})
        plan.options.define(name, params.at(name));
    definePrefetch(params, plan);
    defineStores(problem, params.at("PX"), plan.options);
    const bool shifted =
        problem.srcElemSize() < 4 && vec * int(problem.srcElemSize()) == 4 && problem.rowAlignmentBytes() < 4;
    const int lead = shifted ? 0 : (vec - left % vec) % vec;
    plan.options.define("UNALIGNED_LOAD", shifted).define("LEAD", lead);
    setGroups(plan, params, ceilDiv(size_t(problem.rowScalars()), size_t(px)),
              ceilDiv(size_t(problem.size.height), size_t(rows)));

    const int taps = params.at("TAPS_PER_CHUNK"), chunk = taps * problem.channels,
              window = px + chunk - problem.channels;
    const int chunks = int(ceilDiv(size_t(problem.filterSize.width), size_t(taps)));
    const int vectors = int(ceilDiv(size_t(lead + window), size_t(vec)));
    plan.tile.px = px;
    plan.tile.rows = rows;
    plan.tile.lead = lead;
    plan.tile.loadWidth = (chunks - 1) * chunk + (vectors + shifted) * vec; // words put together take one more
    plan.tile.vec = shifted ? 1 : vec;
}

std::string stripUnsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = outOfRange(params, "UNROLL", 0, 1);
    if (reason.empty())
        reason = registerTileUnsupported(problem, traits, params);
    return reason.empty() ? maxRegistersUnsupported(traits, params) : reason;
}

void configureStrip(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    const bool doubleBuffer = traits.nvidiaCompute > 0 && problem.channels == 1; // others lose registers
    configureWindow(problem, params, plan);
    capRegisters(params, plan);
    plan.options.define("UNROLL", params.at("UNROLL")).define("BORDER_PREFETCH", doubleBuffer ? 1 : 0);
}

} // namespace clconv
} // namespace cv
