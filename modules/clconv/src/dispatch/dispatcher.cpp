// SPDX-License-Identifier: Apache-2.0
//
// Planning, building, and the consequences of failures.

#include "dispatch/dispatcher.hpp"
#include "dispatch/background_thread.hpp"
#include "dispatch/builder_process.hpp"
#include "implementations/implementation.hpp"
#include "planner/make_plan.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {
namespace {

const size_t maxFailures = 4096; // a full map is cleared: what fails is excluded once more
const size_t maxRequests = 4096; // a full map forgets calls of programs that are not requested

size_t largestGroup(const Plan& plan)
{
    size_t items = 0;
    for (const Plan& one : launchesOf(plan))
        items = std::max(items, one.local[0] * one.local[1]);
    return items;
}

} // namespace

// One build at a time: a second context then loads the program from OpenCV's cache. If it built the program too, OpenCV
// would read its binary while the first context runs it, at which PoCL 4 and 5 end the process
// (docs/install/portability.md).
std::mutex Dispatcher::buildMutex_;

Dispatcher::Dispatcher() : Dispatcher(traitsOf(ocl::Device::getDefault()))
{
    const ocl::Device& device = ocl::Device::getDefault();
    users_ = userTuning(device.name(), device.driverVersion());
}

PlanKey Dispatcher::keyOf(const Problem& problem) const
{
    return {problem, currentForce().text, tuning().id};
}

Plan Dispatcher::plan(const Problem& problem)
{
    Failures failed;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = failures_.find(keyOf(programOf(problem)));
        if (found != failures_.end())
            failed = found->second;
    }
    Plan plan = planAfter(failed, problem);
    if (!plan.warning.empty())
        logWarningOnce(plan.warning);
    if (callSettings().inquiry)
        callSettings().inquiry->add(plan);
    return plan;
}

Plan Dispatcher::planAfter(const Failures& failed, const Problem& problem) const
{
    DeviceTraits usable = traits();
    if (reportedLocalOnly_)
        usable.unreportedLocalBytes = 0;
    if (failed.groupItems > 0)
        usable.groupItems = failed.groupItems;
    return makePlan(problem, usable, currentForce(), failed.reasons, tuning());
}

//! In an Inquiry: the plan, without kernels; `launch` enqueues nothing.
std::shared_ptr<const CompiledPlan> Dispatcher::lookedAt(const Problem& problem,
                                                         const std::function<void(const CompiledPlan&)>& launch)
{
    const auto planned = std::make_shared<CompiledPlan>(CompiledPlan{plan(problem), {}, &cache_});
    callSettings().inquiry->add(problem, planned->plan.verdicts, !planned->plan.impl || readyProgram(problem));
    if (planned->plan.impl)
        launch(*planned);
    return planned;
}

Rehearsal Dispatcher::rehearsalOfGeneral(Problem problem)
{
    problem.general = true;
    const Problem program = programOf(problem);
    return {program, program, Geometry(), {}};
}

//! Null if the program is not built and the call does not wait for it.
std::shared_ptr<const CompiledPlan> Dispatcher::program(const Problem& problem)
{
    std::shared_ptr<const CompiledPlan> found = cache_.findPlan(keyOf(problem));
    if (!found || !isReady(*found))
    {
        if (currentColdCalls() != COLD_WAIT)
        {
            const bool waits = found || countIfPosted(problem);
            found = waits ? nullptr : loaded(problem);
        }
        else if (!found)
        {
            const std::lock_guard<std::mutex> building(buildMutex_);
            while (!found)
                found = make(problem, Build::Always);
        }
    }
    if (found && found->kernels.empty() && isDebugLogged())
        logDebugOnce(
            (problem.filterCount > 1 ? "the filters of a bank run one by one:\n" : "the call runs on the CPU:\n") +
            toText(found->plan.verdicts));
    return found;
}

//! Null if the program is neither built nor known, or another program is being built.
std::shared_ptr<const CompiledPlan> Dispatcher::loaded(const Problem& problem)
{
    const std::unique_lock<std::mutex> building(buildMutex_, std::try_to_lock);
    return building.owns_lock() ? make(problem, Build::IfKnown) : readyProgram(problem);
}

//! Plans, and builds the program if `build` allows that; then buildMutex_ must be held. A plan without an
//! implementation is kept too. Null: the build failed, and the next call plans another implementation; or it may not
//! build.
std::shared_ptr<const CompiledPlan> Dispatcher::make(const Problem& problem, Build build)
{
    if (const auto found = cache_.findPlan(keyOf(problem))) // another thread has built it meanwhile
        return found;
    KnownPrograms& known = KnownPrograms::instance();
    Plan planned = plan(problem);
    while (planned.impl && known.hasFailed(planned, traits()))
    {
        exclude(problem, planned,
                "it does not build: clconv-builder failed within the last day (" + known.path() + ')');
        planned = plan(problem);
    }
    const auto made = std::make_shared<CompiledPlan>(CompiledPlan{planned, {}, &cache_});
    const Plan& plan = made->plan;
    try
    {
        const auto mayBuild = [&]
        { return build == Build::Always || (build == Build::IfKnown && known.have(plan, traits())); };
        if (plan.impl && !cache_.setKernels(*made, mayBuild()))
            return nullptr;
    }
    catch (const std::exception& e)
    {
        if (dynamic_cast<const cv::Exception*>(&e)) // the compiler failed; others may be a lack of memory
            known.addFailed(plan, traits());
        exclude(problem, plan, std::string("it does not build: ") + e.what());
        return nullptr;
    }
    return cache_.keepPlan(keyOf(problem), made);
}

std::shared_ptr<const CompiledPlan> Dispatcher::readyProgram(const Problem& problem)
{
    const std::shared_ptr<const CompiledPlan> compiled = make(problem, Build::Never);
    return compiled && isReady(*compiled) ? compiled : nullptr;
}

bool Dispatcher::mayBeLoaded(const Problem& problem)
{
    const Plan planned = plan(problem);
    return planned.impl && KnownPrograms::instance().have(planned, traits());
}

//! @returns whether the program has been requested; then the call is counted
bool Dispatcher::countIfPosted(const Problem& problem)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = requests_.find(programOf(problem));
    if (found == requests_.end() || !found->second.rehearsal)
        return false;
    ++found->second.calls;
    return true;
}

//! Counts a call whose program is not built.
//! @returns whether its program is to be requested
bool Dispatcher::countCall(const Problem& problem)
{
    // On a CPU device OpenCV's function is fast enough for what is called once, and a compiler takes its cores.
    const int64 minCalls = traits().cpu ? 2 : 1;
    if (currentColdCalls() == COLD_CPU)
        return false;
    std::lock_guard<std::mutex> lock(mutex_);
    if (requests_.size() >= maxRequests)
        for (auto entry = requests_.begin(); entry != requests_.end();)
            entry = entry->second.rehearsal ? ++entry : requests_.erase(entry);
    Request& request = requests_[programOf(problem)];
    return ++request.calls >= minCalls && !request.rehearsal;
}

void Dispatcher::request(const Rehearsal& rehearsal, MatTimes* times)
{
    if (!traits().cpu && !rehearsal.problem.general && !rehearsal.problem.channelFilters && !times)
    {
        const Rehearsal general = rehearsalOfGeneral(rehearsal.problem);
        const Plan planned = plan(general.problem);
        const bool isMissing = planned.impl && !KnownPrograms::instance().have(planned, traits());
        if (isMissing && countCall(general.problem))
            request(general);
    }
    {
        std::lock_guard<std::mutex> lock(mutex_);
        Request& request = requests_[rehearsal.problem];
        if (request.rehearsal) // by another thread
            return;
        request.rehearsal = std::make_shared<Rehearsal>(rehearsal);
        request.times = times;
    }
    logDebugOnce(
        "a program is built in the background: until it is there, calls that need it run by the general program "
        "or on the CPU");
    const ocl::OpenCLExecutionContext context = ocl::OpenCLExecutionContext::getCurrent();
    try
    {
        BackgroundThread::instance().post(
            [this, context]
            {
                try
                {
                    // Commands on the program's own queue would wait for the compiler.
                    const ocl::OpenCLExecutionContextScope scope(context.cloneWithNewQueue());
                    buildMostWanted();
                    if (!BackgroundThread::instance().hasMore())
                        stopBuilder();
                }
                catch (...)
                {
                    dropRequests();
                    throw;
                }
            });
    }
    catch (...)
    {
        dropRequests();
        throw;
    }
    BackgroundThread::stopAtExit(); // after the functions of drivers and compilers, which are loaded now
}

//! Forgets all requests after one was lost: the next calls make them again.
void Dispatcher::dropRequests()
{
    std::lock_guard<std::mutex> lock(mutex_);
    requests_.clear();
}

void Dispatcher::buildMostWanted()
{
    Request wanted = Request();
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto rank = [](const Request& request)
        { return std::make_pair(request.rehearsal && request.rehearsal->problem.general, request.calls); };
        for (const auto& entry : requests_)
            if (entry.second.rehearsal && !entry.second.isLost && rank(entry.second) >= rank(wanted))
                wanted = entry.second;
    }
    if (!wanted.rehearsal)
        return;
    const Problem& problem = wanted.rehearsal->problem;
    const int64 start = getTickCount();
    BuilderResult result = BuilderResult::Unavailable;
    if (!mayBeLoaded(problem))
        withoutThrowing("a builder cannot be started", [&]() { result = buildInBuilder(*wanted.rehearsal); });
    if (result == BuilderResult::Built || result == BuilderResult::Unavailable) // the caches on disk may have it
        withoutThrowing("a program cannot be built in the background", [&]() { build(*wanted.rehearsal); });
    if (wanted.times && result != BuilderResult::Stopped)
        wanted.times->addBuildTime(double(getTickCount() - start) / getTickFrequency());
    std::lock_guard<std::mutex> lock(mutex_);
    if (result == BuilderResult::Died)
        requests_[problem].isLost = true;
    else
        requests_.erase(problem);
}

//! Waits for the first launch of a program: a thread of PoCL compiles for the work-group, and crashes where the process
//! ends meanwhile. After a failure the next launch is the first one again.
void Dispatcher::finishFirst(const CompiledPlan& compiled)
{
    try
    {
        finishQueue();
    }
    catch (const std::exception&)
    {
        compiled.setLaunched(false);
        throw;
    }
}

void Dispatcher::build(const Rehearsal& rehearsal)
{
    const auto launch = [&](const CompiledPlan& compiled)
    {
        try
        {
            rehearse(rehearsal, compiled);
        }
        catch (const PlanFailure&)
        {
            throw;
        }
        catch (const std::exception& e) // the call itself may succeed, e.g. with more memory
        {
            logDebugOnce(std::string("a program cannot be tried: ") + e.what());
        }
        compiled.setLaunched();
    };
    const ColdCallsScope wait(COLD_WAIT);
    run(rehearsal.problem, launch, [&] { return rehearsal; });
}

//! Excludes a plan, so that the next lookup plans again. If it has more local memory than the device reports, no plan
//! of the context has that any more. Any other plan is tried once with half its work-group, which needs fewer
//! registers, before its implementation is excluded.
void Dispatcher::exclude(const Problem& problem, const Plan& plan, const std::string& reason)
{
    const std::string name = plan.impl->name;
    if (plan.localBytes > traits().localBytes)
    {
        if (!reportedLocalOnly_.exchange(true))
            logLastingWarningOnce(
                format("more local memory than the device's %zu bytes is not used: ", traits().localBytes) + name +
                ", " + reason);
    }
    else
    {
        const size_t items = largestGroup(plan);
        const PlanKey key = keyOf(programOf(problem));
        Failures failed;
        {
            std::lock_guard<std::mutex> lock(mutex_);
            if (failures_.size() >= maxFailures)
                failures_.clear();
            failed = failures_[key];
        }
        const bool isHalf = failed.halved == name;
        // Otherwise another thread has excluded the implementation, or halved its work-group.
        if (!failed.reasons.count(name) && !(isHalf && items > failed.groupItems))
        {
            Failures half = failed;
            half.halved = name;
            half.groupItems = items / 2;
            const bool halves = items > 1 && !isHalf && planAfter(half, problem).impl == plan.impl;
            if (halves)
                failed = half;
            else
                failed.reasons[name] = reason, failed.groupItems = 0;
            logLastingWarningOnce("implementation '" + name + "' " +
                                  (halves ? format("with work-groups of %zu ", items) : "") + "is excluded: " + reason);
            std::lock_guard<std::mutex> lock(mutex_);
            failures_[key] = failed;
        }
    }
    cache_.dropPlan(keyOf(problem));
}

}} // namespace cv::clconv
