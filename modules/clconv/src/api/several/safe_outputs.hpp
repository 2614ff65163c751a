// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several UMats that a call writes, in any memory: outputs that share memory with a source, or overlap an earlier
// output, are computed in temporary images and copied last.

#pragma once

#include "util/precomp.hpp"

#include <functional>

namespace cv
{
namespace clconv
{

//! The vector of UMats that an argument is.
std::vector<UMat>& vectorOfUMats(const _InputArray& images);

//! Refers to the caller's vector: a copy of a UMat takes two atomic operations, and batches have thousands.
class SafeOutputs
{
public:
    //! Creates outputs that do not exist, each of the size of its source.
    //! @param sources one for each output, or one for all
    //! @param dst vector of UMats
    SafeOutputs(const std::vector<UMat>& sources, OutputArrayOfArrays dst, int count, int dstType);
    SafeOutputs(const SafeOutputs&) = delete;
    SafeOutputs& operator=(const SafeOutputs&) = delete;

    //! What the filters are to write: the outputs, or temporary images. They may be on the host.
    const std::vector<UMat*>& results() const { return results_; }

    //! Whether an image is over a caller's memory, so that the call must not return before the device is done.
    bool waits() const { return waits_; }

    //! Moves a result that was made here to the host, so that the device has memory for something else. Its content is
    //! lost.
    //! @returns false if there is none
    bool moveOneToHost();

    //! Releases results that were made here and not written: filter2D allocates them again, on the host where the
    //! device has no memory for them.
    void discardMade(const std::vector<bool>& done);

    //! Copies temporary images to their outputs, in order.
    //! @param computeAgain a result on the CPU, for one that cannot be read from the device; empty where the source is
    //! gone
    void write(const std::function<Mat(size_t)>& computeAgain);

private:
    bool isReplaceable(size_t i) const { return marked_[i] || made_[i]; }
    void writeThroughHost(size_t first, const std::function<Mat(size_t)>& computeAgain);

    std::vector<UMat>& outputs_;  //!< the caller's
    std::vector<UMat> temporary_; //!< of the marked outputs; empty where none is
    std::vector<UMat*> results_;
    std::vector<bool> made_, marked_; //!< outputs that were made here; that temporary images are copied to
    std::vector<bool> overSource_;    //!< those of the marked ones that share memory with a source
    bool waits_;
};

} // namespace clconv
} // namespace cv
