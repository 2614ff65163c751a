// SPDX-License-Identifier: Apache-2.0
//
// Which process this is: threads, and with them OpenCL drivers, do not survive fork(). A lock that another thread holds
// at that moment stays locked in the child for ever.

#pragma once

#include <new>

#ifdef _WIN32
namespace cv { namespace clconv {

//! There is no fork().
inline long processId()
{
    return 0;
}

inline bool isMainThread()
{
    return false; // not needed
}

inline void atFork(void (*)(), void (*)(), void (*)()) {}

}} // namespace cv::clconv
#else
#include <pthread.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

namespace cv { namespace clconv {

inline long processId()
{
    return long(getpid());
}

//! False where that is not known.
inline bool isMainThread()
{
#ifdef __linux__
    return syscall(SYS_gettid) == long(getpid());
#else
    return false;
#endif
}

//! From now on every fork() of the process calls `before` in the parent, then `inParent` and `inChild`. A null pointer
//! stands for nothing to call.
inline void atFork(void (*before)(), void (*inParent)(), void (*inChild)())
{
    if (pthread_atfork(before, inParent, inChild) != 0)
        throw std::bad_alloc(); // the only error that it has
}

}} // namespace cv::clconv
#endif
