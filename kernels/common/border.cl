// SPDX-License-Identifier: Apache-2.0
//
// borderAt maps a coordinate outside an image to one inside, for every border of OpenCV and any distance, as
// cv::borderInterpolate does.
//
//   BORDER_CONSTANT      000000|abcdefgh|000000   (outside, the result is -1: the pixel is zero)
//   BORDER_REPLICATE     aaaaaa|abcdefgh|hhhhhh
//   BORDER_REFLECT       fedcba|abcdefgh|hgfedc
//   BORDER_REFLECT_101   gfedcb|abcdefgh|gfedcb
//   BORDER_WRAP          cdefgh|abcdefgh|abcdef

#ifndef CLCONV_BORDER_CL
#define CLCONV_BORDER_CL

#include "common/interface.cl"

// OpenCV's numbers
#define BORDER_CONSTANT 0
#ifndef BORDER_REPLICATE // the test `study` overrides it: its check must find the wrong border
#define BORDER_REPLICATE 1
#endif
#define BORDER_REFLECT 2
#define BORDER_WRAP 3
#define BORDER_REFLECT_101 4

// The remainder in 0 ... period-1, also of negative numbers
INLINE int floorModulo(int p, int period)
{
    const int remainder = p % period;
    return remainder < 0 ? remainder + period : remainder;
}

#ifndef FAR_BORDERS
#define FAR_BORDERS OUTLINE // how borderFar is compiled; INLINE for a kernel that a function call makes slower
#endif

// borderAt for borders that repeat the image, and p at least one length outside the image
FAR_BORDERS int borderFar(int p, int length, int border)
{
    const int period = border == BORDER_WRAP ? length : border == BORDER_REFLECT ? 2 * length : max(2 * length - 2, 1);
    const int q = floorModulo(p, period);
    return q < length ? q : period - q - (border == BORDER_REFLECT ? 1 : 0);
}

// p: any coordinate; length: columns or rows of the image, at least 1
INLINE int borderAt(int p, int length, int border)
{
    if (p >= 0 && p < length)
        return p;
    if (border == BORDER_CONSTANT)
        return -1;
    const int edge = border == BORDER_REFLECT ? 1 : 0; // 1: the first and the last pixel appear twice
    const int near = border == BORDER_REPLICATE ? (p < 0 ? 0 : length - 1)
                     : border == BORDER_WRAP    ? (p < 0 ? p + length : p - length)
                     : p < 0                    ? -p - edge
                                                : 2 * (length - 1) - p + edge;
    return near >= 0 && near < length ? near : borderFar(p, length, border); // most are near and need no division
}

INLINE int borderRow(Source source, int y)
{
    return borderAt(y, source.size.y, source.border);
}

INLINE int borderColumn(Source source, int x)
{
    return borderAt(x, source.size.x, source.border);
}

// The index in its row of scalar s = x*channels + c, whose column x may be outside the image; -1: the scalar is zero
INLINE int borderIndexOf(Source source, int s, int channels)
{
    if (s >= 0 && s < source.size.x * channels)
        return s;
    const int x = s >= 0 ? s / channels : -((channels - 1 - s) / channels); // rounded down; C truncates towards zero
    const int mapped = borderColumn(source, x);
    return mapped < 0 ? -1 : mapped * channels + (s - x * channels);
}

INLINE int borderIndex(Source source, int s)
{
    return borderIndexOf(source, s, CN);
}

// The scalar s of a row, which may be outside the image
INLINE ACC_T borderScalar(Source source, __global const SRC_T *row, int s)
{
    const int index = borderIndex(source, s);
    return index < 0 ? (ACC_T)0 : FROM_SRC(row[index], );
}

#endif
