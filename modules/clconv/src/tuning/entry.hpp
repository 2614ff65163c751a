// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// One entry of a tuning table, as a value and as its line of text:
//
//   <device> | <depths> | <channels> | <kernel> | <structure> | [prefer ]<implementation>[:PARAM=value,...]
//
//   device     `device NAME`, `gpu VENDOR`, `cpu VENDOR`, `gpu`, `cpu`, `default`; a name may end with *, for anything.
//              `cpu` is a device that is the host's own cores, `gpu` any other
//   depths     `8U` (source and destination), `8U-16S`, `*-8U`, `*`
//   channels   a range: `3`, `3..4`, `5..*`, `*`
//   kernel     a range of taps for width and height, `3..5`, or one for each, `1..31x1`
//   structure  `separable` (an outer product), `dense` (none), `*`
//   parameters those not named are the implementation's defaults, as they follow from the ones named
//   prefer     the implementation comes before those that stand above it in the list, wise or not

#pragma once

#include "problem/device_traits.hpp"
#include "problem/params.hpp"
#include "problem/problem.hpp"

namespace cv
{
namespace clconv
{

//! Whole numbers from least to most.
struct Range
{
    int min, max;

    bool holds(int value) const { return value >= min && value <= max; }
    bool operator==(const Range& other) const { return min == other.min && max == other.max; }
};

enum class Structure
{
    Any,
    Separable,
    Dense
};

//! A class of problems.
struct ProblemClass
{
    int srcDepth, dstDepth; //!< -1: any
    Range channels, width, height;
    Structure structure;

    bool holds(const Problem& problem) const;
};

//! The devices that an entry is for. Levels are looked up in this order.
struct DeviceClass
{
    enum Level
    {
        Device, //!< of that name
        Vendor, //!< CPUs or others of that vendor
        Kind,   //!< all CPUs or all others
        All
    };
    Level level;
    bool cpu;         //!< for Vendor and Kind
    std::string name; //!< for Device and Vendor; one that ends with * stands for all that begin so

    bool holds(const DeviceTraits& traits) const;
};

struct TuningEntry
{
    DeviceClass devices;
    ProblemClass problems;
    std::string implementation;
    Params params;
    bool preferred;
    std::string source; //!< "table:line"
};

//! Reads one line.
//! @returns why it cannot be read, in words; empty where it can
std::string readEntry(const std::string& text, TuningEntry& entry);

//! The line that readEntry reads.
std::string toString(const TuningEntry& entry);

//! This one device, under the name that it has.
DeviceClass onlyDevice(const DeviceTraits& traits);

} // namespace clconv
} // namespace cv
