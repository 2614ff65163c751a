// SPDX-License-Identifier: Apache-2.0
//
// Tuning tables: measured parameters, and the order of the lookup. Tables are plain values: planning reads no file.
//
// A table's text:
//
//   clconv tuning 1        the first line: format and version
//   # words                a comment; it may also follow an entry
//   <entry>                one a line, see entry.hpp; of two entries at one level the upper one counts
//   end                    the last line: the file is complete

#pragma once

#include "tuning/entry.hpp"
#include "util/call_settings.hpp"

namespace cv { namespace clconv {

struct TuningTable
{
    std::string name; //!< of its file
    std::vector<TuningEntry> entries;
    std::string error; //!< "name:line: reason"; if it is not empty, there are no entries
};

//! Parses the text of a table. Never throws: what cannot be parsed is reported in `error`.
TuningTable parseTuning(const std::string& text, const std::string& name, const KnownParameters& known);

//! A table as text that parseTuning reads.
//! @param head lines of comment
//! @param comments one for each entry
std::string tableText(const std::vector<std::string>& head, const std::vector<TuningEntry>& entries,
                      const std::vector<std::string>& comments);

//! Adds the wanted entries of all tables that match, ordered by level (device, vendor, kind, all), then from top to
//! bottom.
void addMatching(const TuningTable* tables, size_t count, const Problem& problem, const DeviceTraits& traits,
                 const std::function<bool(const TuningEntry&)>& wanted, std::vector<const TuningEntry*>& found);

struct Tuning
{
    int id = 0; //!< differs from that of every other Tuning of the process
    std::vector<TuningTable> tables;

    //! The entries that match, in the order of the lookup: by table, then by device, vendor, kind and all, then from
    //! top to bottom. Entries with conditions on waves or parameters never match: nothing is decided yet.
    std::vector<const TuningEntry*> entriesFor(const Problem& problem, const DeviceTraits& traits) const;
};

//! Leaves the compiled-in lines for single devices and vendors out for the calling thread while it lives. The tuner and
//! the benchmark show with it what tuning reaches on a device that nobody has measured. Lines for all GPUs or CPUs
//! stay. Plans are cached by Tuning::id: calls in this scope need a Tuning of their own (TuningScope).
class WithoutDeviceLines : public SettingScope<bool, &CallSettings::deviceLines>
{
public:
    WithoutDeviceLines() : SettingScope(false) {}
};

//! The compiled-in table for single devices: its parameters were measured there and are used unchanged.
const TuningTable& deviceTable(const KnownParameters& known);

//! The compiled-in tables for kinds of devices, the most specific first. Implementations adapt these parameters to
//! device and image.
const std::vector<TuningTable>& kindTables(const KnownParameters& known);

}} // namespace cv::clconv
