// SPDX-License-Identifier: Apache-2.0
//
// Measures device times, and wall times on CPU devices.

#include "cell_bench.hpp"
#include "../../common/device.hpp"

#include <algorithm>
#include <limits>

namespace tune {

CellBench::CellBench(const Cell& cell, bench::ImagePairs& images, bool cpu) :
    case_(cell.c), images_(images), cpu_(cpu), chain_(usualChainOf(cell.c)), profiling_(bench::profilingContext())
{
    if (!chain_)
        kernels_ = kernelsOf(cell.c, cell.filters);
}

std::unique_ptr<Candidate> CellBench::open(const std::string& implementation, const ParamSet& set)
{
    std::unique_ptr<Candidate> candidate(new Candidate{implementation, set, nullptr, 0});
    const std::string text = candidate->text();
    if (chain_)
    {
        const cv::clconv::Chain chain = chain_->chain(settingsOf(case_)); // if shared it would forget plans
        const auto apply = [chain](const cv::UMat& src, cv::UMat& dst) { chain.apply(src, dst); };
        candidate->subject.reset(new bench::Subject(case_, apply, images_, text, !text.empty()));
    }
    else if (kernels_.size() > 1)
        candidate->subject.reset(new bench::Subject(case_, kernels_, images_, text, !text.empty()));
    else
        candidate->subject.reset(
            new bench::Subject(bench::Engine::Clconv, case_, kernels_[0], images_, text, !text.empty()));
    candidate->subject->warmUp();
    if (!candidate->subject->refusal.empty())
        return nullptr;
    candidate->onceUs = candidate->subject->once();
    return candidate;
}

double CellBench::microseconds(const Candidate& candidate) const
{
    return cpu_ ? candidate.subject->wallUs() : candidate.subject->deviceUs();
}

bool CellBench::compare(const Candidates& candidates, int rounds, double cutoff, Clock::time_point end) const
{
    for (Candidate* candidate : candidates)
        candidate->subject->forget();
    Candidates running = candidates;
    for (int round = 0; round < rounds && (round == 0 || running.size() > 1); round++)
    {
        for (size_t i = 0; i < running.size(); i++)
        {
            if (Clock::now() >= end)
                return round > 0;
            bench::Subject& subject = *running[(i + size_t(round)) % running.size()]->subject;
            if (cpu_)
                subject.roundOfCalls(); // events of CPU devices are no more precise than this
            else
                subject.roundOfEvents(profiling_);
        }
        double best = std::numeric_limits<double>::infinity();
        for (const Candidate* candidate : running)
            best = std::min(best, microseconds(*candidate));
        running.erase(std::remove_if(running.begin(), running.end(),
                                     [&](const Candidate* candidate)
                                     { return microseconds(*candidate) > cutoff * best; }),
                      running.end());
    }
    return true;
}

//! Checks the first output.
bool CellBench::isRightChain()
{
    if (expectedOfChain_.empty())
    {
        cv::UMat result;
        chain_->oneByOne(settingsOf(case_))(images_.first().src, result);
        result.copyTo(expectedOfChain_);
    }
    cv::Mat output;
    images_.first().dst.copyTo(output);
    return output.type() == expectedOfChain_.type() && cv::norm(output, expectedOfChain_, cv::NORM_INF) == 0;
}

bool CellBench::isRight(Candidate& candidate)
{
    if (chain_)
    {
        candidate.subject->warmUp();
        return isRightChain();
    }
    if (expected_.empty())
        for (const cv::Mat& kernel : kernels_)
            expected_.emplace_back(images_.first().src, case_, kernel, bench::Expected::Rows::Samples);
    candidate.subject->warmUp();
    const std::vector<cv::UMat> outputs = images_.outputs(images_.first(), kernels_.size());
    for (size_t i = 0; i < outputs.size(); i++)
        if (!(expected_[i].difference(outputs[i]) <= expected_[i].tolerance()))
            return false;
    return true;
}

} // namespace tune
