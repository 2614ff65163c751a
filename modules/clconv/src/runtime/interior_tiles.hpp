// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What the host computes once for all work-items of a launch and passes to the kernel as an argument, above all which
// register tiles are interior: their input windows need no border. And the structs for that.

#pragma once

#include "problem/plan.hpp"
#include "util/opencl.hpp"

namespace cv
{
namespace clconv
{

//! Compiled with OpenCL C's names of types.
namespace shared_structs
{

typedef cl_int2 int2;
typedef cl_int4 int4;

#define TILE_RANGE TileRange
#include "common/shared_structs.cl"
#undef TILE_RANGE

static_assert(sizeof(TileRange) == sizeof(cl_int8), "kernels take a TileRange as a vector");
static_assert(offsetof(BatchImage, tileRange) % sizeof(cl_int8) == 0 && sizeof(BatchImage) % sizeof(cl_int8) == 0,
              "kernels read that vector where it is aligned");

} // namespace shared_structs

using shared_structs::BatchImage;
using shared_structs::TileRange;

//! The tiles are those of a plan with register tiles; for other plans their fields are 0.
//! @param geometry of a source that is read as a buffer, if the plan has register tiles
TileRange tileRange(const Plan& plan, const Problem& problem, const Geometry& geometry);

} // namespace clconv
} // namespace cv
