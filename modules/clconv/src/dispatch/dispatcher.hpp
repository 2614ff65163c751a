// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which program runs a call on the devices of a context: planned, looked up or built, and given up where it fails.
// OpenCV's context owns the dispatcher, and the dispatcher what is kept for later calls.

#pragma once

#include "runtime/context_cache.hpp"

#include <atomic>

namespace cv
{
namespace clconv
{

class Dispatcher : public ocl::Context::UserContext
{
public:
    //! That of the calling thread's context.
    static std::shared_ptr<Dispatcher> current();

    Dispatcher();
    explicit Dispatcher(const DeviceTraits& traits);

    const DeviceTraits& traits() const { return cache_.traits(); }
    ContextCache& cache() { return cache_; }

    //! Plans without building.
    Plan plan(const Problem& problem);

    //! Launches the first plan that the device accepts. An implementation that fails to build or to launch is excluded,
    //! and the next one is tried. Any other failure of a launch (a mapped image, no memory) is thrown: it counts for
    //! this call only.
    //! @param launch takes a CompiledPlan; throws PlanFailure where the device rejects it
    //! @returns what was launched; without a kernel where no implementation is left, and nothing was launched
    template<typename Launch>
    std::shared_ptr<const CompiledPlan> run(const Problem& problem, const Launch& launch)
    {
        for (;;)
        {
            std::shared_ptr<const CompiledPlan> compiled = program(problem);
            if (compiled->kernels.empty())
                return compiled;
            try
            {
                launch(*compiled);
                return compiled;
            }
            catch (const PlanFailure& e)
            {
                exclude(problem, compiled->plan, std::string("it cannot be launched: ") + e.what());
            }
        }
    }

    //! The plan of a problem if running it builds nothing: its program is compiled and was launched, or there is none.
    //! Null where it is not; nothing is built then.
    std::shared_ptr<const CompiledPlan> readyProgram(const Problem& problem);

private:
    std::shared_ptr<const CompiledPlan> program(const Problem& problem);
    std::shared_ptr<const CompiledPlan> make(const Problem& problem, bool mayBuild);
    void exclude(const Problem& problem, const Plan& plan, const std::string& reason);

    typedef std::map<std::string, std::string> Failures; //!< why, by the implementation's name

    ContextCache cache_;
    std::mutex buildMutex_;                      // one build at a time: two threads with the same first call build once
    std::atomic<bool> reportedLocalOnly_{false}; //!< DeviceTraits::unreportedLocalBytes was tried, and failed
    std::mutex mutex_;                           // guards the rest
    std::unordered_map<PlanKey, Failures, PlanKeyHash> failures_;
};

} // namespace clconv
} // namespace cv
