// SPDX-License-Identifier: Apache-2.0
//
// Prints rows on the terminal, and writes a CSV file and tables in markdown.

#pragma once

#include "../list/study.hpp"

#include <ostream>

namespace study {

//! The results of one study.
struct Result
{
    const Study* study;
    Rows rows;
    std::vector<Verdict> verdicts;
};

void printHeading(std::ostream& out, const Study& study);
void printRows(std::ostream& out, const std::vector<Row>& rows);
void printVerdicts(std::ostream& out, const std::vector<Verdict>& verdicts);

//! @throws programs::UsageError if the file cannot be written
void writeCsv(const std::string& file, const std::vector<Result>& results);
//! @param device name in the heading
void writeMarkdown(const std::string& file, const std::string& device, const std::vector<Result>& results);

} // namespace study
