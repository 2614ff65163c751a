// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Padding and grouping the filters of a bank.

#include "api/several/bank_groups.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

Mat padded(const Call& call, Point anchor, Size size)
{
    const Point before = anchor - call.anchor;
    Mat result;
    copyMakeBorder(call.kernels[0], result, before.y, size.height - before.y - call.filterSize.height, before.x,
                   size.width - before.x - call.filterSize.width, BORDER_CONSTANT | BORDER_ISOLATED);
    return result;
}

} // namespace

std::vector<BankFilter> padToCommonSize(ContextCache& cache, const std::vector<BankFilter>& filters)
{
    Point anchor, last;
    int64 taps = 0;
    for (const BankFilter& filter : filters)
    {
        const Call& call = filter.call;
        const Point behind = Point(call.filterSize) - call.anchor;
        anchor = Point(std::max(anchor.x, call.anchor.x), std::max(anchor.y, call.anchor.y));
        last = Point(std::max(last.x, behind.x), std::max(last.y, behind.y));
        taps += int64(call.filterSize.width) * call.filterSize.height;
    }
    const Size size(anchor + last);
    const bool finite = !filters.empty() && CV_MAT_DEPTH(filters[0].call.srcType) <= CV_32S;
    if (!finite || int64(size.width) * size.height * int64(filters.size()) > 2 * taps)
        return filters;
    std::vector<BankFilter> result = filters;
    for (BankFilter& filter : result)
        if (filter.call.filterSize != size)
        {
            filter.call.kernels[0] = padded(filter.call, anchor, size);
            filter.call.anchor = anchor;
            filter.call.filterSize = size;
            filter.coefficients = cache.coefficients(filter.call.kernels, filter.call.accDepth());
        }
    return result;
}

std::vector<Group> groupFilters(const std::vector<BankFilter>& filters)
{
    std::vector<Group> groups;
    for (const BankFilter& filter : filters)
    {
        const Call& call = filter.call;
        const auto fits = [&](const Group& group)
        {
            return group.call.filterSize == call.filterSize && group.call.anchor == call.anchor &&
                   equalForPlanning(CV_MAT_DEPTH(call.srcType), CV_MAT_DEPTH(call.dstType),
                                    group.coefficients[0]->traits(), filter.coefficients->traits());
        };
        auto group = std::find_if(groups.begin(), groups.end(), fits);
        if (group == groups.end())
            group = groups.insert(groups.end(), Group{call, {}, {}});
        group->coefficients.push_back(filter.coefficients);
        group->indices.push_back(filter.index);
    }
    return groups;
}

} // namespace clconv
} // namespace cv
