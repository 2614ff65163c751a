// SPDX-License-Identifier: Apache-2.0
//
// Thinning out samples, and the steady part of a run.

#include "recorder.hpp"

#include <algorithm>
#include <fstream>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace samples {

namespace {

const double firstInterval = 0.25; // seconds
const size_t maxSamples = 960;     // more than a chart has pixels for
const double recentSeconds = 1;

} // namespace

double residentMegabytes()
{
#ifdef _WIN32
    return 0;
#else
    long total = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return double(resident) * double(sysconf(_SC_PAGESIZE)) / (1 << 20);
#endif
}

void Recorder::observe(const Figures& figures)
{
    observeSteadyPart(figures);
    Counts counts{figures.seconds, {}};
    for (const StreamFigures& stream : figures.streams)
        counts.delivered.push_back(stream.delivered);
    recent_.push_back(counts);
    while (recent_.size() > 2 && recent_[1].seconds < figures.seconds - recentSeconds)
        recent_.erase(recent_.begin());

    if (!samples_.empty() && figures.seconds < samples_.back().seconds + std::max(interval_, firstInterval))
        return;
    Sample sample{figures.seconds, figures.delivered(), {}, residentMegabytes()};
    for (const DeviceFigures& device : figures.devices)
        sample.deviceBusySeconds.push_back(device.busySeconds);
    samples_.push_back(sample);
    if (samples_.size() <= maxSamples)
        return;
    for (size_t i = 0; 2 * i < samples_.size(); i++)
        samples_[i] = samples_[2 * i];
    samples_.resize((samples_.size() + 1) / 2);
    interval_ = 2 * std::max(interval_, firstInterval);
}

void Recorder::observeSteadyPart(const Figures& figures)
{
    const auto without = [](const StreamFigures& stream) { return !stream.error.empty(); };
    const bool begun = std::all_of(figures.streams.begin(), figures.streams.end(),
                                   [&](const StreamFigures& s) { return without(s) || s.delivered > 0; });
    const bool ended = std::any_of(figures.streams.begin(), figures.streams.end(),
                                   [&](const StreamFigures& s) { return !without(s) && s.ended; });
    if (!begin_.known && begun && !ended)
        begin_ = {figures.seconds, figures.delivered(), true};
    if (begin_.known && !end_.known)
        end_ = {figures.seconds, figures.delivered(), ended};
}

void Recorder::complete(Figures& figures) const
{
    figures.samples = samples_;
    figures.steadySeconds = begin_.known ? end_.seconds - begin_.seconds : 0;
    figures.steadyFrames = begin_.known ? end_.frames - begin_.frames : 0;
}

double Recorder::recentRate(const StreamFigures& stream, double seconds) const
{
    if (recent_.empty() || seconds <= recent_.front().seconds)
        return 0;
    const Counts& then = recent_.front();
    return double(stream.delivered - then.delivered[size_t(stream.index)]) / (seconds - then.seconds);
}

} // namespace samples
