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

class BatchImages
{
public:
    //! Creates outputs that do not exist. Keeps the sources' memory, which that may replace.
    BatchImages(InputArrayOfArrays src, OutputArrayOfArrays dst, int dstType);
    //! Logs a failure to release a source; release() throws it.
    ~BatchImages();
    BatchImages(const BatchImages&) = delete;
    BatchImages& operator=(const BatchImages&) = delete;

    const std::vector<UMat>& sources() const { return sources_; }

    //! What the filters are to write: the outputs, or temporary images for those that share memory with a source or
    //! overlap an earlier output. They may be on the host.
    std::vector<UMat>& results() { return results_; }

    //! Whether an image is over a caller's memory, so that the call must not return before the device is done.
    bool waits() const { return waits_; }

    //! Copies temporary images to their outputs, in order.
    void write();

    //! Releases the sources. OpenCV throws if the caller still maps one that was replaced.
    void release();

private:
    std::vector<UMat> sources_, outputs_, results_;
    bool waits_;
};

} // namespace clconv
} // namespace cv
