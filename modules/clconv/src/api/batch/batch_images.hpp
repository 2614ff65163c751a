// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The UMats of a batch: sources, outputs, and what filters write where these share memory.

#pragma once

#include "api/arguments.hpp"

namespace cv
{
namespace clconv
{

//! Refers to the caller's vectors: a copy of a UMat takes two atomic operations, and batches have thousands.
class BatchImages
{
public:
    //! Creates outputs that do not exist. Keeps the sources' memory where that may replace it.
    //! @param src, dst vectors of UMats
    BatchImages(InputArrayOfArrays src, OutputArrayOfArrays dst, int dstType);
    //! Logs a failure to release a source; release() throws it.
    ~BatchImages();
    BatchImages(const BatchImages&) = delete;
    BatchImages& operator=(const BatchImages&) = delete;

    const std::vector<UMat>& sources() const { return *sources_; }

    //! What the filters are to write: the outputs, or temporary images for those that share memory with a source or
    //! overlap an earlier output. They may be on the host.
    const std::vector<UMat*>& results() const { return results_; }

    //! Whether an image is over a caller's memory, so that the call must not return before the device is done.
    bool waits() const { return waits_; }

    //! Releases results that were made here and not written: filter2D allocates them again, on the host where the
    //! device has no memory for them.
    void discardMade(const std::vector<bool>& done);

    //! Copies temporary images to their outputs, in order.
    void write();

    //! Releases the sources. OpenCV throws if the caller still maps one that was replaced.
    void release();

private:
    std::vector<UMat> keptSources_;
    const std::vector<UMat>* sources_; //!< the caller's or keptSources_
    std::vector<UMat>& outputs_;       //!< the caller's
    std::vector<UMat> temporary_;      //!< of the marked outputs; empty where none is
    std::vector<UMat*> results_;
    std::vector<bool> marked_, made_; //!< outputs that temporary images are copied to; that were made here
    bool waits_;
};

} // namespace clconv
} // namespace cv
