// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// How an image that exceeds the device's memory is filtered in bands of rows: how many rows each has, and how many
// bands are in flight at a time. Lines of tuning tables for `bands` give the size of a band.

#pragma once

#include "problem/device_traits.hpp"
#include "problem/problem.hpp"

namespace cv
{
namespace clconv
{

struct Tuning;

//! What the size of a band depends on.
struct BandSizes
{
    int rows;      //!< of the destination
    int halo;      //!< source rows that a band needs in addition to its own: the filter's height - 1
    size_t srcRow; //!< bytes of a row in a band's buffer for the source; 0: the source is on the device
    size_t dstRow; //!< the same for each destination; 0: they are on the device
};

struct BandPlan
{
    int rows = 0;       //!< of the destination in each band; the last may have fewer
    int inFlight = 1;   //!< bands whose transfers and launches overlap
    int threads = 1;    //!< that copy rows from and to page-locked memory, each for some of those bands
    std::string text;   //!< how the sizes were decided, for explain()
    std::string reason; //!< why the device cannot filter the image in bands; empty: it can

    int count(int allRows) const { return int(ceilDiv(size_t(allRows), size_t(rows))); }
};

//! @param problem of the whole image
BandPlan planBands(const Problem& problem, const DeviceTraits& traits, const Tuning& tuning, const BandSizes& sizes);

//! The same plan with bands of about half as many rows, where the device has no memory for those. Bands of one row
//! remain.
BandPlan halved(const BandPlan& plan, int allRows);

} // namespace clconv
} // namespace cv
