// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Work for the background thread.

#include "api/host/mat_builds.hpp"
#include "api/host/background_thread.hpp"
#include "api/host/mat_run.hpp"
#include "runtime/cache/known_programs.hpp"
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
                HostMemory::current();
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

//! A call on zeros that needs the same programs: with the source's size, row step and alignment; of a call in bands
//! with as many rows as its first and last band have.
class CallLike
{
public:
    explicit CallLike(const MatRun& original) : call_(original.call), isSpecialized_(original.isSpecialized)
    {
        const Mat window = original.host.windowOf(original.src);
        Rect region(-original.host.toWindow(), call_.size);
        int rows = std::min(window.rows, int(std::max<size_t>(maxImageBytes / window.step, 1)));
        if (original.device)
        {
            const int all = region.height, band = original.device->plan.rows;
            plan_ = original.device->plan;
            rows = all > band ? band + (all - 1) % band + 1 : all;
        }
        if (original.device || rows < window.rows)
            region.y = 0, region.height = rows;
        const size_t page = 4096;
        memory_.resize(window.step * size_t(rows) + 2 * page);
        uchar* const data = alignPtr(memory_.data(), int(page)) + reinterpret_cast<uintptr_t>(window.data) % page;
        src_ = Mat(rows, window.cols, window.type(), data, window.step)(region);
        call_.size = region.size();
        for (Mat& kernel : call_.kernels)
            kernel = kernel.clone(); // it may be a caller's memory
    }

    void run() const
    {
        MatRun like(src_, call_);
        like.isSpecialized = isSpecialized_;
        if (like.device)
            like.device->plan = plan_;
        Mat dst(call_.size, call_.dstType);
        like.run(dst, SpecializationTable::Use::Look);
    }

private:
    Call call_;
    const bool isSpecialized_;
    HostPlan plan_;
    std::vector<uchar> memory_;
    Mat src_;
};

void buildInBackground(const std::vector<Problem>& problems, const CallLike& like, MatDemand* demand)
{
    bool built = false;
    const int64 start = getTickCount();
    withoutThrowing("a program for calls on Mats cannot be built",
                    [&]()
                    {
                        like.run();
                        const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
                        built = std::all_of(problems.begin(), problems.end(),
                                            [&](const Problem& p)
                                            {
                                                const auto plan = dispatcher->readyProgram(p);
                                                if (!plan || plan->kernels.empty())
                                                    return false;
                                                KnownPrograms::instance().add(plan->plan, dispatcher->traits());
                                                return true;
                                            });
                    });
    if (demand && built)
        demand->addBuildTime(double(getTickCount() - start) / getTickFrequency());
    Builds::instance().end(problems[0], built);
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

BuildState buildState(const std::shared_ptr<Dispatcher>& dispatcher, const MatRun& run,
                      const std::vector<Problem>& problems, bool build, MatDemand& demand)
{
    bool built = true;
    for (const Problem& problem : problems)
    {
        const std::shared_ptr<const CompiledPlan> plan = dispatcher->readyProgram(problem);
        if (plan && plan->kernels.empty())
            return BuildState::Failed;
        built = built && plan;
    }
    if (built)
        return BuildState::Built;
    const BuildState begun = Builds::instance().state(problems[0]);
    if (begun != BuildState::Unknown)
        return begun;
    const bool known = areKnown(*dispatcher, problems);
    if (!build && !known)
        return BuildState::Unknown;
    if (!Builds::instance().begin(problems[0]))
        return BuildState::Building;
    const auto like = std::make_shared<CallLike>(run);
    const ocl::OpenCLExecutionContext context = ocl::OpenCLExecutionContext::getCurrent();
    MatDemand* const timed = known ? nullptr : &demand;
    const bool onOwnQueue =
        dispatcher->traits().concurrentQueues; // calls on the context's queue would wait for this one
    BackgroundThread::instance().post(
        [=]
        {
            (onOwnQueue ? context.cloneWithNewQueue() : context).bind();
            buildInBackground(problems, *like, timed);
        });
    return BuildState::Building;
}

} // namespace clconv
} // namespace cv
