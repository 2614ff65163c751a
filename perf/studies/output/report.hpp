// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What becomes of the rows: lines to read, a CSV file, and tables in markdown.

#pragma once

#include "../list/study.hpp"

#include <ostream>

namespace study
{

//! What a ladder gave.
struct Result
{
    const Study* study;
    Rows rows;
    std::vector<Verdict> verdicts;
};

void printHeading(std::ostream& out, const Study& study);
//! Rows of one case, as soon as they are there.
void printRows(std::ostream& out, const std::vector<Row>& rows);
void printVerdicts(std::ostream& out, const std::vector<Verdict>& verdicts);

//! @throws samples::UsageError where the file cannot be written
void writeCsv(const std::string& file, const std::vector<Result>& results);
//! @param device as the heading names it
void writeMarkdown(const std::string& file, const std::string& device, const std::vector<Result>& results);

} // namespace study
