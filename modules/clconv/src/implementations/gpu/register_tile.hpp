// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Row windows in registers, for the implementations that use kernels/window.cl.

#pragma once

#include "implementations/checks.hpp"

namespace cv
{
namespace clconv
{

//! Scalars in the widest aligned load that PX and the source's rows allow; at most 16 bytes. Where rows of bytes or of 16 bits are
//! not even aligned for words, what makes a word, if PX allows that.
int widestLoad(const Problem& problem, int px);

//! registers a window should take: room for sums and addresses beside them
const int targetWindowRegisters = 80;

//! Tap columns that keep the window of a piece in registers and its start aligned: all of them, or a power of two.
int tapsPerChunk(const Problem& problem, int px, int vec);

//! Whether rows are worth asking for ahead: floats of 3x3 wait for memory and nothing else.
bool waitsForRows(const Problem& problem);

//! Floats in rows that are not aligned for vectors. Loaded and stored one by one by work-items four apart they are many transactions,
//! by work-items two apart fewer (NVIDIA H200, perf/README.md). Where outputs are bytes, four together make a word, which counts more.
bool unalignedWords(const Problem& problem);

//! So many rows a work-item, or fewer where the image has fewer: strips that reach beyond it are stored piece by piece.
int rowsInImage(const Problem& problem, int rows);

//! WG_X and WG_Y: so much, or what the device has.
Size windowGroup(const DeviceTraits& traits, size_t maxWidth, size_t maxHeight);

//! A reason if PX, VEC, TAPS_PER_CHUNK, ROWS, PREFETCH, WG_X or WG_Y is out of its range, or they do not go together.
std::string registerTileUnsupported(const Problem& problem, const DeviceTraits& traits, const Params& params);

//! 32-bit registers that a window takes.
int windowRegisters(const Problem& problem, int px, int taps);

//! A reason if a window is more than the compiler keeps in registers.
std::string windowSpills(const Problem& problem, const Params& params);

//! These parameters, UNALIGNED_LOAD, LEAD, what interiorTiles needs, and the sizes without the edge groups, which a launch adds (strip_grid.hpp).
void configureWindow(const Problem& problem, const Params& params, Plan& plan);

//! A reason if UNROLL is out of its range, or what registerTileUnsupported and maxRegistersUnsupported find.
std::string stripUnsupported(const Problem& problem, const DeviceTraits& traits, const Params& params);

//! What configureWindow and capRegisters do, UNROLL and BORDER_PREFETCH.
void configureStrip(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan);

} // namespace clconv
} // namespace cv
