// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Steps take turns. Octaves follow one another, so that one finds in the caches what it would find in the application.

#include "measure.hpp"
#include "../../perf/studies/clock.hpp"
#include "../../perf/studies/list/sellner_workload.hpp"
#include "../../perf/common/device.hpp"
#include "../../perf/common/statistics.hpp"

namespace pyramid
{
namespace
{

using study::Clock;
using study::timeOf;
using Samples = std::vector<double>;

double medianOf(const Samples& samples)
{
    const double ms = bench::median(samples);
    return ms > 0 ? ms : NAN;
}

void measureOctaves(Gradients& gradients, int repetitions, Times& times)
{
    const cv::ocl::OpenCLExecutionContext profiling = bench::profilingContext();
    std::vector<Samples> octaves(study::sellner_workload::octaves);
    Samples sums;
    for (int repetition = 0; repetition < repetitions; repetition++)
    {
        double sum = 0;
        for (size_t octave = 0; octave < octaves.size(); octave++)
        {
            const auto run = [&] { gradients.differentiate(int(octave)); };
            octaves[octave].push_back(timeOf(run, 1, Clock::Device, profiling));
            sum += octaves[octave].back();
        }
        sums.push_back(sum);
    }
    for (const Samples& samples : octaves)
        times.octaves.push_back(medianOf(samples));
    times.device = medianOf(sums);
}

void measureApplication(Gradients& gradients, int repetitions, Times& times)
{
    const auto timed = [&](const std::function<void()>& run, int calls)
    { return timeOf(run, calls, Clock::Wall, cv::ocl::OpenCLExecutionContext()); };
    const auto build = [&] { gradients.build(); };
    const auto differentiate = [&] { gradients.differentiate(); };
    const auto magnify = [&] { gradients.takeMagnitudes(); };
    const int calls = study::callsOfSample(timed(differentiate, 1));
    Samples derivatives, parts[3], sums;
    for (int repetition = 0; repetition < repetitions; repetition++)
    {
        derivatives.push_back(timed(differentiate, calls));
        parts[0].push_back(timed(build, 1));
        parts[1].push_back(timed(differentiate, 1));
        parts[2].push_back(timed(magnify, 1));
        sums.push_back(parts[0].back() + parts[1].back() + parts[2].back());
    }
    times.derivatives = medianOf(derivatives);
    times.build = medianOf(parts[0]);
    times.differentiate = medianOf(parts[1]);
    times.magnify = medianOf(parts[2]);
    times.application = medianOf(sums);
}

} // namespace

Times measure(Gradients& gradients, int repetitions)
{
    Times times = {};
    gradients.build(); // a first call builds programs
    gradients.differentiate();
    gradients.takeMagnitudes();
    measureOctaves(gradients, repetitions, times);
    measureApplication(gradients, repetitions, times);
    return times;
}

} // namespace pyramid
