// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The values for implementations that list none.

#include "implementations/parameter_space.hpp"
#include "implementations/parameters.hpp"

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

//! Leaves the values out that are outside the range of the parameter's declaration.
std::vector<int> declared(const std::string& name, std::vector<int> values)
{
    for (const Parameter& parameter : parameters())
        if (name == parameter.name)
            values.erase(std::remove_if(values.begin(), values.end(),
                                        [&](int value) { return value < parameter.min || value > parameter.max; }),
                         values.end());
    return values;
}

} // namespace

Space spaceWithInvalidValues(const Implementation& impl, const Problem& problem, const DeviceTraits& traits)
{
    if (impl.space)
        return impl.space(problem, traits);
    Space space;
    for (const auto& param : impl.defaults(problem, traits, Params()).params)
        space.push_back(std::make_pair(param.first, around(param.second)));
    return space;
}

Space spaceOf(const Implementation& impl, const Problem& problem, const DeviceTraits& traits)
{
    Space space = spaceWithInvalidValues(impl, problem, traits);
    if (!impl.space)
        for (auto& values : space)
            values.second = declared(values.first, values.second);
    return space;
}

} // namespace clconv
} // namespace cv
