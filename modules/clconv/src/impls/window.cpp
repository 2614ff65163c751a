// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Row windows in registers, and the strips made of them. Twin of kernels/window.cl and kernels/item.cl.

#include "window.hpp"

namespace cv
{
namespace clconv
{

int widestLoad(const Problem& problem, int px)
{
    const int element = int(problem.srcSize()), word = 4;
    const int most = element < word && px % (word / element) == 0 ? std::max(problem.srcAlignment, word)
                                                                  : std::max(problem.srcAlignment, element);
    int lanes = 1;
    while (px % (lanes * 2) == 0 && lanes * 2 * element <= most)
        lanes *= 2;
    return lanes;
}

int pieceTaps(const Problem& problem, int px, int vec)
{
    if (windowRegisters(problem, px, problem.kernel.width) <= wantedWindowRegisters)
        return problem.kernel.width;
    // vec * channels is a multiple of vec; one that was given may be anything, and is refused when this is done
    int taps = std::min(std::max(vec, 1), problem.kernel.width);
    while (taps * 2 < problem.kernel.width && windowRegisters(problem, px, taps * 2) <= wantedWindowRegisters)
        taps *= 2;
    return std::min(taps, problem.kernel.width);
}

int rowsInImage(const Problem& problem, int rows)
{
    while (rows > problem.size.height)
        rows /= 2;
    return rows;
}

Size windowGroup(const DeviceTraits& traits, size_t mostWidth, size_t mostHeight)
{
    const int width = int(std::min(std::min(traits.groupWidth, traits.groupItems), mostWidth));
    return Size(width, int(std::min(std::min(traits.groupItems / size_t(width), mostHeight), traits.groupHeight)));
}

std::string windowImpossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = anyOutOfRange(params, {"PX", "VEC", "ROWS"}, 1, 16);
    if (reason.empty())
        reason = outOfRange(params, "TAPS_X", 1, problem.kernel.width);
    if (reason.empty())
        reason = anyOutOfRange(params, {"WG_X", "WG_Y"}, 1, 1024);
    if (reason.empty())
        reason = prefetchImpossible(traits, params);
    if (!reason.empty())
        return reason;
    const int px = params.at("PX"), vec = params.at("VEC"), taps = params.at("TAPS_X");
    if ((vec & (vec - 1)) != 0)
        return format("VEC=%d is no power of two", vec);
    if (px % vec != 0)
        return format("PX=%d is no multiple of VEC=%d", px, vec);
    if (taps < problem.kernel.width && taps * problem.channels % vec != 0)
        return format("pieces of TAPS_X=%d columns do not begin at vectors of VEC=%d", taps, vec);
    const int mostCompiled = 512; // beyond, compilers take minutes and spill everything
    const int registers = windowRegisters(problem, px, taps);
    if (registers > mostCompiled)
        return format("a row window of %d words is more than any device holds", registers);
    return groupTooLarge(traits, size_t(params.at("WG_X")), size_t(params.at("WG_Y")), 0);
}

bool waitsForRows(const Problem& problem)
{
    return problem.srcSize() < 4 || problem.taps() > 9;
}

bool scattered(const Problem& problem)
{
    return problem.srcSize() == 4 && problem.dstSize() >= 2 && problem.channels == 1 && problem.srcAlignment < 16;
}

int windowRegisters(const Problem& problem, int px, int taps)
{
    return (px + (taps - 1) * problem.channels) * int(problem.accSize() / 4);
}

std::string windowSpills(const Problem& problem, const Params& params)
{
    const int most = 96; // before the compiler spills them
    const int registers = windowRegisters(problem, params.at("PX"), params.at("TAPS_X"));
    if (registers <= most)
        return "";
    return format("a row window of %d words is more than the %d that stay in registers", registers, most);
}

void configureWindow(const Problem& problem, const Params& params, Plan& plan)
{
    const int px = params.at("PX"), vec = params.at("VEC"), rows = params.at("ROWS");
    const int left = problem.kernel.width / 2 * problem.channels; // scalars before a centred anchor
    for (const char* name : {"PX", "VEC", "TAPS_X", "ROWS"})
        plan.options.define(name, params.at(name));
    definePrefetch(params, plan);
    defineStores(problem, params.at("PX"), plan.options);
    const bool shifted = problem.srcSize() < 4 && vec * int(problem.srcSize()) == 4 && problem.srcAlignment < 4;
    const int phase = shifted ? 0 : (vec - left % vec) % vec;
    plan.options.define("SHIFTED", shifted).define("PHASE", phase);
    setGroups(plan, params, ceilDiv(size_t(problem.rowScalars()), size_t(px)),
              ceilDiv(size_t(problem.size.height), size_t(rows)));

    const int taps = params.at("TAPS_X"), piece = taps * problem.channels, window = px + piece - problem.channels;
    const int pieces = int(ceilDiv(size_t(problem.kernel.width), size_t(taps)));
    const int vectors = int(ceilDiv(size_t(phase + window), size_t(vec)));
    plan.strip.px = px;
    plan.strip.rows = rows;
    plan.strip.phase = phase;
    plan.strip.cover = (pieces - 1) * piece + (vectors + shifted) * vec; // words put together take one more
    plan.strip.vec = shifted ? 1 : vec;
}

} // namespace clconv
} // namespace cv
