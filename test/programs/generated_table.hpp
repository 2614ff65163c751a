// SPDX-License-Identifier: Apache-2.0
//
// Tables in documents that a program writes and a test compares.

#pragma once

#include <functional>
#include <string>
#include <vector>

namespace clconv_test {

struct GeneratedTable
{
    std::string name;
    std::function<std::string()> text;
};

//! The body of a program that prints tables; with --update=FILE it writes them into the tables of a document, and with
//! --check=FILE it compares them. A table of a document is between the lines
//!
//!     <!-- TABLE: written by PROGRAM --update -->
//!     <!-- end of TABLE -->
int runTableProgram(int argc, char** argv, const std::string& program, const std::string& about,
                    const std::vector<GeneratedTable>& tables);

} // namespace clconv_test
