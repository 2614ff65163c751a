// SPDX-License-Identifier: Apache-2.0
//
// Times what a steady stream of calls hides: the first call of a process, new coefficients, host time.

#pragma once

#include "../options.hpp"

namespace bench {

//! Starts this program again for each first call, with empty caches and with filled ones, and prints a table.
int measureFirstCalls(const Options& options);

//! The child process: times the first selected case and prints the numbers for its parent. For `served`, calls do not
//! wait for their program and the numbers differ from those of `clconv` and `stock`.
int runChild(const Options& options);

} // namespace bench
