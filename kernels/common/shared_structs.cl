// SPDX-License-Identifier: Apache-2.0
//
// The structs that the host fills in and kernels read. Both compile this file, so fields cannot differ: kernels through
// common/interface.cl, the host through runtime/kernel_arguments.hpp, which first defines int2, int4 and TILE_RANGE.

#ifndef CLCONV_SHARED_STRUCTS_CL
#define CLCONV_SHARED_STRUCTS_CL

#ifndef TILE_RANGE
#define TILE_RANGE int8 // a TileRange in memory: a vector for kernels (FIELDS_OF), on the host the struct itself
#endif

// What the host computes once for all work-items of a launch. By kernels:
//   direct, specialized        firstColumn, firstRow, columns, rows: the rectangle of interior tiles, in tiles
//                              borderGroupRows: rows of work-groups for border tiles, the first of the launch; 0: no
//                              tile is interior, the rectangle has all tiles
//   these, separable, mma      prefetchRows: rows from those that a work-group reads to those that it prefetches
typedef struct
{
    int unused; // see Source (common/interface.cl)
    int firstColumn, firstRow, columns, rows;
    int borderGroupRows;
    int border; // OpenCV's number
    int prefetchRows;
} TileRange;

enum
{
    roundsDown = 1,       // DST_FLOORS (common/interface.cl)
    averagesIntegers = 2, // DST_AVERAGES 1
    averagesFloats = 4    // DST_AVERAGES 2
};

// Data of programs that serve all filter sizes; they get it in place of a TileRange
typedef struct
{
    int firstPair, pairs;       // of fft_large: the pairs of slabs of this launch
    int filterCols, filterRows; // taps
    int channels, rounding;     // of the general program (local.cl); rounding: flags
    int border;                 // OpenCV's number
    int scratchPairs;           // of fft_large: pairs that the scratch memory holds
} CallData;

// One image of a batch (common/batch.cl)
typedef struct
{
    int source, output;     // which arguments have its buffers
    int srcStep, srcOffset; // as the arguments of a launch for one image (common/interface.cl), in bytes
    int dstStep, dstOffset; // likewise
    int firstGroup;         // number of its first work-group in the launch
    int groupColumns;       // work-groups in a row of the image
    int4 srcArea;           // as the argument
    int2 dstSize;           // columns, rows
    int firstCoefficient;   // index of its filter's first coefficient; coefficients are stored after all images
    int unused;
    TILE_RANGE tileRange;
} BatchImage;

#endif
