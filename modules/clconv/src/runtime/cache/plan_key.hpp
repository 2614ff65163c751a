// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What distinguishes the plans of a context.

#pragma once

#include "problem/problem.hpp"

#include <string>

namespace cv
{
namespace clconv
{

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

} // namespace clconv
} // namespace cv
