// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What implementations can be set to: every parameter's name, meaning and range, declared once. A name means the same
// in every implementation that has it.

#pragma once

#include "tuning/entry.hpp"

namespace cv
{
namespace clconv
{

struct Parameter
{
    Parameter(const char* name_, const char* meaning_, int min_, int max_, bool planning_ = false) :
        name(name_), meaning(meaning_), min(min_), max(max_), planning(planning_)
    {
    }

    const char *name, *meaning;
    int min, max;  //!< on any device and problem; an implementation may allow fewer
    bool planning; //!< it decides other parameters or whether the implementation is profitable, and no kernel gets it
};

//! All of them.
const std::vector<Parameter>& parameters();

//! Whether this is the name of a planning parameter.
bool isPlanning(const std::string& name);

//! The name in tuning lines of what is no implementation: how images are filtered in bands (planner/band_plan.hpp).
const char* const bandsName = "bands";

//! The name in tuning lines of what is no implementation: whether and how Mats run (planner/mats/mat_times.hpp).
const char* const matsName = "mats";

//! The names that each implementation has, and those of `bands` and `mats`, for those that read tuning lines.
const KnownParameters& knownParameters();

} // namespace clconv
} // namespace cv
