// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Tables in documents that a program writes and a test compares.

#pragma once

#include <functional>
#include <string>

namespace clconv_test
{

//! The body of a program that prints a table, with --update=FILE writes it into a document, and with --check=FILE
//! compares the document's. There it stands between the lines
//!
//!     <!-- TABLE: written by PROGRAM --update -->
//!     <!-- end of TABLE -->
int runTableProgram(int argc, char** argv, const std::string& program, const std::string& about,
                    const std::string& table, const std::function<std::string()>& text);

} // namespace clconv_test
