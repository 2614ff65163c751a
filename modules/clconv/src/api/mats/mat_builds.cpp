// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Work for the background thread.

#include "api/mats/mat_builds.hpp"
#include "api/mats/run_on_mats.hpp"
#include "runtime/cache/known_programs.hpp"
#include "runtime/mats/background_thread.hpp"
#include "util/log.hpp"
#include "util/process.hpp"
#include "opencv2/core/ocl.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <unordered_map>

namespace cv
{
namespace clconv
{
namespace
{

//! OpenCL's initialisation on behalf of calls on Mats, by the background thread or by a call. OpenCV holds locks
//! meanwhile for which all of its functions would wait in a child of fork(), and a child that is made later lacks the
//! driver's threads. Therefore fork() waits, and OpenCL is off in the child, as if there was no device.
class Initialisation
{
public:
    static Initialisation& instance()
    {
        static Initialisation* const it = new Initialisation; // never destroyed: calls may come while the process ends
        return *it;
    }

    bool isDone() const { return done_; }

    //! Initialises OpenCL, once.
    void run()
    {
        if (done_)
            return;
        std::unique_lock<std::mutex> lock(mutex_);
        ended_.wait(lock, [this] { return !running_; });
        if (done_)
            return;
        running_ = true;
        thread_ = std::this_thread::get_id();
        lock.unlock();
        std::exception_ptr failure;
        ocl::OpenCLExecutionContext context;
        try
        {
            if (ocl::useOpenCL())
            {
                Dispatcher::current();
                MatBuffers::current();
                context = ocl::OpenCLExecutionContext::getCurrent();
            }
        }
        catch (...)
        {
            failure = std::current_exception();
        }
        lock.lock();
        running_ = false;
        done_ = !failure;
        context_ = context;
        std::atexit([] { instance().context_.release(); }); // before OpenCV's own reference to it
        ended_.notify_all();
        if (failure)
            std::rethrow_exception(failure);
    }

    //! Before fork(): waits, but not for ever, for the driver may wait for a lock that the calling thread holds.
    void lock()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        if (thread_ != std::this_thread::get_id()) // a compiler that the driver starts
            ended_.wait_for(lock, std::chrono::seconds(10), [this] { return !running_; });
        if (done_)
            withoutThrowing("the data of the thread in OpenCV cannot be made before fork()",
                            [] { ocl::OpenCLExecutionContext::getCurrentRef(); }); // a lock, while they are made
        lock.release();
    }

    void unlock() { mutex_.unlock(); }

    //! In a child of fork().
    void abandon()
    {
        const bool used = running_ || done_;
        running_ = false; // the thread is missing
        unlock();
        if (used)
            withoutThrowing("OpenCL cannot be switched off in a child of fork()", [this] { switchOff(); });
    }

private:
    //! For this thread, and for those that it starts, whose context is OpenCV's own.
    void switchOff()
    {
        ocl::setUseOpenCL(false);
        if (!context_.empty())
            context_.setUseOpenCL(false);
    }

    //! The log's handlers are registered first, so that its lock is taken last: the initialisation may log.
    Initialisation()
    {
        forgetLogged();
        atFork([] { instance().lock(); }, [] { instance().unlock(); }, [] { instance().abandon(); });
    }

    std::mutex mutex_;
    std::condition_variable ended_;
    std::thread::id thread_;              //!< that initialises
    ocl::OpenCLExecutionContext context_; //!< of that thread
    std::atomic<bool> done_{false};
    bool running_ = false;
};

//! Made while the library is loaded: a child of fork() would wait for ever for a static object that another thread was
//! making.
const Initialisation& loadedWithLibrary = Initialisation::instance();

std::atomic<bool> openclIsRequested(false);

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

    //! Unknown where there is none.
    BuildState state(const Problem& problem)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = states_.find(problem);
        return found == states_.end() ? BuildState::Unknown : found->second;
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

void buildInBackground(const Problem& problem, const std::vector<Problem>& needed, const MatSource& like,
                       MatDemand* demand)
{
    bool built = false;
    const int64 start = getTickCount();
    withoutThrowing("a program for calls on Mats cannot be built",
                    [&]()
                    {
                        Mat dst(like.call.size, like.call.dstType);
                        const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
                        runOnDevice(*dispatcher, *MatBuffers::current(), like, dst, SpecializationTable::Use::Look);
                        built = std::all_of(needed.begin(), needed.end(),
                                            [&](const Problem& p)
                                            {
                                                const auto plan = dispatcher->readyProgram(p);
                                                if (!plan || !plan->compiledKernel)
                                                    return false;
                                                KnownPrograms::instance().add(plan->plan, dispatcher->traits());
                                                return true;
                                            });
                    });
    if (demand && built)
        demand->addBuildTime(double(getTickCount() - start) / getTickFrequency());
    Builds::instance().end(problem, built);
}

bool areKnown(Dispatcher& dispatcher, const std::vector<Problem>& problems)
{
    return std::all_of(problems.begin(), problems.end(),
                       [&](const Problem& problem)
                       {
                           const Plan plan = dispatcher.plan(problem);
                           return plan.impl && KnownPrograms::instance().have(plan, dispatcher.traits());
                       });
}

} // namespace

void makeOpenCLReady()
{
    Initialisation::instance().run();
}

bool isOpenCLReady()
{
    return Initialisation::instance().isDone();
}

void requestOpenCL()
{
    if (!openclIsRequested.exchange(true))
        BackgroundThread::instance().post(
            []
            {
                makeOpenCLReady();
                BackgroundThread::stopAtExit(); // drivers and compilers are loaded now
            });
}

BuildState buildState(const std::shared_ptr<Dispatcher>& dispatcher, const MatLaunches& launches,
                      const MatSource& source, bool build, MatDemand& demand)
{
    std::vector<Problem> needed = {launches.bands.front().problem};
    if (!(launches.bands.back().problem == needed[0]))
        needed.push_back(launches.bands.back().problem);
    bool built = true;
    for (const Problem& problem : needed)
    {
        const std::shared_ptr<const CompiledPlan> plan = dispatcher->readyProgram(problem);
        if (plan && !plan->compiledKernel)
            return BuildState::Failed;
        built = built && plan;
    }
    if (built)
        return BuildState::Built;
    const BuildState begun = Builds::instance().state(needed[0]);
    if (begun != BuildState::Unknown)
        return begun;
    const bool known = areKnown(*dispatcher, needed);
    if (!build && !known)
        return BuildState::Unknown;
    if (!Builds::instance().begin(needed[0]))
        return BuildState::Building;
    const SourceLike like(source);
    const ocl::OpenCLExecutionContext context = ocl::OpenCLExecutionContext::getCurrent();
    MatDemand* const timed = known ? nullptr : &demand;
    const bool onOwnQueue =
        dispatcher->traits().concurrentQueues; // calls on the context's queue would wait for this one
    BackgroundThread::instance().post(
        [=]
        {
            (onOwnQueue ? context.cloneWithNewQueue() : context).bind();
            buildInBackground(needed[0], needed, like.source, timed);
        });
    return BuildState::Building;
}

} // namespace clconv
} // namespace cv
