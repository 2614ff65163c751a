// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Scripts for gnuplot, and the pictures it draws of them. Shared by the benchmark and the case studies.

#pragma once

#include <opencv2/core/types.hpp>

#include <string>
#include <vector>

namespace bench
{

//! The colours of lines and bars, in order, as they can be told apart by everybody.
extern const std::vector<std::string> colours;

//! A picture: what is set once, and what is drawn, for each format anew.
struct Script
{
    std::string name; //!< of the files, without folder and ending
    cv::Size size;    //!< in pixels
    std::string settings, drawing;
};

//! Writes NAME.gp for each, and has gnuplot draw NAME.svg and NAME.png; where there is no gnuplot, or it fails, it says so on
//! stderr.
//! @throws std::runtime_error where the folder cannot be written to
void draw(const std::string& folder, const std::vector<Script>& scripts);

} // namespace bench
