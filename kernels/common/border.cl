// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// borderCoordinate: the one place that maps a coordinate outside an image to one inside, for every border of OpenCV and
// any distance outside, as cv::borderInterpolate does.
//
//   BORDER_CONSTANT      000000|abcdefgh|000000   (-1 is returned outside: "zero")
//   BORDER_REPLICATE     aaaaaa|abcdefgh|hhhhhh
//   BORDER_REFLECT       fedcba|abcdefgh|hgfedc
//   BORDER_REFLECT_101   gfedcb|abcdefgh|gfedcb
//   BORDER_WRAP          cdefgh|abcdefgh|abcdef
//
// Options, one of them set by the host: BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP.

#include "common/interface.cl"

#if !defined BORDER_CONSTANT && !defined BORDER_REPLICATE && !defined BORDER_REFLECT && !defined BORDER_WRAP
#ifndef BORDER_REFLECT_101
#define BORDER_REFLECT_101 1
#endif
#endif

// remainder in 0 ... period-1, also of negative numbers
INLINE int floorModulo(int p, int period)
{
    const int remainder = p % period;
    return remainder < 0 ? remainder + period : remainder;
}

// p: any coordinate; length: of the axis, at least 1
INLINE int borderCoordinate(int p, int length)
{
    if (p >= 0 && p < length)
        return p;
#if defined BORDER_CONSTANT
    return -1;
#elif defined BORDER_REPLICATE
    return p < 0 ? 0 : length - 1;
#elif defined BORDER_REFLECT
    const int q = floorModulo(p, 2 * length);
    return min(q, 2 * length - 1 - q);
#elif defined BORDER_WRAP
    return floorModulo(p, length);
#else
    if (length == 1)
        return 0;
    const int q = floorModulo(p, 2 * length - 2);
    return min(q, 2 * length - 2 - q);
#endif
}

// Index, inside a row of the given number of columns, of the scalar s = x*CN + c, where x may lie outside; -1: zero.
INLINE int borderIndex(int s, int columns)
{
    if (s >= 0 && s < columns * CN)
        return s;
    const int x = s >= 0 ? s / CN : -((CN - 1 - s) / CN);
    const int inside = borderCoordinate(x, columns);
    return inside < 0 ? -1 : inside * CN + (s - x * CN);
}

// The row's scalar s, which may lie outside.
INLINE ACC_T borderScalar(__global const SRC_T *row, int s, int columns)
{
    const int index = borderIndex(s, columns);
    return index < 0 ? (ACC_T)0 : TO_ACC(row[index], );
}
