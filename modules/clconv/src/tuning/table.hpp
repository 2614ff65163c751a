// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Tuning tables: parameters that were measured, and the order in which they are looked up. Tables are plain values;
// planning looks at them and never at a file.
//
// A table's text:
//
//   clconv tuning 1        the first line: what this is, and the format's version
//   # words                a comment; it may also follow an entry
//   <entry>                one a line, see entry.hpp; of two entries at one level the upper one counts
//   end                    the last line: nothing is missing

#pragma once

#include "tuning/entry.hpp"
#include "util/thread_override.hpp"

namespace cv
{
namespace clconv
{

struct TuningTable
{
    std::string name; //!< of its file
    std::vector<TuningEntry> entries;
    std::string error; //!< "name:line: why"; empty where it could be read, else there are no entries
};

//! Reads a table's text. Never throws: why it cannot be read is in `error`.
TuningTable parseTuning(const std::string& text, const std::string& name, const KnownParameters& known);

//! The text that parseTuning reads.
//! @param head lines of comment
//! @param comments one for each entry
std::string tableText(const std::vector<std::string>& head, const std::vector<TuningEntry>& entries,
                      const std::vector<std::string>& comments);

//! The tables that planning looks into.
struct Tuning
{
    int id = 0; //!< of two that held at any time never the same
    std::vector<TuningTable> tables;

    //! The entries for this problem and device, in the order of the lookup: table by table, in each by device, vendor,
    //! kind, all, and in each of these from above. An entry with a condition on waves or on a parameter is not among
    //! them: nothing is decided yet.
    std::vector<const TuningEntry*> entriesFor(const Problem& problem, const DeviceTraits& traits) const;
};

//! Whether the compiled-in lines for single devices and vendors are in use.
struct DeviceLines
{
    bool used;
};

//! Leaves those lines out for the calling thread while it lives: for the tuner and the benchmark, to show what tuning
//! reaches on a device that nobody has measured. Lines for all GPUs or CPUs stay. Plans are cached by Tuning::id: give
//! the calls in this scope a Tuning of their own (TuningScope).
class WithoutDeviceLines : public ThreadOverride<DeviceLines>
{
public:
    WithoutDeviceLines() : ThreadOverride({false}) {}
};

//! The compiled-in table of single devices: parameters that were measured there and are taken as they are.
const TuningTable& deviceTable(const KnownParameters& known);

//! The compiled-in tables for kinds of devices, the most specific first: an implementation fits their values to device
//! and image.
const std::vector<TuningTable>& kindTables(const KnownParameters& known);

} // namespace clconv
} // namespace cv
