// SPDX-License-Identifier: Apache-2.0
//
// Whether a study's claim holds on this device, according to the measured ratios.

#pragma once

#include <string>
#include <vector>

namespace study {

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

//! "0.68 (0.55 to 0.82, 21 cases)": geometric mean, minimum, maximum
std::string summary(const std::vector<double>& ratios);

//! A claim of a number. It holds if the geometric mean is within 25 % of it.
Verdict about(const std::string& claim, double claimed, const std::vector<double>& ratios);

//! A claim of a range. It holds if the geometric mean is in it, or within 25 % of one end.
Verdict between(const std::string& claim, double minimum, double maximum, const std::vector<double>& ratios);

//! A qualitative claim. Without ratios the answer is that it was not measured.
Verdict whether(const std::string& claim, bool holds, const std::vector<double>& ratios);
Verdict whether(const std::string& claim, bool holds, const std::string& numbers);
Verdict notMeasured(const std::string& claim);

//! "holds", "does not hold", "not measured"
std::string textOf(Verdict::Answer answer);

} // namespace study
