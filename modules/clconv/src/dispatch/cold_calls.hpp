// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What a call does whose program is not built: for the process, and for the thread that a scope replaces it for.

#pragma once

#include "util/call_settings.hpp"

namespace cv
{
namespace clconv
{

//! For the calling thread. A call waits where results are repeatable, where a scope of the thread decides what is
//! planned, which the background thread would not know, and in a child of fork() that has no such thread.
ColdCalls currentColdCalls();

//! Replaces it for the calling thread while it lives.
typedef SettingScope<ColdCalls, &CallSettings::coldCalls> ColdCallsScope;

} // namespace clconv
} // namespace cv
