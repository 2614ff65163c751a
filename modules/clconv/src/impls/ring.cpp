// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Tiles of outputs from a ring of lines. Twin of kernels/ring.cl.

#include "ring.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! the ring of lines, each with its halo
size_t privateScalars(const Problem& problem, const Params& params)
{
    return ringLines(problem, params) * (size_t(params.at("BLOCK")) + haloScalars(problem));
}

} // namespace

Params ringDefaults(const Problem& problem, const DeviceTraits& traits, int mostBlock, int vectors)
{
    Params params = lineDefaults(problem, traits, mostBlock, vectors, privateScalars);
    params["VECTORS"] = vectors;
    // 32FC1 on PoCL, two AVX2 cores: 3x3 2.2 ms of one core through the ring, 1.3 in place
    params["IN_PLACE"] = problem.srcDepth == problem.accDepth() ? 1 : 0;
    return params;
}

std::string ringImpossible(const Problem& problem, const Params& params)
{
    std::string reason = outOfRange(params, "VECTORS", 1, 4);
    if (reason.empty())
        reason = outOfRange(params, "IN_PLACE", 0, 1);
    return reason.empty() ? lineImpossible(problem, params, params.at("VECTORS"), privateScalars) : reason;
}

} // namespace clconv
} // namespace cv
