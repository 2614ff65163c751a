// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The five case studies: what each measured, in which steps, and what it claimed.

#pragma once

#include "../measure.hpp"
#include "../verdict.hpp"
#include "../../common/gnuplot.hpp"

namespace study
{

enum class Scale
{
    Full, //!< the study's own sizes
    Quick,
    Tiny //!< for tests: whether everything runs, not how fast
};

struct Study
{
    std::string name;
    std::string title; //!< who, what, on which devices then
    std::string base;  //!< the step that the others are held against
    std::vector<Case> (*cases)(Scale scale);
    std::vector<Verdict> (*verdicts)(const Rows& rows);
    std::vector<bench::Script> (*charts)(const Rows& rows, const std::string& device);
};

extern const Study reda, imagination, amd, gaster, sellner;

//! all of them, in the order of docs/studies.md
const std::vector<const Study*>& studies();

} // namespace study
