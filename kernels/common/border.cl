// SPDX-License-Identifier: Apache-2.0
//
// borderAt maps a coordinate outside an image to one inside, for every border of OpenCV and any distance, as
// cv::borderInterpolate does. No other place in the kernels does so.
//
//   BORDER_CONSTANT      000000|abcdefgh|000000   (outside, the result is -1: the pixel is zero)
//   BORDER_REPLICATE     aaaaaa|abcdefgh|hhhhhh
//   BORDER_REFLECT       fedcba|abcdefgh|hgfedc
//   BORDER_REFLECT_101   gfedcb|abcdefgh|gfedcb
//   BORDER_WRAP          cdefgh|abcdefgh|abcdef
//
// borderCoordinate does so for the border of the program, whose number is the option BORDER.

#ifndef CLCONV_BORDER_CL
#define CLCONV_BORDER_CL

#include "common/interface.cl"

// OpenCV's numbers
#define BORDER_CONSTANT 0
#define BORDER_REPLICATE 1
#define BORDER_REFLECT 2
#define BORDER_WRAP 3
#define BORDER_REFLECT_101 4
#ifndef BORDER
#define BORDER BORDER_REFLECT_101 // that of the program
#endif

// The remainder in 0 ... period-1, also of negative numbers
INLINE int floorModulo(int p, int period)
{
    const int remainder = p % period;
    return remainder < 0 ? remainder + period : remainder;
}

// p: any coordinate; length: columns or rows of the image, at least 1
INLINE int borderAt(int p, int length, int border)
{
    if (p >= 0 && p < length)
        return p;
    if (border == BORDER_CONSTANT)
        return -1;
    if (border == BORDER_REPLICATE)
        return p < 0 ? 0 : length - 1;
    if (border == BORDER_WRAP)
        return floorModulo(p, length);
    if (border == BORDER_REFLECT)
    {
        const int q = floorModulo(p, 2 * length);
        return min(q, 2 * length - 1 - q);
    }
    if (length == 1)
        return 0;
    const int q = floorModulo(p, 2 * length - 2);
    return min(q, 2 * length - 2 - q);
}

INLINE int borderCoordinate(int p, int length)
{
    return borderAt(p, length, BORDER);
}

// The index in its row of the scalar s = x*channels + c, where x may be outside the columns of the image; -1: zero
INLINE int borderIndexAt(int s, int columns, int channels, int border)
{
    if (s >= 0 && s < columns * channels)
        return s;
    const int x = s >= 0 ? s / channels : -((channels - 1 - s) / channels);
    const int mapped = borderAt(x, columns, border);
    return mapped < 0 ? -1 : mapped * channels + (s - x * channels);
}

INLINE int borderIndex(int s, int columns)
{
    return borderIndexAt(s, columns, CN, BORDER);
}

// The scalar s of a row, which may be outside the image
INLINE ACC_T borderScalar(__global const SRC_T *row, int s, int columns)
{
    const int index = borderIndex(s, columns);
    return index < 0 ? (ACC_T)0 : TO_ACC(row[index], );
}

#endif
