// SPDX-License-Identifier: Apache-2.0
//
// What a call does if its program is not built: for the process, or for a thread by a scope.

#pragma once

#include "util/call_settings.hpp"

namespace cv { namespace clconv {

//! For the calling thread. A call waits where results are repeatable, and where a scope of the thread decides what is
//! planned, which the background thread would not know. In a child of fork() that lacks that thread nothing is built:
//! it may have held the mutex of builds.
ColdCalls currentColdCalls();

//! Replaces it for the calling thread while it lives.
typedef SettingScope<ColdCalls, &CallSettings::coldCalls> ColdCallsScope;

}} // namespace cv::clconv
