// SPDX-License-Identifier: Apache-2.0
//
// Sums, shares and limits.

#include "figures.hpp"

#include <algorithm>

namespace samples {

namespace {

//! Stages of a worker; the others have a thread for each stream.
bool isWorkers(int stage)
{
    return stage == uploadStage || stage == filterStage || stage == downloadStage;
}

Limit largestOf(const std::array<double, stageCount>& shares)
{
    const auto largest = std::max_element(shares.begin(), shares.end());
    return {int(largest - shares.begin()), *largest};
}

//! The shares of the threads that a stream passes: its own two, and those of its worker, which other streams use too.
std::array<double, stageCount> sharesOf(const Figures& figures, const StreamFigures& stream)
{
    std::array<double, stageCount> shares{};
    for (const StreamFigures& other : figures.streams)
        for (int stage = 0; stage < stageCount; stage++)
            if (isWorkers(stage) ? other.device == stream.device && other.worker == stream.worker
                                 : other.index == stream.index)
                shares[stage] += other.stages[stage].seconds / std::max(figures.seconds, 1e-9);
    return shares;
}

} // namespace

std::string Limit::text() const
{
    return share > 0 ? cv::format("%s %.0f %%", nameOf(stage), 100 * share) : "-";
}

int64 Figures::decoded() const
{
    int64 sum = 0;
    for (const StreamFigures& stream : streams)
        sum += stream.decoded;
    return sum;
}

int64 Figures::delivered() const
{
    int64 sum = 0;
    for (const StreamFigures& stream : streams)
        sum += stream.delivered;
    return sum;
}

int64 Figures::lost() const
{
    int64 sum = 0;
    for (const StreamFigures& stream : streams)
        if (stream.error.empty() && stream.ended)
            sum += stream.decoded - stream.delivered;
    return sum;
}

Difference Figures::difference() const
{
    Difference sum;
    for (const StreamFigures& stream : streams)
        sum.add(stream.difference);
    return sum;
}

double Figures::maxMegabytes() const
{
    double largest = 0;
    for (const Sample& sample : samples)
        largest = std::max(largest, sample.megabytes);
    return largest;
}

double Figures::earlyMegabytes() const
{
    return samples.empty() ? 0 : samples[samples.size() / 5].megabytes;
}

void summarize(Figures& figures)
{
    figures.stages = {};
    for (StreamFigures& stream : figures.streams)
        for (int stage = 0; stage < stageCount; stage++)
        {
            figures.stages[stage].frames += stream.stages[stage].frames;
            figures.stages[stage].seconds += stream.stages[stage].seconds;
        }
    for (int stage = 0; stage < stageCount; stage++)
    {
        const double threads = isWorkers(stage) ? figures.workers : double(figures.streams.size());
        figures.shares[stage] = figures.stages[stage].seconds / std::max(figures.seconds * threads, 1e-9);
    }
    figures.limit = largestOf(figures.shares);
    for (StreamFigures& stream : figures.streams)
        stream.limit = largestOf(sharesOf(figures, stream));
}

std::string limitSentence(const Figures& figures)
{
    if (figures.delivered() == 0)
        return "no frame came to its end";
    if (figures.limit.share < 0.5)
        return cv::format("no stage limits: the busiest is %s, %.0f %% of the time", nameOf(figures.limit.stage),
                          100 * figures.limit.share);
    const std::string limit = cv::format("%s limits: its threads are busy %.0f %% of the time",
                                         nameOf(figures.limit.stage), 100 * figures.limit.share);
    const std::string filter = cv::format(", those of the filter %.0f %%", 100 * figures.shares[filterStage]);
    switch (figures.limit.stage)
    {
    case decodeStage:
    case encodeStage: return limit + filter + "; --source=synthetic --sink=none shows the filter without both";
    case checkStage: return limit + filter + "; without a comparison the run shows speed";
    case filterStage: return limit;
    default: return limit + filter;
    }
}

} // namespace samples
