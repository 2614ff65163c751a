// SPDX-License-Identifier: Apache-2.0
//
// The figures of a run in a file.

#ifndef CLCONV_SAMPLES_REPORT_FILE_HPP
#define CLCONV_SAMPLES_REPORT_FILE_HPP

#include "../figures/figures.hpp"

#include <string>

namespace samples {

//! Throws UsageError if the file cannot be written, before the work.
void requireWritable(const std::string& file, const std::string& option);

//! Writes a file in one go.
//! @throws UsageError if it is not written completely
void writeText(const std::string& file, const std::string& text, const std::string& option);

//! A table of the stages of each stream and of all, and rows of single figures.
std::string reportAsCsv(const Figures& figures);

//! All figures and the samples over time, by cv::FileStorage.
std::string reportAsJson(const Figures& figures);

} // namespace samples

#endif // CLCONV_SAMPLES_REPORT_FILE_HPP
