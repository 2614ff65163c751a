// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What happens in the background while calls on Mats run on the CPU: OpenCL is initialised and programs are built.

#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace cv
{
namespace clconv
{

//! Whether OpenCL is initialised.
bool isOpenCLReady();

//! Initialises OpenCL in the background.
void requestOpenCL();

//! Initialises OpenCL.
void makeOpenCLReady();

//! Ends before the process cleans up: a compiler must not run while its library's objects are destroyed.
class BackgroundThread
{
public:
    //! The one of the process. It is never destroyed: calls may come while the process ends.
    static BackgroundThread& instance();

    //! Runs `work` after what was posted before. At the end of the process work that has not begun is dropped, and the
    //! process waits for the rest. In a child of fork() nothing runs.
    void post(std::function<void()> work);

    //! Waits until all that was posted has run.
    void drain();

    //! Drops pending work and waits for the rest: as soon as the main thread calls exit(), if this was called in the
    //! main thread, otherwise among the functions of std::atexit.
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
    long process_ = 0;
    bool running_ = false; //!< whether work runs that was taken out of pending_
    bool stopping_ = false;
};

} // namespace clconv
} // namespace cv
