// SPDX-License-Identifier: Apache-2.0
//
// Input windows in registers and the register tiles computed from them, for the implementations that use
// kernels/gpu/register_tile.cl.

#pragma once

#include "implementations/checks.hpp"

namespace cv { namespace clconv {

//! Scalars in the widest aligned load that PX and the source's rows allow; at most 16 bytes. Where rows of 8 or 16 bits
//! are not even aligned for words: as many as make a word, if PX allows that.
int widestLoad(const Problem& problem, int px);

//! Tap columns of a chunk, so that its window stays in registers and its start is aligned: all of them, or a power of
//! two.
int tapsPerChunk(const Problem& problem, int px, int vec);

//! `rows` per work-item, or fewer where the image has fewer: tiles that reach beyond it are stored scalar by scalar.
int rowsInImage(const Problem& problem, int rows);

//! A reason if PX, VEC, TAPS_PER_CHUNK, PREFETCH, WG_X and WG_Y contradict each other, the filter or the device.
std::string registerTileUnsupported(const Problem& problem, const DeviceTraits& traits, const Params& params);

int windowRegisters(const Problem& problem, int px, int taps);

//! A reason if a window is more than the compiler keeps in registers.
std::string windowSpills(const Problem& problem, const Params& params);

//! The options that follow from these parameters, the plan's tile, and the sizes without the border work-groups, which
//! a launch adds (runtime/kernel_arguments.hpp).
void configureTile(const Problem& problem, const Params& params, Plan& plan);

}} // namespace cv::clconv
