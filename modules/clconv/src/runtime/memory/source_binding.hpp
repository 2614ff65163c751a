// SPDX-License-Identifier: Apache-2.0
//
// What a launch reads, the source's buffer or an image created from it, and what stays allocated until it is done.

#pragma once

#include "util/opencl.hpp"
#include "problem/plan.hpp"

namespace cv { namespace clconv {

//! The source as a kernel argument.
struct Source
{
    Source(void* buffer_, const Geometry& geometry) :
        memory(buffer_), buffer(buffer_), step(geometry.srcStep), offset(geometry.srcOffset)
    {
    }

    void *memory, *buffer; //!< what the kernel reads: the source's buffer, or an image of it
    size_t step;           //!< in bytes; in pixels for a buffer image
    size_t offset;         //!< likewise
    UMat whole;            //!< what the image was created from
    cl::Memory image;      //!< the image, or the scratch memory of a plan with stages
};

//! Lets the kernel read an image of the source instead of its buffer.
//! Throws as throwFailure does if the device cannot create it.
void bindImage(Source& source, SourceKind kind, const UMat& src, const Problem& p, const Geometry& g);

//! Retains what a launch uses until its event completes. Where no callback can be set, waits for the event instead.
//! @param memory of its images; may have null pointers
//! @param image that the launch reads instead, or its scratch memory
void retainUntilComplete(cl::Event& event, const std::vector<UMatData*>& memory,
                         const cl::Memory& image = cl::Memory());

}} // namespace cv::clconv
