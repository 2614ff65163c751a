// SPDX-License-Identifier: Apache-2.0
//
// Batches: one launch filters several images. Its work-groups are numbered through all images; each finds its image in
// a table of BatchImages (common/shared_structs.cl) and then works as in a launch for that image alone.
//
//      groups    0  1  2  3 | 4  5 | 6  7  8  9 10 11 | ...
//      images       0       |   1  |        2         |        images[i].firstGroup = 0, 4, 6, ...
//
// OpenCL cannot pass arrays of buffers, so a launch has BATCH_SOURCES arguments for sources and BATCH_OUTPUTS for
// outputs; images in one buffer share an argument. The arguments have octal numbers: src00 ... src07, src10 ...
//
// Included by interface.cl, whose arguments it replaces (host: runtime/launch_batch.cpp, runtime/kernel_arguments.cpp).

#ifndef CLCONV_BATCH_CL
#define CLCONV_BATCH_CL

#ifndef BATCH
#define BATCH 1 // where this file compiles alone: interface.cl includes it for batches only
#endif
#ifndef BATCH_SOURCES
#define BATCH_SOURCES 8 // buffers with sources among the arguments: 1, 8, 32 or 64
#endif
#ifndef BATCH_OUTPUTS
#define BATCH_OUTPUTS 8 // buffers with outputs among the arguments, likewise
#endif
#include "common/interface.cl"

#define EIGHT(use, digit)                                                                                             \
    use(digit##0) use(digit##1) use(digit##2) use(digit##3) use(digit##4) use(digit##5) use(digit##6) use(digit##7)
#define IN_BATCH_1(use) use(00)
#define IN_BATCH_8(use) EIGHT(use, 0)
#define IN_BATCH_32(use) IN_BATCH_8(use) EIGHT(use, 1) EIGHT(use, 2) EIGHT(use, 3)
#define IN_BATCH_64(use) IN_BATCH_32(use) EIGHT(use, 4) EIGHT(use, 5) EIGHT(use, 6) EIGHT(use, 7)
#define EACH_SOURCE(use) JOIN(IN_BATCH_, BATCH_SOURCES)(use)
#define EACH_OUTPUT(use) JOIN(IN_BATCH_, BATCH_OUTPUTS)(use)

// The arguments: the table; in imageRange, the first image of this launch (x) and the number of images (y); the
// buffers, coefficients and delta.
#define CLCONV_ARGUMENTS(source)                                                                                      \
    __global const BatchImage *images, const int2 imageRange EACH_SOURCE(BATCH_SOURCE) EACH_OUTPUT(BATCH_OUTPUT),     \
        COEFFICIENTS_T coefficients, const ACC_T delta
#define BATCH_SOURCE(n) , __global const uchar *src##n
#define BATCH_OUTPUT(n) , __global uchar *dst##n

// The image of this work-group: the last one whose first group is not after it. The first guess is right if all images
// have equally many groups.
INLINE __global const BatchImage *imageOfGroup(__global const BatchImage *images, int count)
{
    const int group = get_group_id(0);
    int low = 0, high = count; // it is one of low ... high-1
    int guess = (int)((long)group * count / (long)get_num_groups(0));
    while (high - low > 1)
    {
        if (images[guess].firstGroup > group)
            high = guess;
        else if (guess + 1 < high && images[guess + 1].firstGroup <= group)
            low = guess + 1;
        else
            return images + guess;
        guess = (low + high) / 2;
    }
    return images + low;
}

INLINE Group groupIn(__global const BatchImage *image)
{
    const int number = (int)get_group_id(0) - image->firstGroup, columns = image->groupColumns;
    const Group group = {0, number % columns, number / columns, columns};
    return group;
}

// First statement of a kernel: declares `group`, and under their names the arguments of a launch for one image.
#define CLCONV_GROUP                                                                                                  \
    __global const BatchImage *const image = imageOfGroup(images + imageRange.x, imageRange.y);                       \
    const Group group = groupIn(image);                                                                               \
    const int srcStep = image->srcStep, srcOffset = image->srcOffset;                                                 \
    const int dstStep = image->dstStep, dstOffset = image->dstOffset;                                                 \
    const int4 srcArea = image->srcArea;                                                                              \
    const int2 dstSize = image->dstSize;                                                                              \
    const int8 tileRange = image->tileRange;                                                                          \
    __global const uchar *src = src00;                                                                                \
    __global uchar *dst = dst00;                                                                                      \
    switch (image->source)                                                                                            \
    {                                                                                                                 \
        EACH_SOURCE(SOURCE_CASE)                                                                                      \
    }                                                                                                                 \
    switch (image->output)                                                                                            \
    {                                                                                                                 \
        EACH_OUTPUT(OUTPUT_CASE)                                                                                      \
    }
#define SOURCE_CASE(n) case 0##n: src = src##n; break;
#define OUTPUT_CASE(n) case 0##n: dst = dst##n; break;

#endif
