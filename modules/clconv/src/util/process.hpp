// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which process this is: threads, and with them OpenCL drivers, do not survive fork().

#pragma once

#ifdef _WIN32
namespace cv
{
namespace clconv
{

//! There is no fork().
inline long processId()
{
    return 0;
}

inline bool isMainThread()
{
    return false; // not needed
}

} // namespace clconv
} // namespace cv
#else
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

namespace cv
{
namespace clconv
{

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

} // namespace clconv
} // namespace cv
#endif
