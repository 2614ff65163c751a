// SPDX-License-Identifier: Apache-2.0
//
// Blocks of rows in private memory, for the implementations that use kernels/cpu/line.cl.

#pragma once

#include "implementations/checks.hpp"

namespace cv { namespace clconv {

//! Scalars that a kernel keeps in private memory.
typedef size_t (*PrivateScalars)(const Problem& problem, const Params& params);

//! Sums in one vector register: clang splits wider vectors and warns of their calling convention.
int vectorLanes(const Problem& problem, const DeviceTraits& traits);

//! ROWS and STEPS where no line gives them.
constexpr int genericBlockRows = 4, genericBlockSteps = 8;

//! Decides PX for the device's vectors, and BLOCK by the tables, made smaller until it fits a thread's stack and is a
//! multiple of `vectors` vectors.
void decideBlock(const Problem& problem, const DeviceTraits& traits, int vectors, PrivateScalars scalars,
                 Lookup& lookup);

//! A reason if BLOCK is no multiple of `vectors` vectors, or the private memory exceeds a thread's stack.
std::string blockUnsupported(const Problem& problem, const Params& params, int vectors, PrivateScalars scalars);

//! SOURCE_ROWS: source rows under the ROWS that a work-item computes at a time
size_t bufferRows(const Problem& problem, const Params& params);

//! Defines the bounds of small integer outputs; configureBlock defines ACC_BITS and sets sizes, too.
void defineBounds(const Problem& problem, Plan& plan);
void configureBlock(const Problem& problem, const Params& params, Plan& plan);

}} // namespace cv::clconv
