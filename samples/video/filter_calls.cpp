// SPDX-License-Identifier: Apache-2.0
//
// Filters as stages of clconv's chains.

#include "filter_calls.hpp"

#include <algorithm>

namespace samples {

cv::clconv::Chain clconvChain(const FilterChain& chain, size_t count)
{
    cv::clconv::Chain stages;
    for (size_t i = 0; i < std::min(count, chain.filters.size()); i++)
    {
        const Filter& filter = chain.filters[i];
        if (filter.kernel.empty())
            stages.gradientMagnitude(CV_32F, cv::FILTER_SCHARR, true, chain.border).convertTo(chain.depth, .5);
        else
            stages.filter2D(-1, filter.kernel, filter.anchor, filter.delta, chain.border);
    }
    return stages;
}

} // namespace samples
