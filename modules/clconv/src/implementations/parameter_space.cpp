// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Parameter spaces.

#include "implementations/parameter_space.hpp"

namespace cv
{
namespace clconv
{
namespace
{

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

Space spaceOf(const Implementation& impl, const Problem& problem, const DeviceTraits& traits)
{
    if (impl.space)
        return impl.space(problem, traits);
    Space space;
    for (const auto& param : impl.defaults(problem, traits, Params()).params)
        space.push_back(std::make_pair(param.first, around(param.second)));
    return space;
}

} // namespace clconv
} // namespace cv
