// SPDX-License-Identifier: Apache-2.0
//
// A table that compares two ways to compute the same result, in the terminal and in a file: a row for each case and
// each forced implementation, printed as soon as it is measured.

#pragma once

#include "method.hpp"

#include <fstream>

namespace bench {

struct Comparison
{
    std::string title;      //!< the line above the table, without the note on medians
    std::string one, other; //!< names of the two methods
    std::string counted;    //!< what `count` counts
    int count;
    bool namesBoth; //!< whether the second method has a column for its implementation too
};

class Table
{
public:
    //! Prints the headings.
    Table(const Options& options, const Comparison& compared);

    void addRow(const Case& c, const Method& one, const Method& other, bool correct);

    bool isCorrect() const { return correct_; }

private:
    const Comparison compared_;
    std::ofstream csv_;
    bool correct_ = true;
};

//! Measures one case with one forced implementation, and adds its row.
typedef std::function<void(const Case& c, const std::string& force, Table& table)> MeasureCase;

//! Measures all cases.
//! @returns the program's exit code
int measureTable(const Options& options, const Comparison& compared, const MeasureCase& measure);

} // namespace bench
