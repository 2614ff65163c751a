// SPDX-License-Identifier: Apache-2.0
//
// Steps that call the library or OpenCV.

#include "step.hpp"
#include "api/filter2d.hpp"
#include "problem/params.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/imgproc.hpp>

#include <sstream>

namespace study {
namespace {

const cv::Point middle(-1, -1);

using Filter2D = void (*)(cv::InputArray, cv::OutputArray, int, cv::InputArray, cv::Point, double, int);

//! One call per source and filter.
std::function<void()> callsOf(Filter2D filter2D, const Workload& work, const std::vector<cv::UMat>& outputs)
{
    return [=]
    {
        for (size_t i = 0; i < outputs.size(); i++)
        {
            cv::UMat dst = outputs[i];
            filter2D(work.sources[i / work.filters.size()], dst, -1, work.filters[i % work.filters.size()], middle, 0,
                     work.border);
        }
    };
}

//! Throws explain()'s reason if another implementation ran than the forced one.
void requireForced(const std::string& force, const Workload& work)
{
    const std::string forcedName = force.substr(0, force.find(':')), refused = forcedName + ": refused, ";
    if (cv::clconv::lastImplementation() == forcedName)
        return;
    std::istringstream lines(cv::clconv::explain(work.sources[0], -1, work.filters[0], middle, work.border));
    for (std::string line; std::getline(lines, line);)
        if (line.compare(0, refused.size(), refused) == 0)
            throw Unsupported(line.substr(refused.size()));
    throw Unsupported("the library ran '" + cv::clconv::lastImplementation() + "' instead");
}

//! The row and the column factor of a separable filter.
std::pair<cv::Mat, cv::Mat> factorsOf(const cv::Mat& filter)
{
    cv::Point largest;
    cv::minMaxLoc(cv::abs(filter), nullptr, nullptr, nullptr, &largest);
    const cv::Mat row = filter.row(largest.y), column = filter.col(largest.x) / filter.at<float>(largest);
    CV_Assert(cv::norm(filter, column * row, cv::NORM_INF) <= 1e-6 * cv::norm(filter, cv::NORM_INF));
    return std::make_pair(row, column);
}

//! Runs the calls once with the implementation forced, as each run of the returned step will.
Call prepareForced(const std::string& force, const Workload& work, const std::vector<cv::UMat>& outputs,
                   const std::function<void()>& calls)
{
    const auto run = [=]
    {
        const cv::clconv::ForceScope forced(force);
        calls();
    };
    run();
    const cv::clconv::ForceScope forced(force);
    requireForced(force, work);
    return {run, outputs, force};
}

Call prepareTwoPass(const std::string& force, const Workload& work, const std::vector<cv::UMat>& outputs)
{
    const size_t filters = work.filters.size();
    std::vector<std::pair<cv::Mat, cv::Mat>> factors;
    for (const cv::Mat& filter : work.filters)
        factors.push_back(factorsOf(filter));
    std::vector<cv::UMat> between;
    for (const cv::UMat& output : outputs)
        between.emplace_back(output.size(), output.type());
    const auto passes = [=]
    {
        for (size_t i = 0; i < outputs.size(); i++)
        {
            cv::UMat rows = between[i], dst = outputs[i];
            const auto& factor = factors[i % filters];
            cv::clconv::filter2D(work.sources[i / filters], rows, -1, factor.first, middle, 0, work.border);
            cv::clconv::filter2D(rows, dst, -1, factor.second, middle, 0, work.border);
        }
    };
    Call call = prepareForced(force, work, outputs, passes);
    call.how = "twice " + force;
    return call;
}

} // namespace

Step forcedStep(const std::string& name, const std::string& claim, const std::string& force)
{
    const auto prepare = [force](const Workload& work, const std::vector<cv::UMat>& outputs)
    { return prepareForced(force, work, outputs, callsOf(cv::clconv::filter2D, work, outputs)); };
    return {name, claim, Clock::Device, true, prepare};
}

Step twoPassStep(const std::string& name, const std::string& claim, const std::string& force)
{
    const auto prepare = [force](const Workload& work, const std::vector<cv::UMat>& outputs)
    { return prepareTwoPass(force, work, outputs); };
    return {name, claim, Clock::Device, true, prepare};
}

Step bankStep(const std::string& claim)
{
    const auto prepare = [](const Workload& work, const std::vector<cv::UMat>& outputs)
    {
        const auto calls = [=]
        {
            const size_t filters = work.filters.size();
            for (size_t i = 0; i < work.sources.size(); i++)
            {
                std::vector<cv::UMat> dst(outputs.begin() + i * filters, outputs.begin() + (i + 1) * filters);
                cv::clconv::filterBank(work.sources[i], dst, -1, work.filters, middle, 0, work.border);
            }
        };
        calls();
        return Call{calls, outputs, cv::clconv::lastImplementation()};
    };
    return {"cv::clconv::filterBank", claim, Clock::Wall, true, prepare};
}

std::vector<Step> withUserSteps(std::vector<Step> steps)
{
    const auto clconv = [](const Workload& work, const std::vector<cv::UMat>& outputs)
    {
        const auto calls = callsOf(cv::clconv::filter2D, work, outputs);
        calls();
        return Call{calls, outputs, cv::clconv::lastImplementation()};
    };
    const auto stock = [](const Workload& work, const std::vector<cv::UMat>& outputs) {
        return Call{callsOf(cv::filter2D, work, outputs), outputs, "OpenCV " CV_VERSION};
    };
    steps.push_back({"cv::clconv::filter2D", "", Clock::Wall, true, clconv});
    steps.push_back({"cv::filter2D on UMat", "", Clock::Wall, false, stock});
    return steps;
}

} // namespace study
