// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What the thread of a call has set for itself, for threads that work for the call while it waits for them.

#pragma once

#include "coefficients/specialization_table.hpp"
#include "planner/current_tuning.hpp"
#include "problem/params.hpp"
#include "util/log.hpp"
#include "util/profiling.hpp"

namespace cv
{
namespace clconv
{

//! The settings of the thread that makes it.
struct ThreadSettings
{
    ThreadOverride<Force>* const force = ThreadOverride<Force>::stack();
    ThreadOverride<Tuning>* const tuning = ThreadOverride<Tuning>::stack();
    ThreadOverride<DeviceLines>* const lines = ThreadOverride<DeviceLines>::stack();
    ThreadOverride<SpecializationPolicy>* const policy = ThreadOverride<SpecializationPolicy>::stack();
    ThreadOverride<ProfilingScope*>* const profiling = ThreadOverride<ProfilingScope*>::stack();
    std::atomic<bool>* const warning = OneWarning::current();
};

//! Puts them into effect in another thread.
class ThreadSettingsScope
{
public:
    explicit ThreadSettingsScope(const ThreadSettings& settings) :
        force_(settings.force), tuning_(settings.tuning), lines_(settings.lines), policy_(settings.policy),
        profiling_(settings.profiling), warning_(settings.warning)
    {
    }

private:
    const ThreadOverride<Force>::Borrowed force_;
    const ThreadOverride<Tuning>::Borrowed tuning_;
    const ThreadOverride<DeviceLines>::Borrowed lines_;
    const ThreadOverride<SpecializationPolicy>::Borrowed policy_;
    const ThreadOverride<ProfilingScope*>::Borrowed profiling_;
    const OneWarning warning_;
};

} // namespace clconv
} // namespace cv
