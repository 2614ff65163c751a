// SPDX-License-Identifier: Apache-2.0
//
// Looking at calls instead of running them: for explain(), isReady(), and counts of programs.

#pragma once

#include "problem/plan.hpp"

#include <set>

namespace cv { namespace clconv {

//! While it lives, the calling thread's calls are planned: they launch nothing, and write to no image of the caller.
class Inquiry
{
public:
    //! Reports a call, or one launch for several.
    void add(const Problem& problem, const std::vector<Verdict>& verdicts, bool isReady);
    //! Counts the programs of a plan.
    void add(const Plan& plan);

    const std::vector<Verdict>& verdicts() const { return verdicts_; }  //!< of all calls
    const std::vector<Problem>& problems() const { return problems_; }  //!< of all launches, also of refused ones
    const std::string& text() const { return text_; }                   //!< as explain() returns it
    bool areReady() const { return ready_; }                            //!< whether all find their programs built
    const std::set<std::string>& programs() const { return programs_; } //!< by file and build options

private:
    const PointerScope<Inquiry, &CallSettings::inquiry> scope_{this};
    std::vector<Problem> problems_;
    std::vector<Verdict> verdicts_;
    std::string text_;
    bool ready_ = true;
    std::set<std::string> programs_;
};

}} // namespace cv::clconv
