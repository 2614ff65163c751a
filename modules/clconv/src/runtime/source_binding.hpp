// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What a launch reads: the source's buffer, or an image made of it.

#pragma once

#include "util/opencl.hpp"
#include "problem/plan.hpp"

namespace cv
{
namespace clconv
{

//! The source as the plan wants it.
struct Source
{
    void* memory;
    size_t step;   //!< in bytes, in pixels for a buffer image
    size_t offset; //!< likewise
    UMat whole;    //!< what an image was made of
    ocl::Image2D image;
    cl::Image1DBuffer bufferImage;
};

//! Throws PlanFailure or cl::Error where the device cannot make an image of it.
Source bind(SourceKind kind, const UMat& src, const Problem& p, const Geometry& g);

} // namespace clconv
} // namespace cv
