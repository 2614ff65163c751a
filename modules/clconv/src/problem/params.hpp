// SPDX-License-Identifier: Apache-2.0
//
// Tunable parameters of an implementation: names and whole numbers, and the one text form they have,
// `name:PARAM=value,PARAM=value`, in OPENCV_CLCONV_FORCE, in explain() and in tuning files.

#pragma once

#include "util/call_settings.hpp"

namespace cv { namespace clconv {

typedef std::map<std::string, int> Params;

//! "direct:PX=4,ROWS=2", as parseForce reads it
std::string toString(const std::string& name, const Params& params);

//! A forced implementation, with any of its parameters.
struct Force
{
    std::string text; //!< as it was given; empty: nothing is forced
    std::string name;
    Params params;
    std::string error; //!< why the text is invalid; empty if it is valid

    bool empty() const { return text.empty(); }
};

//! Reads `name[:PARAM=value,...]`. Never throws: an invalid text is reported in `error`.
Force parseForce(const std::string& text);

//! What is forced for the calling thread: the innermost ForceScope, else OPENCV_CLCONV_FORCE as it was at the first
//! call.
inline const Force& currentForce()
{
    return currentSetting<Force, &CallSettings::force>("OPENCV_CLCONV_FORCE", parseForce);
}

//! Forces an implementation for the calling thread while it lives: for tests, benchmarks and the tuner.
class ForceScope : public SettingScope<Force, &CallSettings::force>
{
public:
    explicit ForceScope(const std::string& text) : SettingScope(parseForce(text)) {}
};

}} // namespace cv::clconv
