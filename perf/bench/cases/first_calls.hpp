// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What does not show in a steady stream of calls: the first call of a process, new coefficients, the host's own time.

#pragma once

#include "../options.hpp"

namespace bench
{

//! Starts this program again for each first call, with empty caches and with filled ones, and prints a table.
int measureFirstCalls(const Options& options);

//! What such a process does: times the first selected case once and prints the numbers for its parent.
int runChild(const Options& options);

} // namespace bench
