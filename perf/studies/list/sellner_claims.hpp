// SPDX-License-Identifier: Apache-2.0
//
// The names of Sellner's steps, and the verdicts on the claims about them.

#pragma once

#include "../output/row.hpp"
#include "../verdict.hpp"

namespace study {
namespace sellner_steps {

const char* const single = "single";
const char* const localLoops = "local, two loops";
const char* const localFlat = "local, flat index";
const char* const separation = "separation";
const char* const twice = "double";
const char* const predefined = "predefined";
const char* const twiceLocal = "double+local";
const char* const predefinedLocal = "predefined+local";
const char* const twicePredefined = "double+predefined";
const char* const allThree = "double+predefined+local";
const char* const driversGroups = "single, driver's groups";
const char* const imageArray = "local, image array";
const char* const image1D = "local, 1-D image";

} // namespace sellner_steps

std::vector<Verdict> sellnerVerdicts(const Rows& rows);

} // namespace study
