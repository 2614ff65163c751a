// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Calls whose images are not all on the device, for want of memory there, or because they are larger than its largest
// buffer: in bands of rows (runtime/bands/).

#pragma once

#include "api/mats/mat_images.hpp"
#include "runtime/bands/band_pipeline.hpp"

namespace cv
{
namespace clconv
{

//! What the filters of a call read around a pixel: that of the filter, or of all filters of a bank.
struct FilterReach
{
    Size size; //!< in taps
    Point anchor;
};
FilterReach reachOf(const std::vector<Call>& calls);

//! Runs a call in bands and waits for it.
//! @param source the argument of the call; a Mat is read where it is, and the device's copy of it released
//! @param image its UMat
//! @param dst outputs, of the call's size; those that share memory with the source are written last
//! @param work filters one band with the call's border, which is never isolated
//! @returns Done, or why the CPU is to compute the call
BandsRun runInBands(InputArray source, SourceImage& image, std::vector<UMat>& dst, const Call& call,
                    const FilterReach& reach, const BandWork& work);

//! The work of a call with one output.
BandWork workOf(const Call& call);

//! Runs a call on Mats in bands, also where they share memory, and waits for it.
//! @returns the implementation; null if none runs on the device
const Implementation* runInBands(const MatSource& source, Mat& dst);

//! How explain() describes a call in bands.
struct BandsText
{
    bool inBands;        //!< whether the call runs so
    std::string refusal; //!< why it cannot, and runs on the CPU
    std::string text;    //!< otherwise its bands
    Layout src, dst;     //!< of a band, to be planned
};
//! @param onDevice whether the source is; otherwise it is on the host
//! @param devices that share the bands of a call whose output is on the host too; 0: the call is not split
BandsText describeBands(Dispatcher& dispatcher, const Layout& src, bool onDevice, const Call& call, int devices);

} // namespace clconv
} // namespace cv
