// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A plan as it is kept: with its kernels, by what planning depends on.

#pragma once

#include "runtime/compiled_kernel.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{

class ContextCache;

struct PlanKey
{
    Problem problem;
    std::string force; //!< Force::text
    int tuning;        //!< Tuning::id
    bool operator==(const PlanKey& other) const
    {
        return problem == other.problem && force == other.force && tuning == other.tuning;
    }
};

struct PlanKeyHash
{
    size_t operator()(const PlanKey& key) const
    {
        return ProblemHash()(key.problem) ^ size_t(key.tuning) ^
               (key.force.empty() ? 0 : std::hash<std::string>()(key.force));
    }
};

struct CompiledPlan
{
    Plan plan;
    std::vector<std::shared_ptr<CompiledKernel>> kernels; //!< of launchesOf(plan); none: the call runs on the CPU
    ContextCache* context;                                //!< that keeps it

    //! Whether a launch of each has been noted, and notes it (CompiledKernel).
    bool launched() const
    {
        return std::all_of(kernels.begin(), kernels.end(),
                           [](const std::shared_ptr<CompiledKernel>& kernel) { return kernel->launched(); });
    }
    void setLaunched() const
    {
        for (const std::shared_ptr<CompiledKernel>& kernel : kernels)
            kernel->setLaunched();
    }
};

} // namespace clconv
} // namespace cv
