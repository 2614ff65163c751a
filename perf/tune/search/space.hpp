// SPDX-License-Identifier: Apache-2.0
//
// The parameter values among which the tuner searches. Tests and the golden plans draw from them too.

#pragma once

#include "implementations/implementation.hpp"

namespace tune {

//! Values to try for each parameter, the most influential parameter first.
typedef std::vector<std::pair<std::string, std::vector<int>>> Space;

//! A quarter to four times the value; for 0 and 1, which are often switches, the smallest numbers.
inline std::vector<int> around(int value)
{
    if (value == 0 || value == 1)
        return {0, 1, 2, 4};
    std::vector<int> values;
    for (int divisor : {4, 2})
        if (value % divisor == 0)
            values.push_back(value / divisor);
    values.insert(values.end(), {value, value * 2, value * 4});
    return values;
}

//! The values that the implementation lists for the tuner, for the parameters that it decides for the problem. If it
//! lists none: a quarter to four times its defaults (0, 1, 2 and 4 for a default of 0 or 1). Values that are invalid
//! for every problem are left out.
//! @param validOnly false: includes these values, to test refusals
inline Space spaceOf(const cv::clconv::Implementation& impl, const cv::clconv::Problem& problem,
                     const cv::clconv::DeviceTraits& traits, bool validOnly = true)
{
    const cv::clconv::Params defaults = impl.defaults(problem, traits);
    Space space;
    for (const cv::clconv::ParamSpec& spec : impl.parameters)
    {
        std::vector<int> values;
        for (size_t i = 0; i < spec.tried.count && defaults.count(spec.name) != 0; ++i)
            values.push_back(spec.tried.list[i].in(problem, traits));
        if (!values.empty())
            space.push_back({spec.name, values});
    }
    if (space.empty())
        for (const auto& param : defaults)
            space.push_back({param.first, around(param.second)});
    if (!validOnly)
        return space;
    for (auto& values : space)
    {
        const auto isRefused = [&](int value) { return !impl.parameters.refusal({{values.first, value}}).empty(); };
        values.second.erase(std::remove_if(values.second.begin(), values.second.end(), isRefused), values.second.end());
    }
    return space;
}

} // namespace tune
