// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Lines in private memory, for the implementations that use kernels/line.cl.

#pragma once

#include "implementations/checks.hpp"

namespace cv
{
namespace clconv
{

//! Scalars that a kernel of this file keeps in private memory.
typedef size_t (*PrivateScalars)(const Problem& problem, const Params& params);

//! PX, ROWS, STEPS for the device's vectors, and the largest BLOCK up to `maxBlock`, a multiple of `vectors` vectors, whose
//! lines fit a thread's stack.
Params lineDefaults(const Problem& problem, const DeviceTraits& traits, int maxBlock, int vectors,
                    PrivateScalars scalars);

//! A reason if a parameter is out of its range, BLOCK no multiple of `vectors` vectors, or the lines do not fit a thread's
//! stack.
std::string lineBufferUnsupported(const Problem& problem, const Params& params, int vectors, PrivateScalars scalars);

//! SOURCE_ROWS: lines that a work-item keeps in its ring
size_t bufferRows(const Problem& problem, const Params& params);

//! HALO: scalars of a line beside its BLOCK
size_t haloScalars(const Problem& problem);

//! The parameters, and the bounds of small integer outputs.
void defineLine(const Problem& problem, const Params& params, Plan& plan);

//! Those of lineDefaults, VECTORS and IN_PLACE.
Params ringDefaults(const Problem& problem, const DeviceTraits& traits, int maxBlock, int vectors);

//! A reason if VECTORS or IN_PLACE is out of its range, or what lineBufferUnsupported finds.
std::string ringUnsupported(const Problem& problem, const Params& params);

} // namespace clconv
} // namespace cv
