// SPDX-License-Identifier: Apache-2.0
//
// The mode --pyramid of clconv_study: both derivatives of a pyramid by cv::clconv::filterBank, compared with Sellner's
// fastest times and with the time of copying as many bytes; and the gradients' magnitudes by a cv::clconv::Chain.

#pragma once

#include "../options.hpp"

namespace study {

//! Prints tables for all filter widths of the study.
//! @returns the program's exit code: 1 if a derivative is wrong
int measurePyramid(const Options& options);

} // namespace study
