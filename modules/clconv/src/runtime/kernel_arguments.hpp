// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The arguments of a launch. Their order is defined only here.

#pragma once

#include "coefficients/coefficient_set.hpp"
#include "runtime/interior_tiles.hpp"
#include "runtime/memory/source_binding.hpp"

namespace cv
{
namespace clconv
{

//! A destination as kernel arguments.
struct Output
{
    void* memory;
    size_t step, offset;
};

//! As CLCONV_ARGUMENTS in kernels/common/interface.cl.
//! @param outputs one for each filter of the plan
//! @param scratch of a plan with stages, the last argument; otherwise null
void setArguments(cl::Kernel& kernel, const Plan& plan, const Problem& p, const Geometry& g, const Source& source,
                  const Output* outputs, const CoefficientSet& coefficients, double delta, const TileRange& range,
                  const cl::Buffer* scratch);

//! Arguments of a launch for a batch.
struct BatchArguments
{
    const cl::Buffer& table;           //!< BatchImages, and behind them their coefficients if each has its own
    cl_int first, count;               //!< images of the table that the launch filters
    const std::vector<void*>& sources; //!< cl_mem; at least one, at most Plan::sourceBuffers
    const std::vector<void*>& outputs; //!< the same of outputs
};

//! As CLCONV_ARGUMENTS in kernels/common/batch.cl.
void setArguments(cl::Kernel& kernel, const Plan& plan, const Problem& p, const BatchArguments& batch,
                  const CoefficientSet& coefficients, double delta);

} // namespace clconv
} // namespace cv
