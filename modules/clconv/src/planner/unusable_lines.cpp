// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The problems that are tried.

#include "planner/unusable_lines.hpp"
#include "coefficients/specialization.hpp"
#include "implementations/implementation.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! Values of a range that stand for all of them: the listed ones inside, and its bounds unless they are huge.
std::vector<int> samples(const Interval& range, std::initializer_list<int> listed)
{
    std::vector<int> values;
    for (int value : listed)
        if (range.holds(value))
            values.push_back(value);
    for (int bound : {range.min, range.max})
        if (bound <= 1024 && std::find(values.begin(), values.end(), bound) == values.end())
            values.push_back(bound);
    return values;
}

std::vector<int> depths(int depth)
{
    if (depth >= 0)
        return {depth};
    return {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S, CV_32F, CV_64F};
}

//! An image of 1920x1080 with a filter of one tap in each of two corners.
Problem problemOf(int srcDepth, int dstDepth, int channels, Size filter, bool bank)
{
    Problem p;
    p.srcDepth = srcDepth;
    p.dstDepth = dstDepth;
    p.channels = channels;
    p.filterSize = filter;
    p.filterCount = bank ? 3 : 1;
    p.border = BORDER_REPLICATE;
    p.fourier = true;
    p.size = p.readable = Size(1920, 1080);
    p.srcPitch = p.size.width;
    p.wideIndex = false;
    if (!bank && filter.area() <= 64 * 64)
    {
        Mat taps = Mat::zeros(filter, p.accDepth());
        taps.row(0).col(0).setTo(1);
        taps.row(filter.height - 1).col(filter.width - 1).setTo(2);
        const std::vector<uchar> packed(taps.data, taps.data + taps.total() * taps.elemSize());
        p.specializedTaps = std::make_shared<SpecializedTaps>(specializedTapsOf(packed, filter.width, p.accDepth()));
    }
    return p;
}

//! What became of the problems that were tried with one line.
struct Attempts
{
    bool supported = false; //!< one supports the line's parameters
    std::string reason;     //!< the first one that supports the implementation's own parameters, and not the line's
};

//! Tries all ranks and slices, the best and worst row alignment.
void attempt(const TuningEntry& entry, const Implementation& impl, const DeviceTraits& traits, Problem p,
             Attempts& attempts)
{
    for (int rank = 0; rank <= maxRank; ++rank)
        for (RowAlignment alignment : {RowAlignment::Vector16, RowAlignment::None})
            for (int slices = maxSlices; slices > 0; --slices)
            {
                p.rank = rank;
                p.rowAlignment = alignment;
                p.slices = slices;
                if (attempts.supported || !entry.problems.holds(p) ||
                    !hold(entry.problems.conditions, quantitiesOf(p, traits)))
                    continue;
                Params params;
                const std::string reason = complete(impl, p, traits, entry.params, params);
                attempts.supported = reason.empty();
                if (!reason.empty() && attempts.reason.empty() && complete(impl, p, traits, Params(), params).empty())
                    attempts.reason = reason;
            }
}

Attempts attemptAll(const TuningEntry& entry, const Implementation& impl, const DeviceTraits& traits)
{
    const ProblemClass& problems = entry.problems;
    Attempts attempts;
    for (int channels : samples(problems.channels, {1, 2, 3, 4}))
        for (int height : samples(problems.height, {3, 9, 31}))
            for (int width : samples(problems.width, {3, 9, 31}))
                for (int srcDepth : depths(problems.srcDepth))
                    for (int dstDepth : depths(problems.dstDepth))
                        for (bool bank : {false, true})
                            if (!attempts.supported && (!bank || impl.has(TakesFilters)))
                                attempt(entry, impl, traits,
                                        problemOf(srcDepth, dstDepth, channels, Size(width, height), bank), attempts);
    return attempts;
}

} // namespace

std::vector<std::string> unusableLines(const TuningTable& table, const DeviceTraits& traits)
{
    std::vector<std::string> lines;
    for (const TuningEntry& entry : table.entries)
    {
        const Implementation* impl = implementationOf(entry.implementation);
        if (!impl || entry.params.empty() || !entry.devices.holds(traits))
            continue;
        const Attempts attempts = attemptAll(entry, *impl, traits);
        if (!attempts.supported && !attempts.reason.empty())
            lines.push_back(entry.source + ": " + attempts.reason);
    }
    return lines;
}

} // namespace clconv
} // namespace cv
