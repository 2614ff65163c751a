// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What was measured: a row for each step, size and filter, and the questions that verdicts and charts ask of all of them.

#pragma once

#include "../steps/step.hpp"
#include "../../common/statistics.hpp"

#include <cmath>

namespace study
{

struct Row
{
    std::string study, step, size, filter, claim;
    int width = 0; //!< the filter's
    Clock clock = Clock::Device;
    std::vector<double> times; //!< milliseconds, one for each repetition; none where the step was left out
    double pixels = 0;         //!< outputs a time stands for
    double baseMs = NAN;       //!< of the study's base step on the same size and filter
    std::string check;         //!< ok, wrong, failed or left out
    std::string reason;        //!< for the last two
    std::string how;           //!< what ran

    double ms() const { return bench::median(times); }
    double ratio() const { return baseMs / ms(); }
    double gpixels() const { return 1e-6 * pixels / ms(); }
};

//! The rows of one study.
class Rows
{
public:
    Rows() = default;
    explicit Rows(std::vector<Row> list) : list_(std::move(list)) {}

    const std::vector<Row>& list() const { return list_; }
    //! Each once, in the order in which they were measured.
    std::vector<std::string> steps() const { return distinct(&Row::step); }
    std::vector<std::string> sizes() const { return distinct(&Row::size); }
    std::vector<std::string> filters() const { return distinct(&Row::filter); }

    //! null where there is none
    const Row* find(const std::string& step, const std::string& size, const std::string& filter) const;

    using Condition = std::function<bool(const Row&)>;
    //! Time of step a ÷ time of step b, for each size and filter that meets the condition and where both are known.
    std::vector<double> ratios(
        const std::string& a, const std::string& b, const Condition& where = [](const Row&) { return true; }) const;

private:
    std::vector<std::string> distinct(std::string Row::*name) const;

    std::vector<Row> list_;
};

//! Conditions
inline Rows::Condition widthIn(int least, int most)
{
    return [=](const Row& row) { return row.width >= least && row.width <= most; };
}

} // namespace study
