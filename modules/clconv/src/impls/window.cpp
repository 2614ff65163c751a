// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Row windows in registers. Twin of kernels/window.cl.

#include "window.hpp"

namespace cv
{
namespace clconv
{

int widestLoad(const Problem& problem, int px)
{
    const int element = int(problem.srcSize());
    int lanes = 1;
    while (px % (lanes * 2) == 0 && lanes * 2 * element <= 16)
        lanes *= 2;
    return lanes;
}

std::string windowImpossible(const Problem& problem, const Params& params, int taps)
{
    const std::string reason = anyOutOfRange(params, {"PX", "VEC"}, 1, 16);
    if (!reason.empty())
        return reason;
    const int px = params.at("PX"), vec = params.at("VEC");
    if ((vec & (vec - 1)) != 0)
        return format("VEC=%d is no power of two", vec);
    if (px % vec != 0)
        return format("PX=%d is no multiple of VEC=%d", px, vec);
    const int mostCompiled = 512; // beyond, compilers take minutes and spill everything
    const int registers = windowRegisters(problem, px, taps);
    return registers <= mostCompiled ? "" : format("a row window of %d words is more than any device holds", registers);
}

int windowRegisters(const Problem& problem, int px, int taps)
{
    return (px + (taps - 1) * problem.channels) * int(problem.accSize() / 4);
}

void defineWindow(const Problem& problem, const Params& params, BuildOptions& options)
{
    const int px = params.at("PX"), vec = params.at("VEC");
    const int left = problem.kernel.width / 2 * problem.channels; // scalars before a centred anchor
    options.define("PX", px).define("VEC", vec).define("PHASE", (vec - left % vec) % vec);
}

} // namespace clconv
} // namespace cv
