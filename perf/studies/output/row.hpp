// SPDX-License-Identifier: Apache-2.0
//
// A result per step, size and filter, and the look-ups that verdicts use.

#pragma once

#include "../steps/step.hpp"
#include "../../common/statistics.hpp"

#include <cmath>

namespace study {

struct Row
{
    std::string study, step, size, filter, claim;
    int width = 0; //!< of the filter
    Clock clock = Clock::Device;
    std::vector<double> times; //!< milliseconds, one per repetition; none if the step was left out
    double pixels = 0;         //!< number computed in that time
    double baseMs = NAN;       //!< time of the study's base step on the same size and filter
    std::string check;         //!< ok, wrong, failed or left out
    std::string reason;        //!< of failed or left out
    std::string how;           //!< the implementation or the build options

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
    //! Distinct names, in the order of measurement.
    std::vector<std::string> steps() const { return distinct(&Row::step); }
    std::vector<std::string> sizes() const { return distinct(&Row::size); }
    std::vector<std::string> filters() const { return distinct(&Row::filter); }

    //! Null if there is none.
    const Row* find(const std::string& step, const std::string& size, const std::string& filter) const;

    using Condition = std::function<bool(const Row&)>;
    //! Time of step a ÷ time of step b, for each size and filter that meets the condition and has both.
    std::vector<double> ratios(
        const std::string& a, const std::string& b, const Condition& where = [](const Row&) { return true; }) const;

private:
    std::vector<std::string> distinct(std::string Row::*name) const;

    std::vector<Row> list_;
};

//! A condition for Rows::ratios().
inline Rows::Condition widthIn(int minimum, int maximum)
{
    return [=](const Row& row) { return row.width >= minimum && row.width <= maximum; };
}

} // namespace study
