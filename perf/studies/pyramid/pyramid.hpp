// SPDX-License-Identifier: Apache-2.0
//
// The mode --pyramid of clconv_study: compares a pyramid's derivatives by cv::clconv::filterBank with Sellner's fastest
// times, and these and the gradients' magnitudes by a cv::clconv::Chain with the time for copying as many bytes.

#pragma once

#include "../options.hpp"

namespace study {

//! Prints tables for all filter widths of the study.
//! @returns the program's exit code: 1 if a derivative is wrong
int measurePyramid(const Options& options);

} // namespace study
