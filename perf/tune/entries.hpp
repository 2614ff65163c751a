// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// From results to the entries of a tuning file.

#pragma once

#include "result.hpp"

namespace tune
{

struct Entry
{
    cv::clconv::TuningEntry entry;
    std::string measured; //!< as its comment
    //! the results that it stands for, and the parameters that it is to give on each size
    std::vector<std::pair<const Result*, Sets>> meaning;
};

//! An entry where a set is faster by the margin than what the library runs by itself; one for neighbouring kernel sizes with
//! the same parameters.
std::vector<Entry> entriesOf(const std::vector<Result>& results, const cv::clconv::DeviceTraits& traits, double margin);

//! The text of the file.
std::string fileText(const std::vector<Entry>& entries, const std::vector<std::string>& head);

//! Does the file make the library run what was measured? Reads its text and plans each result's problems.
//! @returns why not, in words; empty where it does
std::string readBack(const std::string& text, const std::vector<Entry>& entries,
                     const cv::clconv::DeviceTraits& traits);

} // namespace tune
