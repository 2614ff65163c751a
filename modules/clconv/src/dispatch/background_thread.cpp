// SPDX-License-Identifier: Apache-2.0
//
// The thread's loop and its end; the setting of the process for calls meanwhile, and waiting.

#include "dispatch/background_thread.hpp"
#include "dispatch/dispatcher.hpp"
#include "util/log.hpp"
#include "util/process.hpp"

#include <chrono>

namespace cv { namespace clconv {
namespace {

std::atomic<int>& ofProcess()
{
    static std::atomic<int> mode(environmentChoice("OPENCV_CLCONV_COLD", {"serve", "wait", "cpu"}));
    return mode;
}

//! Stops the background thread when the main thread's objects are destroyed.
struct EndOfThread
{
    bool counts = false;
    ~EndOfThread()
    {
        if (counts && isMainThread())
            BackgroundThread::instance().stop();
    }
};

} // namespace

BackgroundThread& BackgroundThread::instance()
{
    static BackgroundThread* const it = new BackgroundThread;
    return *it;
}

void BackgroundThread::stopAtExit()
{
    static thread_local EndOfThread end;
    end.counts = true;
    if (std::atexit([] { instance().stop(); }) != 0)
        logWarningOnce("the end of the thread that builds programs cannot be registered");
}

void BackgroundThread::post(std::function<void()> work)
{
    if (!runs()) // another thread may have held the mutex at the time of the fork
        return;
    std::lock_guard<std::mutex> lock(mutex_);
    if (stopping_)
        return;
    if (!thread_.joinable())
    {
        stopAtExit();
        process_ = processId();
        thread_ = std::thread([this] { loop(); });
    }
    pending_.push_back(std::move(work));
    changed_.notify_all();
}

bool BackgroundThread::runs() const
{
    const long process = process_;
    return process == 0 || process == processId();
}

bool BackgroundThread::hasMore()
{
    std::lock_guard<std::mutex> lock(mutex_);
    return !pending_.empty();
}

bool BackgroundThread::drain(double seconds)
{
    if (!runs())
        return false;
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                             [this] { return stopping_ || (pending_.empty() && !running_); });
}

void BackgroundThread::loop()
{
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;)
    {
        changed_.wait(lock, [this] { return stopping_ || !pending_.empty(); });
        if (stopping_)
            return;
        std::function<void()> work = std::move(pending_.front());
        pending_.pop_front();
        running_ = true;
        lock.unlock();
        withoutThrowing("a program cannot be built in the background", work);
        work = nullptr; // it may have the last reference to a context
        lock.lock();
        running_ = false;
        changed_.notify_all();
    }
}

void BackgroundThread::stop()
{
    if (process_ != processId()) // a child of fork() has no such thread, and possibly a locked mutex
        return;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        stopping_ = true;
        pending_.clear();
        changed_.notify_all();
    }
    if (thread_.joinable())
        thread_.join();
}

ColdCalls currentColdCalls()
{
    const CallSettings& settings = callSettings();
    if (settings.coldCalls)
        return *settings.coldCalls;
    if (repeatable() || isRecording() || settings.force || settings.tuning || settings.deviceLines ||
        settings.specialization)
        return COLD_WAIT;
    const ColdCalls mode = coldCalls();
    return BackgroundThread::instance().runs() ? mode : COLD_CPU;
}

void setColdCalls(ColdCalls mode)
{
    CV_Assert(mode == COLD_SERVE || mode == COLD_WAIT || mode == COLD_CPU);
    ofProcess() = mode;
}

ColdCalls coldCalls()
{
    return ColdCalls(ofProcess().load());
}

bool waitUntilReady(double seconds)
{
    return BackgroundThread::instance().drain(seconds > 0 ? std::min(seconds, 1e9) : 0);
}

}} // namespace cv::clconv
