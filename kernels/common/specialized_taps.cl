// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Coefficients as text: what a program for one kernel alone is told of its taps. Taps that are zero are not in it, nor source
// rows without taps. All of it is straight code, so the compiler knows every tap's value and place: it loads what taps need,
// makes an addition of a tap of 1, and keeps equal taps in one register.
//
// Options (host: literals.cpp); here a kernel of one tap
//   TILE_ROWS  SOURCE(k,sums) for each row k of a strip's source rows, 0 ... ROWS+FILTER_ROWS-2, that has taps over it, in order;
//               its sums: TO(r,TAPS_j) for each row r of outputs of which it lies under the kernel's row j
//   TAPS_j      TAP(i,value) for each tap of the kernel's row j that is not zero, from left to right
// Whoever includes this defines SOURCE, TO and TAP where the row of outputs is computed.

#include "common/interface.cl"

#ifndef TILE_ROWS
#define TILE_ROWS SOURCE(0, TO(0, TAP(0, (ACC_T)1)))
#endif
