// SPDX-License-Identifier: Apache-2.0
//
// Scripts for gnuplot and the figures drawn from them, for benchmark and case studies.

#pragma once

#include <opencv2/core/types.hpp>

#include <string>
#include <vector>

namespace bench {

//! The colours of lines and bars, in order: a palette that colour-blind readers can distinguish.
extern const std::vector<std::string> colours;

//! A figure: settings that apply once, and drawing commands repeated for each output format.
struct Script
{
    std::string name; //!< of the files, without folder and extension
    cv::Size size;    //!< in pixels
    std::string settings, drawing;
};

//! Writes NAME.gp for each and runs gnuplot to draw NAME.svg and NAME.png; reports on stderr if gnuplot is missing or
//! fails.
//! @throws std::runtime_error if the folder is not writable
void draw(const std::string& folder, const std::vector<Script>& scripts);

} // namespace bench
