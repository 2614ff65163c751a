// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// borderCoordinate maps a coordinate outside an image to one inside, for every border of OpenCV and any distance, as
// cv::borderInterpolate does. No other place in the kernels does so.
//
//   BORDER_CONSTANT      000000|abcdefgh|000000   (outside, the result is -1: the pixel is zero)
//   BORDER_REPLICATE     aaaaaa|abcdefgh|hhhhhh
//   BORDER_REFLECT       fedcba|abcdefgh|hgfedc
//   BORDER_REFLECT_101   gfedcb|abcdefgh|gfedcb
//   BORDER_WRAP          cdefgh|abcdefgh|abcdef
//
// The host defines one of these names (problem/build_options.cpp), e.g. -D BORDER_WRAP=1.

#include "common/interface.cl"

#if !defined BORDER_CONSTANT && !defined BORDER_REPLICATE && !defined BORDER_REFLECT && !defined BORDER_WRAP
#ifndef BORDER_REFLECT_101
#define BORDER_REFLECT_101 1 // the border if the host defines none
#endif
#endif

// The remainder in 0 ... period-1, also of negative numbers
INLINE int floorModulo(int p, int period)
{
    const int remainder = p % period;
    return remainder < 0 ? remainder + period : remainder;
}

// p: any coordinate; length: columns or rows of the image, at least 1
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

// The index in its row of the scalar s = x*CN + c, where x may be outside the columns of the image; -1: zero
INLINE int borderIndex(int s, int columns)
{
    if (s >= 0 && s < columns * CN)
        return s;
    const int x = s >= 0 ? s / CN : -((CN - 1 - s) / CN);
    const int mapped = borderCoordinate(x, columns);
    return mapped < 0 ? -1 : mapped * CN + (s - x * CN);
}

// The scalar s of a row, which may be outside the image
INLINE ACC_T borderScalar(__global const SRC_T *row, int s, int columns)
{
    const int index = borderIndex(s, columns);
    return index < 0 ? (ACC_T)0 : TO_ACC(row[index], );
}
