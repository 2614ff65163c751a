// SPDX-License-Identifier: Apache-2.0
//
// One entry of a tuning table, as a value and as its line of text:
//
//   <device> | <depths> | <channels> | <filter> | <conditions> | [prefer ]<implementation>[:PARAM=value,...]
//
//   device     `device NAME`, `gpu VENDOR`, `cpu VENDOR`, `gpu`, `cpu`, `default`; a name that ends with * is a prefix.
//              `cpu` is a device that is the host's own cores, `gpu` any other
//   depths     `8U` (source and destination), `8U-16S`, `*-8U`, `*`
//   channels   a range: `3`, `3..4`, `5..*`, `*`
//   filter     a range of taps for width and height, `3..5`, or one for each, `1..31x1`
//   conditions `*`, or any of these with blanks between: `separable` (an outer product) or `dense` (none), and ranges
//              of the quantities of conditions.hpp, `taps=10..30 align=16 fill=96..*`
//   parameters those not named are decided by other lines, or follow from those that are
//   prefer     the implementation comes before those above it in the list, profitable or not

#pragma once

#include "problem/params.hpp"
#include "tuning/conditions.hpp"

namespace cv { namespace clconv {

enum class Structure
{
    Any,
    Separable,
    Dense
};

struct ProblemClass
{
    int srcDepth, dstDepth; //!< -1: any
    Interval channels, width, height;
    Structure structure;
    std::vector<Condition> conditions;

    //! Whether types, channels, filter size and structure match, and for a bank whether a condition compares its number
    //! of filters: other lines are for single filters. Other conditions are not checked here: they need quantities
    //! (hold in conditions.hpp).
    bool holds(const Problem& problem) const;
};

//! The devices that an entry is for. Levels are searched in this order.
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
    std::string name; //!< for Device and Vendor; with * at its end a prefix

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

//! The parameters of each implementation: lines that name others are rejected.
typedef std::map<std::string, std::set<std::string>> KnownParameters;

//! Reads one line.
//! @returns why it cannot be read; empty if it can
std::string readEntry(const std::string& text, const KnownParameters& known, TuningEntry& entry);
std::string toString(const TuningEntry& entry);

//! The class of this device alone.
DeviceClass onlyDevice(const DeviceTraits& traits);

}} // namespace cv::clconv
