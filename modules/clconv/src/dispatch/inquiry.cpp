// SPDX-License-Identifier: Apache-2.0
//
// What is reported about calls.

#include "dispatch/inquiry.hpp"
#include "implementations/implementation.hpp"
#include "planner/make_plan.hpp"

namespace cv { namespace clconv {

void Inquiry::add(const Problem& problem, const std::vector<Verdict>& verdicts, bool isReady)
{
    problems_.push_back(problem);
    verdicts_.insert(verdicts_.end(), verdicts.begin(), verdicts.end());
    text_ += lineOf(problem) + "\n" + toText(verdicts);
    ready_ = ready_ && isReady;
}

void Inquiry::add(const Plan& plan)
{
    if (plan.impl)
        for (const Plan& one : launchesOf(plan))
            programs_.insert(std::string(one.impl->source->name) + " " + one.options.text());
}

}} // namespace cv::clconv
