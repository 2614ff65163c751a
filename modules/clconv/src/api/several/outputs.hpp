// SPDX-License-Identifier: Apache-2.0
//
// Several images that one call writes, which may overlap its sources or one another.

#pragma once

#include "api/arguments.hpp"

namespace cv { namespace clconv {

//! Outputs that are UMats, in any memory: those that share memory with a source, or overlap an earlier output, are
//! computed in temporary images and copied last. Refers to the caller's vector: a copy of a UMat takes two atomic
//! operations, and batches have thousands.
class SafeOutputs
{
public:
    //! Creates outputs that do not exist, each of the size of its source.
    //! @param sources one for each output, or one for all
    SafeOutputs(const UMat* sources, size_t sourceCount, OutputArrayOfArrays dst, size_t count, int dstType);
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
    struct Temporary
    {
        size_t index;    //!< of the output
        bool overSource; //!< whether the output shares memory with a source
        UMat image;
    };

    bool isReplaceable(size_t i) const { return made_[i] || results_[i] != &outputs_[i]; }

    std::vector<UMat>& outputs_; //!< the caller's
    std::vector<Temporary> temporary_;
    std::vector<UMat*> results_;
    std::vector<bool> made_; //!< outputs that were made here
    bool waits_ = false;
};

std::vector<UMat>& vectorOfUMats(const _InputArray& images);

//! A function that computes image number i of several. Its output is empty in an Inquiry.
typedef std::function<void(size_t i, InputArray src, OutputArray dst)> RunOne;

//! Computes images one by one. Results are copied to the outputs last if one of them overlaps a source, or is of
//! another kind. Where outputs overlap, later ones are written later.
//! @param src one for each output
//! @param parents sources that are regions may be read beyond them
void runOneByOne(InputArrayOfArrays src, OutputArrayOfArrays dst, int dstType, bool parents, const RunOne& runOne);

//! Runs the calls of a bank or a batch one by one, where sources or outputs are Mats.
//! @param filters one for all, or one for each
void runOneByOne(InputArrayOfArrays src, OutputArrayOfArrays dst, const std::vector<Call>& filters);

//! Runs the calls of a batch, in few launches if sources and outputs are UMats.
//! @param filters as for runOneByOne; the first one's size is that of the first image
void runBatch(InputArrayOfArrays src, OutputArrayOfArrays dst, const std::vector<Call>& filters);

}} // namespace cv::clconv
