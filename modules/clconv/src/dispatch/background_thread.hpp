// SPDX-License-Identifier: Apache-2.0
//
// A thread that builds programs while calls run without them.

#pragma once

#include "util/precomp.hpp"

#include <condition_variable>
#include <deque>
#include <thread>

namespace cv { namespace clconv {

//! Ends before the process cleans up: a compiler must not run while its library's objects are destroyed.
class BackgroundThread
{
public:
    //! The process's only object. It is never destroyed: calls may come while the process ends.
    static BackgroundThread& instance();

    //! Runs `work` after what was posted before. When the process ends, work that has not begun is dropped, and the
    //! process waits for the rest. In a child of fork() nothing runs.
    void post(std::function<void()> work);

    //! Whether posted work runs; false in a child of a fork() that happened after the thread's start.
    bool runs() const;

    //! Whether more work is waiting.
    bool hasMore();

    //! Whether the process is ending: long work must return.
    bool isStopping() const { return stopping_; }

    //! Waits until all posted work has run, at most for so many seconds.
    //! @returns whether it has run
    bool drain(double seconds = 1e9);

    //! Drops pending work and waits for the rest: as soon as the main thread calls exit(), if the main thread called
    //! this, otherwise among the functions of std::atexit.
    //!
    //! exit() calls those after the destructors of its thread's objects, the last registered first. LLVM registers the
    //! destructors of many of its objects when it compiles for the first time, so that a function registered before
    //! would come too late: PoCL's compiler crashed in one of three programs that ended while it ran.
    static void stopAtExit();

    void stop();

private:
    void loop();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> pending_;
    std::thread thread_;
    std::atomic<long> process_{0}; //!< whose thread it is; 0: there is none yet
    bool running_ = false;         //!< whether work runs that was taken out of pending_
    std::atomic<bool> stopping_{false};
};

}} // namespace cv::clconv
