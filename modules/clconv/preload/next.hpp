// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// OpenCV's own definitions of the served functions, and which OpenCV the process has.

#pragma once

#include "calls.hpp"

namespace clconv_preload
{

//! OpenCV's definition of a function. Ends the process with a message if there is none.
void* nextDefinition(Function function);

//! Whether that definition is of the OpenCV that clconv was built with: of another one, objects have other layouts.
bool isFromOwnVersion(Function function);

//! A library or program in the process that contains another OpenCV than clconv's; null if there is none.
const char* otherOpenCV();

} // namespace clconv_preload
