// SPDX-License-Identifier: Apache-2.0
//
// Included by kernels that are specialized for one filter: its taps as program text, which omits zero taps and source
// rows without taps. All loops are unrolled, so each tap is a constant at a known position: the compiler loads only
// what taps need, turns a tap of 1 into an addition, and keeps equal taps in one register.
//
// The host defines (coefficients/specialization.cpp), here for 3x1 taps 0.5 0 2 and ROWS=2:
//   TILE_ROWS  SOURCE(k, sums) for each source row k of a tile, 0 ... ROWS+FILTER_ROWS-2, that lies under a tap;
//              sums is TO(r, TAPS_j) for each output row r for which it lies under tap row j:
//              SOURCE(0,TO(0,TAPS_0))SOURCE(1,TO(1,TAPS_0))
//   TAPS_j     TAP(i, value) for each non-zero tap of tap row j, from left to right: TAP(0,0.5f)TAP(2,2.f)
// The kernel defines SOURCE, TO and TAP before it uses TILE_ROWS.

#ifndef CLCONV_SPECIALIZED_TAPS_CL
#define CLCONV_SPECIALIZED_TAPS_CL

#include "common/interface.cl"

#ifndef TILE_ROWS
#define TILE_ROWS SOURCE(0, TO(0, TAP(0, (ACC_T)1))) // all taps as text, see above; the default is a single tap of 1
#endif

#endif
