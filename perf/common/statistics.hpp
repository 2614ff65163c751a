// SPDX-License-Identifier: Apache-2.0
//
// Medians, quantiles and geometric means of measured times, for benchmark, tuner and case studies.

#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace bench {

//! The q-quantile, q from 0 to 1, with linear interpolation between neighbours; NAN if there are no values.
inline double quantile(std::vector<double> values, double q)
{
    if (values.empty())
        return std::numeric_limits<double>::quiet_NaN();
    std::sort(values.begin(), values.end());
    const double position = q * double(values.size() - 1);
    const size_t below = size_t(position), above = std::min(below + 1, values.size() - 1);
    return values[below] + (position - double(below)) * (values[above] - values[below]);
}

inline double median(const std::vector<double>& values)
{
    return quantile(values, 0.5);
}

//! NAN if there are no values, or one of them is NAN.
inline double geometricMean(const std::vector<double>& values)
{
    double logs = 0;
    for (double value : values)
        logs += std::log(value);
    return std::exp(logs / double(values.size()));
}

} // namespace bench
