// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A call on Mats as launches on buffers.

#pragma once

#include "api/device_call.hpp"
#include "runtime/mats/read_window.hpp"
#include "runtime/mats/mat_buffers.hpp"

namespace cv
{
namespace clconv
{

//! How images in the host's memory reach the device.
enum class MatTransfer
{
    Shared, //!< the device uses that memory
    Staged  //!< copied to the device in bands of rows, through pinned memory
};

//! The one that the device of the calling thread has; tests replace it by a MatTransferScope.
MatTransfer matTransfer(const MatBuffers& buffers);

typedef SettingScope<MatTransfer, &CallSettings::matTransfer> MatTransferScope;

//! What a call on a Mat reads.
struct MatSource
{
    //! @param src a region reads its parent, unless the call's border is isolated
    MatSource(const Mat& src, const Call& call);

    Mat window;              //!< only the pixels that the outputs read
    Point origin;            //!< of the outputs in it
    Call call;               //!< its border is not isolated any more: the window is the whole image
    bool specialized = true; //!< whether a program for this filter alone may run, where it is hot or prepared
};

//! Rows of the destination that one launch computes.
struct MatBand
{
    Range rows;
    int sourceEnd; //!< the row of the window that follows the last one read
    Problem problem;
    Geometry geometry;
};

//! The launches of a call.
struct MatLaunches
{
    std::shared_ptr<const CoefficientSet> coefficients;
    std::vector<MatBand> bands;
    size_t srcBytes, dstBytes; //!< of staging buffers
    size_t srcLead;            //!< of the window's first pixel in them

    const Problem& problem() const { return bands.front().problem; }
};

//! Whether rows are aligned in images without padding as they are in staging buffers, so that the same programs run.
bool isAlignedWithoutPadding(const MatSource& source);

//! One launch on shared memory.
//! @param srcOffset, dst, dstOffset of the first pixels in their buffers; dst gives the row step only
MatLaunches sharedLaunch(Dispatcher& dispatcher, const MatSource& source, size_t srcOffset, size_t dstStep,
                         size_t dstOffset, SpecializationTable::Use use);

//! Launches on staging buffers, in which rows are aligned.
MatLaunches stagedLaunches(Dispatcher& dispatcher, const MatSource& source, SpecializationTable::Use use);

} // namespace clconv
} // namespace cv
