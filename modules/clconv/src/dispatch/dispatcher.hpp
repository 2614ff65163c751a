// SPDX-License-Identifier: Apache-2.0
//
// Decides which program runs a call on the devices of a context: plans, looks up or builds it, and excludes it if it
// fails. While a program is built in the background, the calls that need it run by a general one, which serves all
// calls of a pair of depths, or are left to the CPU (ColdCalls). OpenCV's context owns the dispatcher, and the
// dispatcher owns what is kept for later calls.

#pragma once

#include "dispatch/inquiry.hpp"
#include "dispatch/rehearsal.hpp"
#include "planner/current_tuning.hpp"
#include "planner/mat_times.hpp"
#include "runtime/known_programs.hpp"
#include "runtime/launch.hpp"

namespace cv { namespace clconv {

//! What a call of this thread does if its program is not built. It waits if results are repeatable, and if a scope of
//! the thread affects planning, because scopes do not reach the background thread. A child of fork() lacks that thread
//! and builds nothing: the thread may have held the mutex of builds.
ColdCalls currentColdCalls();

//! Replaces that for the calling thread while it lives.
typedef SettingScope<ColdCalls, &CallSettings::coldCalls> ColdCallsScope;

class Dispatcher : public ocl::Context::UserContext
{
public:
    //! The dispatcher of the calling thread's context.
    static std::shared_ptr<Dispatcher> current() { return ofCurrentContext<Dispatcher>(); }

    Dispatcher();
    explicit Dispatcher(const DeviceTraits& traits) : cache_(traits) {}

    const DeviceTraits& traits() const { return cache_.traits(); }
    ContextCache& cache() { return cache_; }

    //! The tables in effect for the calling thread on this device.
    const Tuning& tuning() const { return currentTuning(users_); }

    //! Plans without building.
    Plan plan(const Problem& problem);

    //! Launches the first plan that the device accepts; in an Inquiry it is reported instead. An implementation that
    //! fails to build or to launch is excluded, and the next one is tried. Any other failure of a launch (a mapped
    //! image, no memory) is thrown: it concerns this call only.
    //! @param launch takes a CompiledPlan; throws PlanFailure where the device rejects it
    //! @param makeRehearsal returns the Rehearsal of a program that is requested
    //! @returns what was launched. It has no kernels where no implementation is left: nothing was launched. Null: the
    //! program is not built, and the call does not wait for it.
    template<typename Launch, typename MakeRehearsal>
    std::shared_ptr<const CompiledPlan> run(const Problem& problem, const Launch& launch,
                                            const MakeRehearsal& makeRehearsal)
    {
        if (callSettings().inquiry)
            return lookedAt(problem, launch);
        for (;;)
        {
            std::shared_ptr<const CompiledPlan> compiled = program(problem);
            if (!compiled && countCall(problem))
                request(makeRehearsal());
            if (!compiled || compiled->kernels.empty())
                return compiled;
            try
            {
                const bool isFirst = !compiled->launched();
                launch(*compiled);
                if (isFirst && traits().cpu)
                    finishFirst(*compiled);
                if (isFirst)
                    KnownPrograms::instance().add(compiled->plan, traits());
                if (isFirst && isRecording())
                    record(makeRehearsal());
                return compiled;
            }
            catch (const PlanFailure& e)
            {
                exclude(problem, compiled->plan, std::string("it cannot be launched: ") + e.what());
            }
        }
    }

    //! For a call whose own program is not built: launches the general program if that is faster than the CPU. Returns
    //! as `run` does.
    template<typename Launch>
    std::shared_ptr<const CompiledPlan> runGeneral(Problem problem, const Launch& launch)
    {
        if (traits().cpu)
            return nullptr;
        problem.general = true;
        problem.specializedTaps = nullptr;
        return run(problem, launch, [&] { return rehearsalOfGeneral(problem); });
    }

    //! A rehearsal of the general program that serves calls with the depths of this problem.
    static Rehearsal rehearsalOfGeneral(Problem problem);

    //! The plan of a problem if running it builds nothing: its program is compiled and was launched, or there is none.
    //! Otherwise null. Builds nothing, but excludes the implementation of a plan that is known to fail.
    std::shared_ptr<const CompiledPlan> readyProgram(const Problem& problem);

    //! Whether the program of a problem was built on this machine before, so that caches on disk have it.
    bool mayBeLoaded(const Problem& problem);

    //! Requests that the background thread builds what can run a problem: general programs first, then the problem with
    //! the most calls.
    //! @param times gets the time of the build; null: nothing does
    void request(const Rehearsal& rehearsal, MatTimes* times = nullptr);

    //! Builds the program of a problem, and tries it. If no implementation is left, the plan for the CPU is kept.
    void build(const Rehearsal& rehearsal);

private:
    enum class Build
    {
        Never,
        IfKnown, //!< if it was built on this machine before, so that caches on disk have it
        Always
    };

    //! A problem whose program is not built.
    struct Request
    {
        std::shared_ptr<const Rehearsal> rehearsal; //!< once it is posted to the background thread
        int64 calls;
        MatTimes* times;
        bool isLost; //!< the builder died of it: its calls stay on the CPU
    };

    //! What failed for a program's problems.
    struct Failures
    {
        std::map<std::string, std::string> reasons; //!< of implementations that are excluded, by name
        std::string halved;                         //!< an implementation that is tried with half its work-group
        size_t groupItems = 0;                      //!< of that; 0: as many as the device takes
    };

    PlanKey keyOf(const Problem& problem) const;
    static void finishFirst(const CompiledPlan& compiled);
    Plan planAfter(const Failures& failed, const Problem& problem) const;
    std::shared_ptr<const CompiledPlan> lookedAt(const Problem& problem,
                                                 const std::function<void(const CompiledPlan&)>& launch);
    std::shared_ptr<const CompiledPlan> program(const Problem& problem);
    std::shared_ptr<const CompiledPlan> loaded(const Problem& problem);
    std::shared_ptr<const CompiledPlan> make(const Problem& problem, Build build);
    bool isReady(const CompiledPlan& compiled) const { return compiled.launched() || !traits().cpu; }
    bool countIfPosted(const Problem& problem);
    bool countCall(const Problem& problem);
    void buildMostWanted();
    void dropRequests();
    void exclude(const Problem& problem, const Plan& plan, const std::string& reason);

    ContextCache cache_;
    Tuning users_;                               //!< of the user's own file for this device; no tables without one
    static std::mutex buildMutex_;               // one build at a time, in all contexts: what two need is built once
    std::atomic<bool> reportedLocalOnly_{false}; //!< DeviceTraits::unreportedLocalBytes was tried, and failed
    std::mutex mutex_;                           // guards the rest
    std::unordered_map<PlanKey, Failures, PlanKeyHash> failures_;
    std::unordered_map<Problem, Request, ProblemHash> requests_; //!< until they are built
};

}} // namespace cv::clconv
