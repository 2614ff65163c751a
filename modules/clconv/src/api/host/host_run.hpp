// SPDX-License-Identifier: Apache-2.0
//
// Calls whose images are not all on the device, because it lacks memory for them, because they are larger than its
// largest buffer, or because they are Mats: in bands of rows (host/pipeline.hpp).

#pragma once

#include "api/device_call.hpp"
#include "host/pipeline.hpp"

namespace cv { namespace clconv {

//! How images in the host's memory reach the device.
enum class MatTransfer
{
    Shared, //!< the device uses that memory; in tests of bands, their buffers are mapped
    Staged  //!< copied to the device in bands of rows, through memory that is mapped or pinned
};

//! What the filter of a call, or all filters of a bank, read around a pixel.
struct FilterReach
{
    void include(const Call& call);
    Size size() const { return Size(before + behind); } //!< in taps

    Point before; //!< the anchor
    Point behind; //!< with the pixel itself
};

//! Runs a call in bands and waits for it.
//! @param source the argument of the call; a Mat is read where it is, and the device's copy of it released
//! @param dst outputs, of the call's size; they share no memory with the source
//! @param work filters one band with the call's border, which is not isolated then
//! @returns Done, or why the CPU is to compute the call
HostRun runInBands(InputArray source, SourceImage& image, const std::vector<UMat*>& dst, const Call& call,
                   const FilterReach& reach, const BandWork& work);

//! The work of a call with one output.
//! @param use of its first band: whether the call counts towards specialization
BandWork workOf(const Call& call, SpecializationTable::Use use = SpecializationTable::Use::Call);

//! The border of a chain's stages in a band of so many rows. A band with all rows that a border copies remains an
//! isolated image, if the whole is one, so that the same program runs at the image's edges and inside.
int borderInBand(const Call& call, int rows);

//! A call on images of the host with one output; all but the images.
HostCall hostCallOf(const Layout& src, const Call& call);

//! The calling thread's device, with its bands for a call on Mats.
HostDevice deviceForMats(const Layout& src, const Call& call, const HostCall& host);

//! Runs a call on Mats, also where they share memory, and waits for it.
//! @param host as hostCallOf gives it
//! @param device null: the devices of the SplitScope
//! @returns the implementation; null if none runs on the devices
const Implementation* runInBands(const Mat& src, Mat& dst, const Call& call, HostCall host, const HostDevice* device,
                                 const BandWork& work);

//! Whether a SplitScope applies to calls on this source whose output is on the host.
bool isSplit(InputArray src);

//! Runs a call in bands on the devices of the SplitScope. An output that does not exist is made on the host.
//! @returns the implementation; null where there is no scope, an image is on a device, or no device filters it
const Implementation* runSplit(InputArray src, OutputArray dst, const Call& call);

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

}} // namespace cv::clconv
