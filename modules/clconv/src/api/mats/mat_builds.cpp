// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Work for the background thread.

#include "api/mats/mat_builds.hpp"
#include "api/mats/run_on_mats.hpp"
#include "runtime/mats/background_thread.hpp"
#include "util/log.hpp"
#include "opencv2/core/ocl.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <unordered_map>

namespace cv
{
namespace clconv
{
namespace
{

std::atomic<bool> openclIsReady(false), openclIsRequested(false);

//! The images of a build have at most this many bytes: they need the time of a call, and memory.
const size_t maxImageBytes = size_t(64) << 20;

//! Problems whose programs are being built, or could not be.
class Builds
{
public:
    static Builds& instance()
    {
        static Builds* const it = new Builds; // never destroyed, as the thread that uses it
        return *it;
    }

    //! @returns true where there was no such build
    bool begin(const Problem& problem)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (states_.size() >= maxStates)
            states_.clear();
        return states_.insert(std::make_pair(problem, BuildState::Building)).second;
    }

    BuildState state(const Problem& problem)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = states_.find(problem);
        return found == states_.end() ? BuildState::Building : found->second;
    }

    void end(const Problem& problem, bool built)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (built)
            states_.erase(problem); // the context's cache has it
        else
            states_[problem] = BuildState::Failed;
    }

private:
    const size_t maxStates = 4096;
    std::mutex mutex_;
    std::unordered_map<Problem, BuildState, ProblemHash> states_;
};

//! A source of zeros with the size, row step and alignment of a call's.
struct SourceLike
{
    explicit SourceLike(const MatSource& original) : source(original)
    {
        const size_t page = 4096, step = original.window.step;
        const int rows = std::min(original.window.rows, int(std::max<size_t>(maxImageBytes / step, 1)));
        memory = std::make_shared<std::vector<uchar>>(step * size_t(rows) + 2 * page);
        uchar* const data =
            alignPtr(memory->data(), int(page)) + reinterpret_cast<uintptr_t>(original.window.data) % page;
        source.window = Mat(rows, original.window.cols, original.window.type(), data, step);
        if (rows < original.window.rows)
        {
            source.origin.y = 0;
            source.call.size.height = rows;
        }
        for (Mat& kernel : source.call.kernels)
            kernel = kernel.clone(); // it may be a caller's memory
    }

    std::shared_ptr<std::vector<uchar>> memory;
    MatSource source;
};

void build(const Problem& problem, const std::vector<Problem>& needed, const MatSource& like)
{
    bool built = false;
    withoutThrowing("a program for calls on Mats cannot be built",
                    [&]()
                    {
                        Mat dst(like.call.size, like.call.dstType);
                        const std::shared_ptr<ContextCache> cache = ContextCache::current();
                        runOnDevice(*cache, *MatBuffers::current(), like, dst, SpecializationTable::Use::Look);
                        built = std::all_of(needed.begin(), needed.end(),
                                            [&](const Problem& p)
                                            {
                                                const auto plan = cache->builtPlan(p, currentForce());
                                                return plan && plan->compiledKernel;
                                            });
                    });
    Builds::instance().end(problem, built);
}

} // namespace

void makeOpenCLReady()
{
    if (openclIsReady)
        return;
    if (ocl::useOpenCL())
    {
        ContextCache::current();
        MatBuffers::current();
    }
    openclIsReady = true;
}

bool isOpenCLReady()
{
    if (openclIsReady)
        return true;
    if (!openclIsRequested.exchange(true))
        BackgroundThread::instance().post(
            []
            {
                makeOpenCLReady();
                BackgroundThread::stopAtExit(); // drivers and compilers are loaded now
            });
    return false;
}

BuildState buildState(const std::shared_ptr<ContextCache>& cache, const MatLaunches& launches, const MatSource& source)
{
    std::vector<Problem> needed = {launches.bands.front().problem};
    if (!(launches.bands.back().problem == needed[0]))
        needed.push_back(launches.bands.back().problem);
    bool built = true;
    for (const Problem& problem : needed)
    {
        const std::shared_ptr<const CompiledPlan> plan = cache->builtPlan(problem, currentForce());
        if (plan && !plan->compiledKernel)
            return BuildState::Failed;
        built = built && plan;
    }
    if (built)
        return BuildState::Built;
    if (!Builds::instance().begin(needed[0]))
        return Builds::instance().state(needed[0]);
    const SourceLike like(source);
    const ocl::OpenCLExecutionContext context = ocl::OpenCLExecutionContext::getCurrent();
    const bool onOwnQueue = cache->traits().concurrentQueues; // calls on the context's queue would wait for this one
    BackgroundThread::instance().post(
        [=]
        {
            (onOwnQueue ? context.cloneWithNewQueue() : context).bind();
            build(needed[0], needed, like.source);
        });
    return BuildState::Building;
}

} // namespace clconv
} // namespace cv
