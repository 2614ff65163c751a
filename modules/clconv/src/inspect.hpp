// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What tests, benchmarks and samples may ask about calls that were made.

#pragma once

#include "precomp.hpp"

namespace cv
{
namespace clconv
{

//! Name of the implementation that the calling thread's last filter call ran; "native" where the CPU did it.
CV_EXPORTS std::string lastImplementation();

} // namespace clconv
} // namespace cv
