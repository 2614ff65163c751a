// SPDX-License-Identifier: Apache-2.0
//
// The parts of libopencv_clconv_preload.so: next.cpp finds OpenCV's own definitions of the served functions; report.cpp
// counts calls and prints, when the process ends, what `clconv-run --report` promises.

#pragma once

#include "calls.hpp"

namespace clconv_preload {

//! OpenCV's definition of a function. Ends the process with a message if there is none.
void* nextDefinition(Function function);

//! Whether that definition is of the OpenCV that clconv was built with: of another one, objects have other layouts.
bool isFromOwnVersion(Function function);

//! A library or program in the process that contains another OpenCV than clconv's; null if there is none.
const char* otherOpenCV();

//! whether a report is to be printed
bool isReporting();

void countServed(Function function, const Calls* calls);

//! @returns null
const Calls* passOn(Function function, Reason reason);

} // namespace clconv_preload
