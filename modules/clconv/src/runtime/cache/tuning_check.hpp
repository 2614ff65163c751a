// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Warnings of lines of tuning files that no problem supports on the device.

#pragma once

#include "problem/device_traits.hpp"

#include <mutex>
#include <set>

namespace cv
{
namespace clconv
{

struct Tuning;

//! Once for each file: at the first plan that uses it, since the device decides which lines are usable. The tables of
//! the library are held sound by tests; where a query of the device fails, its lines are no mistakes of theirs.
class TuningCheck
{
public:
    void warnAboutUnusableLines(const Tuning& tuning, const DeviceTraits& traits);

private:
    std::mutex mutex_;
    std::set<int> checked_; // Tuning::id
};

} // namespace clconv
} // namespace cv
