// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Counts calls and prints, when the process ends, what `clconv-run --report` promises.

#pragma once

#include "calls.hpp"

namespace clconv_preload
{

//! whether a report is to be printed
bool isReporting();

void countServed(Function function, const Calls* calls);

//! @returns null
const Calls* passOn(Function function, Reason reason);

} // namespace clconv_preload
