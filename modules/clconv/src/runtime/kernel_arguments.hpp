// SPDX-License-Identifier: Apache-2.0
//
// The arguments of a launch, whose order is defined only here. Among them is what the host computes once for all
// work-items, above all which register tiles are interior: their input windows need no border.

#pragma once

#include "coefficients/coefficient_set.hpp"
#include "runtime/compiled_kernel.hpp"
#include "runtime/memory/source_binding.hpp"

namespace cv { namespace clconv {

//! Structs that kernels share, compiled with OpenCL C's names of types.
namespace shared_structs {

typedef cl_int2 int2;
typedef cl_int4 int4;

#define TILE_RANGE TileRange
#include "common/shared_structs.cl"
#undef TILE_RANGE

static_assert(sizeof(TileRange) == sizeof(cl_int8), "kernels take a TileRange as a vector");
static_assert(sizeof(CallData) == sizeof(TileRange) && offsetof(CallData, border) == offsetof(TileRange, border),
              "a kernel takes either, and SOURCE_VALUES the border of both");
static_assert(offsetof(BatchImage, tileRange) % sizeof(cl_int8) == 0 && sizeof(BatchImage) % sizeof(cl_int8) == 0,
              "kernels read that vector where it is aligned");

} // namespace shared_structs

using shared_structs::BatchImage;
using shared_structs::TileRange;

//! The interior tiles of a plan with register tiles; for other plans these fields are 0. If the size of the filter is
//! data, the bytes are those of the CallData, which takes the same place among the arguments.
//! @param geometry of a source that is read as a buffer, if the plan has register tiles
//! @param stage the launch of a plan that has several
TileRange tileRange(const Plan& plan, const Problem& problem, const Geometry& geometry, const Stage* stage = nullptr);

//! A destination as kernel arguments.
struct Output
{
    void* memory;
    size_t step, offset;
};

//! Sets the arguments in the order of CLCONV_ARGUMENTS in kernels/common/interface.cl.
//! @param outputs one for each filter of the plan
//! @param numbers of stages behind the filter; null: there are none
//! @param second the second image that stages read; null: there is none
//! @param scratch of a plan with stages, the last argument; otherwise null
void setArguments(KernelObject& object, const Plan& plan, const Problem& p, const Geometry& g, const Source& source,
                  const Output* outputs, const CoefficientSet& coefficients, double delta, const TileRange& range,
                  const CoefficientSet* numbers, const Output* second, const cl::Buffer* scratch);

//! Arguments of a launch for a batch.
struct BatchArguments
{
    const cl::Buffer& table;           //!< BatchImages, and behind them their coefficients if each has its own
    cl_int first, count;               //!< images of the table that the launch filters
    const std::vector<void*>& sources; //!< cl_mem; at least one, at most Plan::sourceBuffers
    const std::vector<void*>& outputs; //!< the same for outputs
};

//! Sets the arguments in the order of CLCONV_ARGUMENTS in kernels/common/batch.cl.
void setArguments(KernelObject& object, const Plan& plan, const Problem& p, const BatchArguments& batch,
                  const CoefficientSet& coefficients, double delta);

}} // namespace cv::clconv
