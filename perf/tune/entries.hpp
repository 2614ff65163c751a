// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Converts results to the entries of a tuning file.

#pragma once

#include "result.hpp"

namespace tune
{

struct Entry
{
    cv::clconv::TuningEntry entry;
    std::string measured; //!< the comment in the file
    //! the results it covers, and the parameters it must yield on each size
    std::vector<std::pair<const Result*, Sets>> covers;
};

//! An entry for each set that is faster than the library's own choice by the margin; neighbouring kernel sizes with the
//! same parameters share one.
std::vector<Entry> entriesOf(const std::vector<Result>& results, const cv::clconv::DeviceTraits& traits, double margin);

//! The text of the file.
std::string fileText(const std::vector<Entry>& entries, const std::vector<std::string>& head);

//! Verifies that the file makes the library run what was measured: parses its text and plans each result's problems.
//! @returns the error, or an empty string
std::string readBack(const std::string& text, const std::vector<Entry>& entries,
                     const cv::clconv::DeviceTraits& traits);

} // namespace tune
