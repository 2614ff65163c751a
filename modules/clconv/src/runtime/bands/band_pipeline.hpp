// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Filters an image in bands of rows: source rows with their halo are uploaded, filtered, and downloaded, several bands
// at a time, on one device or several. For images that exceed the device's memory or are on the host; sources and
// destinations may also be on the device.
//
// A band's source is an image of its own, whose rows include those that the vertical border would give: a band is
// filtered as a region of that image and never reads beyond it, above or below.

#pragma once

#include "planner/host_plan.hpp"
#include "runtime/context_cache.hpp"

#include <functional>

namespace cv
{
namespace clconv
{

struct Implementation;

//! An image of a call in bands.
struct BandImage
{
    int type;
    UMat device; //!< where it is, if it is on the device
    uchar* data; //!< else the first pixel on the host
    size_t step; //!< in bytes, of an image on the host

    bool isOnHost() const { return data != nullptr; }
};

//! A call to be run in bands. No destination shares memory with the source.
struct BandCall
{
    BandImage src;   //!< the call's source; on the host, the readable image
    Size readable;   //!< of the image that the border surrounds
    Point origin;    //!< of the source in it
    Size size;       //!< of the destinations
    Size filterSize; //!< in taps
    Point anchor;
    int border;                 //!< with or without BORDER_ISOLATED
    std::vector<BandImage> dst; //!< one or more
};

//! The columns of the readable image that the filter reads, which a band holds.
struct BandColumns
{
    int first, count;
    int origin; //!< of the source in them
};
BandColumns bandColumns(const BandCall& call);

//! The sizes of the bands' buffers.
//! @param copiesSrc whether bands need buffers of the source
HostSizes hostSizes(const BandCall& call, bool copiesSrc);

//! Whether bands of the source are copies: it is on the host, or an isolated region, or one of padded memory.
bool copiesSource(const BandCall& call);

//! For each row of a band's source, from `first` on, the row of the readable image that it is; -1: zeros.
std::vector<int> sourceRows(int first, int count, int length, int border);

//! Filters one band: enqueues on the current queue. Several threads call it at a time.
//! @param src region of an image that holds all that the filter reads; its border is never isolated
//! @returns the implementation that runs; null if none does
typedef std::function<const Implementation*(const UMat& src, std::vector<UMat>& dst)> BandWork;

enum class BandsResult
{
    Done,
    Refused, //!< by the work
    NoMemory //!< for the bands or for what the work allocates; destinations may have been written
};

//! A device that takes part.
struct BandDevice
{
    ocl::OpenCLExecutionContext context;
    HostPlan plan;
    bool hostMemory; //!< DeviceTraits::hostMemory
};

struct BandsRun
{
    BandsResult result;
    const Implementation* impl; //!< that filtered the last band of some device; null unless Done
};

//! Runs a call and waits for it. Bands that one device does not filter are taken by the others; throws if none is left
//! and one has failed. Destinations may have been written then.
//! @param devices more than one only where all images are on the host
BandsRun runBands(const std::vector<BandDevice>& devices, const BandCall& call, const BandWork& work);

} // namespace clconv
} // namespace cv
