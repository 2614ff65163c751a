// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Conditions of a tuning line beyond types and filter size: ranges of named quantities.
//
// Of the problem and the device:
//
//   taps     width times height of the filter
//   nonzero  taps that are not zero, of a filter with a specialized program; all taps of others
//   filters  filters of a bank; 1 for a single filter
//   rank     outer products whose sum the filter is, 1 to 4; 0: it is none of so few
//   slices   int8 slices of a tap in fixed point that are accurate enough for the result, 1 ... 3; 0: none are
//   halo     scalars of a source row in addition to those under the outputs: (width - 1) * channels
//   src dst sum  bits of a scalar of the source, the destination, the sums
//   align    bytes to which the source's rows are aligned (RowAlignment): 16, 8, 4 or 1
//   compute  compute capability of an NVIDIA GPU, times ten; 0 for other devices
//   fill     scalars of the destination for each work-item of a wave, the work-items that the device holds at a time;
//            no upper limit where the wave is not known
//   scalars  scalars of the destination, for devices whose wave is not known
//
// Decided while an implementation plans, one after the other:
//
//   waves      percent of a wave that the image gives work-items for, with the tile decided so far (direct), or
//              with tiles of one row (mma, before BLOCKS is decided)
//   narrow     shapes that were passed over because their tile is narrow compared with its halo (separable)
//   budget     rows of PX sums that registers and instruction cache hold (bank)
//   registers  32-bit registers of sums and input window (bank)
//   chunks     chunks that a row of the input window is taken in (bank)
//   paired     1 where a matrix product holds two rows of pixels, 0 where it holds one (mma; SliceLayout)
//   denorm     1 where the source's integers can be read as denormal floats instead (mma)
//   products   matrix products of a warp's tile and a chunk of columns, with the ROWS decided, each of 32 pixels, of
//              twice as many if SPARSE (mma)
//   function   OpenCV's function on a Mat: 0 filter2D, 1 sepFilter2D (Sobel and Scharr too), 2 GaussianBlur,
//              3 boxFilter (blur too), 4 Laplacian (mats)
//   PX ...     a parameter of the implementation that is decided already

#pragma once

#include "problem/device_traits.hpp"
#include "problem/problem.hpp"

namespace cv
{
namespace clconv
{

//! Whole numbers from min to max.
struct Interval
{
    int min, max;

    bool holds(int64 value) const { return value >= min && value <= max; }
    bool operator==(const Interval& other) const { return min == other.min && max == other.max; }
};

struct Condition
{
    std::string quantity;
    Interval range;

    bool operator==(const Condition& other) const { return quantity == other.quantity && range == other.range; }
};

typedef std::map<std::string, int64> Quantities;

//! Those of the problem and the device.
Quantities quantitiesOf(const Problem& problem, const DeviceTraits& traits);

//! Whether all conditions hold; one on a quantity without a value does not.
bool hold(const std::vector<Condition>& conditions, const Quantities& quantities);

//! Whether a condition may name this quantity, parameters apart.
bool isQuantity(const std::string& name);

//! Whether a condition on this name holds for some problems before anything is decided.
bool isProblemQuantity(const std::string& name);

//! Reads "3", "3..5", "3..*", "*".
//! @param minimum the smallest number that is allowed
bool readRange(const std::string& text, int minimum, Interval& range);

//! The text that readRange reads with the same minimum.
std::string toString(const Interval& range, int minimum = 1);

} // namespace clconv
} // namespace cv
