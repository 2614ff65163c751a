// SPDX-License-Identifier: Apache-2.0
//
// Derives verdicts from ratios.

#include "verdict.hpp"
#include "../common/statistics.hpp"

#include <opencv2/core.hpp>

namespace study {

std::string summary(const std::vector<double>& ratios)
{
    const auto ends = std::minmax_element(ratios.begin(), ratios.end());
    if (ratios.size() < 2)
        return ratios.empty() ? "" : cv::format("%.2f", ratios[0]);
    return cv::format("%.2f (%.2f to %.2f, %zu cases)", bench::geometricMean(ratios), *ends.first, *ends.second,
                      ratios.size());
}

Verdict about(const std::string& claim, double claimed, const std::vector<double>& ratios)
{
    return between(claim, claimed, claimed, ratios);
}

Verdict between(const std::string& claim, double minimum, double maximum, const std::vector<double>& ratios)
{
    const double mean = bench::geometricMean(ratios), near = 1.25;
    return whether(claim, mean <= maximum * near && mean >= minimum / near, ratios);
}

Verdict whether(const std::string& claim, bool holds, const std::vector<double>& ratios)
{
    return ratios.empty() ? notMeasured(claim) : whether(claim, holds, summary(ratios));
}

Verdict whether(const std::string& claim, bool holds, const std::string& numbers)
{
    return {claim, holds ? Verdict::Holds : Verdict::DoesNot, numbers};
}

Verdict notMeasured(const std::string& claim)
{
    return {claim, Verdict::NotMeasured, ""};
}

std::string textOf(Verdict::Answer answer)
{
    return answer == Verdict::Holds ? "holds" : answer == Verdict::DoesNot ? "does not hold" : "not measured";
}

} // namespace study
