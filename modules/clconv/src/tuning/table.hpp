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

//! Reads a table's text. Never throws: one that cannot be read says so in `error`.
TuningTable parseTuning(const std::string& text, const std::string& name);

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

    //! The entries that hold, in the order of the lookup: table by table, in each by device, vendor, kind, all, and in each of
    //! these from above.
    std::vector<const TuningEntry*> entriesFor(const Problem& problem, const DeviceTraits& traits) const;
};

//! The table that is compiled in.
const TuningTable& builtInTable();

//! What holds for the calling thread: the innermost TuningScope, else the file that OPENCV_CLCONV_TUNING_FILE named at the first
//! call, before the table that is compiled in.
const Tuning& currentTuning();

//! The tables of this file, if it is not empty, before those that are compiled in. A file that cannot be read is warned of.
Tuning loadTuning(const std::string& file);

//! Puts another file in that place for the calling thread while it lives: for tests. A file that cannot be read is warned of.
class TuningScope : public ThreadOverride<Tuning>
{
public:
    explicit TuningScope(const std::string& file) : ThreadOverride(loadTuning(file)) {}
};

} // namespace clconv
} // namespace cv
