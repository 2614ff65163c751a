// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Builds, checks and times candidates.

#include "workload.hpp"
#include "coefficients/coefficients.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tune
{
namespace
{

using namespace cv::clconv;

Problem problemOf(const bench::Case& c, const cv::UMat& src, const cv::UMat& dst, const cv::Mat& kernel)
{
    const FilterTraits traits = analyse(kernel, sumDepth(src.depth(), dst.depth())).traits();
    const cv::Point middle(c.ksize / 2, c.ksize / 2);
    return describe(layoutOf(src), layoutOf(dst), kernel.size(), middle, c.border.type, traits).problem;
}

} // namespace

Workload::Workload(const std::vector<bench::Case>& cases, PairsBySize& pairsBySize, bool cpu) :
    cases_(cases), pairsBySize_(pairsBySize), cpu_(cpu), kernel_(bench::makeKernel(cases[0].kernel, cases[0].ksize)),
    profiling_(bench::profilingContext())
{
    for (size_t i = 0; i < cases.size(); i++)
    {
        const bench::Pair& images = pairsBySize[i]->first();
        problems_.push_back(problemOf(cases[i], images.src, images.dst, kernel_));
        expected_.emplace_back(images.src, cases[i], kernel_);
    }
}

Sets Workload::complete(const Implementation& impl, const DeviceTraits& traits, const Params& given) const
{
    Sets sets;
    for (const Problem& problem : problems_)
    {
        sets.emplace_back();
        if (!cv::clconv::complete(impl, problem, traits, given, sets.back()).empty())
            return Sets();
    }
    return sets;
}

std::unique_ptr<Candidate> Workload::enter(const Implementation& impl, const Params& given, const Sets& sets,
                                           const Candidate* other)
{
    const double farSlower = 4; // for one call, whose time includes host time and noise
    std::unique_ptr<Candidate> candidate(new Candidate{&impl, given, sets, {}, "", "", false, 0});
    for (size_t i = 0; i < cases_.size() && candidate->good(); i++)
    {
        const std::string text = toString(impl.name, sets[i]);
        candidate->subjects.emplace_back(
            new bench::Subject(bench::Engine::Clconv, cases_[i], kernel_, *pairsBySize_[i], text, true));
        bench::Subject& subject = *candidate->subjects.back();
        subject.warmUp();
        candidate->refusal = subject.refusal;
        if (i == 0 && candidate->refusal.empty())
            candidate->onceUs = subject.once();
        candidate->slow = other && candidate->onceUs > farSlower * other->onceUs;
        if (expected_[i].difference(pairsBySize_[i]->first().dst) > expected_[i].tolerance())
            candidate->wrong = text + " at " + bench::nameOf(cases_[i].size);
    }
    return candidate;
}

//! One round of device times; of a CPU device wall times, since its events are no more precise.
void Workload::time(Candidate& candidate) const
{
    for (auto& subject : candidate.subjects)
        if (cpu_)
            subject->roundOfCalls();
        else
            subject->roundOfEvents(profiling_);
}

double Workload::microseconds(const Candidate& candidate) const
{
    double logs = 0;
    for (const auto& subject : candidate.subjects)
        logs += std::log(cpu_ ? subject->wallUs() : subject->deviceUs());
    return std::exp(logs / double(candidate.subjects.size()));
}

void Workload::compare(const Candidates& candidates, int rounds, double cutoff) const
{
    for (Candidate* candidate : candidates)
        for (auto& subject : candidate->subjects)
            subject->forget();
    Candidates running = candidates;
    for (int round = 0; round < rounds && (round == 0 || running.size() > 1); round++)
    {
        for (size_t i = 0; i < running.size(); i++)
            time(*running[(i + size_t(round)) % running.size()]);
        double best = std::numeric_limits<double>::infinity();
        for (const Candidate* candidate : running)
            best = std::min(best, microseconds(*candidate));
        running.erase(std::remove_if(running.begin(), running.end(),
                                     [&](const Candidate* candidate)
                                     { return microseconds(*candidate) > cutoff * best; }),
                      running.end());
    }
}

} // namespace tune
