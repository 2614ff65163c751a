// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Whether a study's claim holds on this device, by the numbers.

#pragma once

#include <string>
#include <vector>

namespace study
{

struct Verdict
{
    enum Answer
    {
        Holds,
        DoesNot,
        NotMeasured
    };
    std::string claim;
    Answer answer;
    std::string numbers;
};

//! "0.68 (0.55 to 0.82, 21 cases)": geometric mean, and from where to where
std::string summary(const std::vector<double>& ratios);

//! A claim that comes with a number: the geometric mean is within a quarter of it.
Verdict about(const std::string& claim, double claimed, const std::vector<double>& ratios);

//! ... with two numbers: it is between them, or within a quarter of one.
Verdict between(const std::string& claim, double least, double most, const std::vector<double>& ratios);

//! A claim that is true or not. Without ratios it was not measured.
Verdict whether(const std::string& claim, bool holds, const std::vector<double>& ratios);
Verdict whether(const std::string& claim, bool holds, const std::string& numbers);
Verdict notMeasured(const std::string& claim);

//! "holds", "does not hold", "not measured"
std::string wordsOf(Verdict::Answer answer);

} // namespace study
