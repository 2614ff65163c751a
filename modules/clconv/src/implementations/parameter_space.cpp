// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The listed values, and those for implementations that list none.

#include "implementations/parameter_space.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! A quarter to four times the value; of 0 and 1, which are often switches, the smallest numbers.
std::vector<int> around(int value)
{
    if (value == 0 || value == 1)
        return {0, 1, 2, 4};
    std::vector<int> values;
    for (int divisor : {4, 2})
        if (value % divisor == 0)
            values.push_back(value / divisor);
    for (int factor : {1, 2, 4})
        values.push_back(value * factor);
    return values;
}

} // namespace

Space spaceOf(const Implementation& impl, const Problem& problem, const DeviceTraits& traits, bool validOnly)
{
    const Params defaults = impl.defaults(problem, traits);
    Space space;
    for (const ParamSpec& spec : impl.parameters)
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

} // namespace clconv
} // namespace cv
