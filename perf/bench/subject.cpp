// SPDX-License-Identifier: Apache-2.0
//
// Calls and times one engine.

#include "subject.hpp"
#include "../common/command_line.hpp"
#include "api/filter2d.hpp"
#include "../common/device.hpp"
#include "dispatch/inquiry.hpp"
#include "util/profiling.hpp"
#include "planner/current_tuning.hpp"
#include "problem/params.hpp"

#include <opencv2/clconv.hpp>

#include <algorithm>
#include <chrono>
#include <numeric>

namespace bench {
namespace {

const double roundUs = 10000;  // long compared with the clock's resolution and with filling the queue
const double singlesUs = 3000; // part of a round for calls that are each waited for
const double eventsUs = 2000;  // part of a round for device times
const double longUs = 100000;  // a call so long that one-time work in it does not matter

double microseconds(const std::function<void()>& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

int repetitions(double budgetUs, double callUs, int minimum, int maximum)
{
    return std::min(std::max(int(budgetUs / callUs), minimum), maximum);
}

} // namespace

std::shared_ptr<const Tables> readTables(const std::string& text)
{
    const std::string kind = text.substr(0, text.find(':')), file = text.substr(std::min(text.size(), kind.size() + 1));
    if (kind != "library" && kind != "generic")
        throw UsageError("--tuning: '" + text + "' is neither library nor generic, nor one of them with :FILE");
    const std::shared_ptr<Tables> tables(new Tables{text, kind == "generic", cv::clconv::Tuning()});
    std::unique_ptr<cv::clconv::WithoutDeviceLines> without(tables->generic ? new cv::clconv::WithoutDeviceLines
                                                                            : nullptr);
    tables->tuning = cv::clconv::loadTuning(file);
    for (const cv::clconv::TuningTable& table : tables->tuning.tables)
        if (!table.error.empty())
            throw UsageError("--tuning: " + table.error);
    return tables;
}

//! The settings under which clconv's calls run, while this object lives.
class Subject::Scope
{
public:
    explicit Scope(const Subject& subject)
    {
        if (subject.forced_)
            force_.reset(new cv::clconv::ForceScope(subject.force_));
        if (subject.tables_)
            tuning_.reset(new cv::clconv::TuningScope(subject.tables_->tuning));
        if (subject.tables_ && subject.tables_->generic)
            without_.reset(new cv::clconv::WithoutDeviceLines);
    }

private:
    std::unique_ptr<cv::clconv::ForceScope> force_;
    std::unique_ptr<cv::clconv::TuningScope> tuning_;
    std::unique_ptr<cv::clconv::WithoutDeviceLines> without_;
};

Subject::Subject(Engine engine, const Case& c, const cv::Mat& kernel, ImagePairs& images, const std::string& force,
                 bool forced, std::shared_ptr<const Tables> tables) :
    engine_(engine),
    case_(c), kernels_{kernel}, images_(images), force_(force), forced_(forced), tables_(std::move(tables))
{
    if (engine == Engine::OpencvCpu)
        images.first().src.copyTo(hostSrc_);
}

Subject::Subject(const Case& c, const std::vector<cv::Mat>& kernels, ImagePairs& images, const std::string& force,
                 bool forced) :
    engine_(Engine::Clconv),
    case_(c), kernels_(kernels), images_(images), force_(force), forced_(forced)
{
}

Subject::Subject(const Case& c, const std::function<void(const cv::UMat&, cv::UMat&)>& function, ImagePairs& images,
                 const std::string& force, bool forced) :
    engine_(Engine::Clconv),
    case_(c), kernels_(1), function_(function), images_(images), force_(force), forced_(forced)
{
}

Subject::~Subject() {}

Pair& Subject::nextPair()
{
    Pair& pair = images_.next();
    images_.skip(kernels_.size() - 1);
    return pair;
}

void Subject::call(Pair& pair)
{
    const cv::Point middle(-1, -1);
    if (function_)
        function_(pair.src, pair.dst);
    else if (kernels_.size() > 1)
    {
        std::vector<cv::UMat> outputs = images_.outputs(pair, kernels_.size());
        cv::clconv::filterBank(pair.src, outputs, case_.pixel.ddepth, kernels_, middle, 0, case_.border.type);
    }
    else if (engine_ == Engine::Clconv)
        cv::clconv::filter2D(pair.src, pair.dst, case_.pixel.ddepth, kernels_[0], middle, 0, case_.border.type);
    else if (engine_ == Engine::Stock)
        cv::filter2D(pair.src, pair.dst, case_.pixel.ddepth, kernels_[0], middle, 0, case_.border.type);
    else
        cv::filter2D(hostSrc_, hostDst_, case_.pixel.ddepth, kernels_[0], middle, 0, case_.border.type);
}

double Subject::batch(int calls)
{
    return microseconds(
        [&]
        {
            for (int i = 0; i < calls; i++)
                call(nextPair());
            cv::ocl::finish();
        });
}

//! Sets the number of calls in a round so that it is long compared with the clock's resolution and the final wait.
void Subject::calibrate()
{
    if (calls_ > 0)
        return;
    const Scope scope(*this);
    calls_ = 1;
    double us = batch(calls_);
    if (us < longUs)
        us = std::min(us, batch(calls_)); // the first call may include one-time work
    while (us < roundUs && calls_ < 10000)
    {
        calls_ *= us * 4 < roundUs ? 4 : 2;
        us = batch(calls_);
    }
    callUs_ = us / calls_;
}

//! Sets what explain() reports: "PARAM=value ..., group WxH" and the expected multiply-adds if this implementation ran,
//! or the reason why a forced one did not.
void Subject::explain()
{
    const std::string forcedName = force_.substr(0, force_.find(':'));
    cv::clconv::Inquiry inquiry;
    call(images_.first());
    for (const cv::clconv::Verdict& verdict : inquiry.verdicts())
    {
        if (verdict.taken && verdict.name == implementation)
        {
            parameters = verdict.reason.substr(0, verdict.reason.find(", global"));
            expected = verdict.expected;
        }
        if (!verdict.taken && verdict.name == forcedName)
            refusal = verdict.reason;
    }
    if (!forcedName.empty() && implementation != forcedName && refusal.empty())
        refusal = "'" + implementation + "' ran instead";
}

void Subject::warmUp()
{
    const Scope scope(*this);
    for (cv::UMat& output : images_.outputs(images_.first(), kernels_.size()))
        fillBytes(output, 77); // leftovers of an earlier variant would hide pixels that are never written
    call(images_.first());
    cv::ocl::finish();
    if (engine_ == Engine::Clconv)
    {
        implementation = cv::clconv::lastImplementation();
        if (kernels_.size() == 1)
            explain();
        else if (forced_ && implementation != force_.substr(0, force_.find(':')))
            refusal = "'" + implementation + "' ran instead";
    }
}

double Subject::once()
{
    const Scope scope(*this);
    return batch(1);
}

bool Subject::isShort()
{
    const double shortUs = 50;
    calibrate();
    return callUs_ < shortUs;
}

void Subject::forget()
{
    wall_.clear();
    single_.clear();
    device_.clear();
}

void Subject::roundOfCalls()
{
    calibrate();
    const Scope scope(*this);
    const double callUs = batch(calls_) / calls_;
    wall_.push_back(callUs);
    if (calls_ == 1)
    {
        single_.push_back(callUs);
        return;
    }
    for (int i = repetitions(singlesUs, callUs, 1, 100); i > 0; i--)
        single_.push_back(batch(1));
}

void Subject::roundOfEvents(const cv::ocl::OpenCLExecutionContext& profiling)
{
    const Scope scope(*this);
    const cv::ocl::OpenCLExecutionContextScope bound(profiling);
    const double callUs = device_.empty() ? singlesUs : deviceUs();
    const int calls = repetitions(eventsUs, callUs, device_.empty() ? 3 : 1, 100);
    cv::clconv::ProfilingScope events;
    for (int i = 0; i < calls; i++)
        call(nextPair());
    const std::vector<double> ns = nanosecondsOf(events);
    const size_t launches = ns.size() / size_t(calls); // per call
    for (size_t i = 0; launches > 0 && i + launches <= ns.size(); i += launches)
        device_.push_back(1e-3 * std::accumulate(ns.begin() + i, ns.begin() + i + launches, 0.));
}

} // namespace bench
