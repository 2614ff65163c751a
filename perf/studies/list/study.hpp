// SPDX-License-Identifier: Apache-2.0
//
// The five case studies: workloads, optimization steps, claims.

#pragma once

#include "../measure.hpp"
#include "../verdict.hpp"

namespace study {

enum class Scale
{
    Full, //!< the sizes of the study
    Quick,
    Tiny //!< tests that everything runs
};

struct Study
{
    std::string name;
    std::string title; //!< author, title, devices
    std::string base;  //!< the step with which the others are compared
    std::vector<Case> (*cases)(Scale scale);
    std::vector<Verdict> (*verdicts)(const Rows& rows);
};

extern const Study reda, imagination, amd, gaster, sellner;

//! All studies, in the order of docs/studies.md.
const std::vector<const Study*>& studies();

} // namespace study
