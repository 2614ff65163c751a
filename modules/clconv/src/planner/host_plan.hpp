// SPDX-License-Identifier: Apache-2.0
//
// How images of the host, and those that exceed the device's memory, are filtered in bands of rows: how many rows each
// has, and how many bands are in flight at a time. Lines of tuning tables for `host` give these.

#pragma once

#include "planner/mat_times.hpp"

namespace cv { namespace clconv {

struct Tuning;

//! What lines of tuning tables for `host` give.
struct HostParameters
{
    int gain;         //!< percent: OpenCV's time on the CPU divided by the device's, transfers included; 0: not known
    int bandKiB;      //!< of the largest buffer of a band
    int slots;        //!< bands in flight
    int threads;      //!< that copy their rows
    std::string text; //!< all but the gain, with their lines, for explain()
};

//! @param problem of the whole image
//! @param function of a call on Mats for the current device; null for all others, whose images do not fit on the device
//! or are shared by several
const HostParameters& hostParameters(const Problem& problem, const DeviceTraits& traits, const Tuning& tuning,
                                     const MatFunction* function);

//! What the size of a band depends on.
struct HostSizes
{
    int rows;      //!< of the destination
    int halo;      //!< source rows that a band needs in addition to its own: the filter's height - 1
    size_t srcRow; //!< bytes of a row in a band's buffer for the source; 0: the source is on the device
    size_t dstRow; //!< the same for each destination; 0: they are on the device
};

struct HostPlan
{
    int rows = 0;       //!< of the destination in each band; the last may have fewer
    int slots = 1;      //!< bands whose transfers and launches overlap
    int threads = 1;    //!< that copy rows from and to page-locked memory, each for some of those bands
    std::string text;   //!< how the sizes were decided, for explain()
    std::string reason; //!< why the device cannot filter the image in bands; empty: it can

    int count(int allRows) const { return int(ceilDiv(size_t(allRows), size_t(rows))); }
};

HostPlan planHost(const HostParameters& parameters, const DeviceTraits& traits, const HostSizes& sizes);

//! The same plan with bands of about half as many rows, for a device without memory for the larger ones. The smallest
//! bands have one row.
HostPlan halved(const HostPlan& plan, int allRows);

}} // namespace cv::clconv
