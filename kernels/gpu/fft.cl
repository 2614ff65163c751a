// SPDX-License-Identifier: Apache-2.0
//
// Large filters by Fourier transforms of tiles (overlap-save). A work-group transforms a tile, multiplies by the
// spectrum of the filter and transforms back. Outputs whose windows wrap around the tile are wrong and not stored; the
// next tile begins where the others end. Two tiles of one channel, or two channels of a tile, are the real and the
// imaginary part of one complex tile.
//
//      +--------------------+   TILE_COLS x 64 pixels
//      | outputs       |    |   step: TILE_COLS+1-filterCols by 65-filterRows outputs, and pixels from tile to tile
//      | of this tile  |    |
//      |---------------+    |
//      |             halo   |   filterCols-1 columns, filterRows-1 rows
//      +--------------------+
//
// Larger filters are cut into parts. Each is applied to the tile under it, and the products are added before one
// inverse transform. Where the promised accuracy is in doubt (common/fft_accuracy.cl), the magnitudes are transformed
// likewise, and outputs that fail are computed directly. The size of the filter is data: one program serves all sizes,
// another one all filters in parts.
//
// Parameters (host: implementations/gpu/fft/fft.cpp):
//   TILE_COLS     columns of a tile: 64; or 128, for filters in one part only, which yield more outputs
//   PARTS         1: filters with more than MAX_PART_SIZE rows, or more columns than that for each 64 of a tile
//   CHECK_BRIGHT  1: accuracy may be decided by counting bright pixels
//   REPAIR        1: filters only tiles with outputs that fft_large.cl marked; takes one more argument
// Work size: 256 work-items for every two planes, a plane being a tile of one channel.
// Local memory: 37 KiB, with CHECK_BRIGHT 39 KiB; for wide tiles 71 and 75 KiB, of which an NVIDIA multiprocessor holds
// three (implementations/gpu/fft/fft.cpp: localBytes).
// Not supported: sums in double, coefficients other than COEFFICIENTS_GLOBAL.

#include "gpu/fft/fft_tile.cl"
#include "gpu/fft/fft_transform.cl"
#include "gpu/fft/fft_tile_accuracy.cl"
#include "gpu/fft/fft_tile_holes.cl"
#include "gpu/fft/fft_tile_pixels.cl"

// Local memory of a work-group
typedef struct
{
    float2 exchange[FFT_EXCHANGE];
    ushort4 columns[CHECK_BRIGHT ? FFT_BLOCK_ROWS * FFT_COLUMN_PITCH / 4 : 1]; // counts of bright pixels
    Norms norms;
    Accuracy accuracy;
    Plane planes[2];
    int doubtful;
    uint holeColumns[FFT_HOLES ? FFT_COLUMN_WORDS : 1];
} TileMemory;

// Computes the outputs of the planes `number` and `number` + 1.
INLINE void filterTiles(__local TileMemory *memory, Source source, __global uchar *dst, INDEX_T dstStep,
                        INDEX_T dstOffset, int2 dstSize, __global const float *coefficients, float delta,
                        int2 filterSize, FftLayout layout, int across, int planes, int number)
{
    const int t = get_local_id(0), partCount = layout.parts.x * layout.parts.y;
    const int2 step = layout.step;
    __local float2 *const exchange = memory->exchange;
    __local ushort *const columns = (__local ushort *)memory->columns;
    __local ushort *const fours = (__local ushort *)memory->norms.bits; // the merged bits remain
    __global const float2 *factors = (__global const float2 *)(coefficients + FFT_SPECTRUM);
    Plane first = planeOf(number, across, step), second = planeOf(min(number + 1, planes - 1), across, step);
    if (t == 0)
    {
        memory->planes[0] = first;
        memory->planes[1] = second;
        memory->doubtful = 0;
    }
    bool magnitudes = false, holes = false; // holes: zeros replace pixels that are not finite
    for (;;)
    {
        float re[FFT_POINTS], im[FFT_POINTS], sumRe[FFT_POINTS], sumIm[FFT_POINTS], threshold = 0;
        for (int part = 0; part < partCount; ++part)
        {
            const int2 at = partOf(layout, part);
            if (PARTS && part > 0)
                barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
            for (int turn = 0; turn < FFT_TURNS; ++turn)
            {
                const int share = t + turn * FFT_ITEMS;
                __local float2 *const own = exchange + FFT_PASS1(share);
                loadPlane(source, first, at, share, own, re);
                loadPlane(source, second, at, share, own, im);
                if (holes)
                    takeHoles(re, im);
                if (magnitudes)
                    takeMagnitudes(re, im);
                else
                    addNorm(&memory->norms, exchange, t, (PARTS && part > 0) || turn > 0, re, im);
                if (CHECK_BRIGHT && part == 0)
                {
                    if (turn == 0)
                    {
                        barrier(CLK_LOCAL_MEM_FENCE);
                        threshold = brightThreshold(&memory->norms);
                    }
                    *FFT_SPARE((__local uint *)exchange, share) = brightBits(re, im, threshold);
                }
                transform16(re, im);
                writeTransformed(own, FFT_STEP1, re, im);
            }
            barrier(CLK_LOCAL_MEM_FENCE);

            if (part == partCount - 1 && t < 16)
                reduceNorms(&memory->norms, exchange, t);
            if (CHECK_BRIGHT && part == 0)
                for (int turn = 0; turn < FFT_TURNS; ++turn)
                    countColumns(exchange, columns, t + turn * FFT_ITEMS, layout.partSize.y);
            forwardPass2(re, im, exchange, coefficients, t);
            barrier(CLK_LOCAL_MEM_FENCE);

#pragma unroll 1
            for (int turn = 0; turn < FFT_TURNS; ++turn)
            {
                const int share = t + turn * FFT_ITEMS;
                readExchange(exchange + FFT_PASS3(share), 1, re, im);
                transform16(re, im);
                multiply(re, im, false, factors + share, FFT_SHARES, part > 0, sumRe, sumIm);
                if (part == partCount - 1)
                {
                    transform16(sumRe, sumIm);
                    writeTransformed(exchange + FFT_PASS3(share), 1, sumRe, sumIm);
                }
            }
            factors += TILE_COLS * FFT_ROWS;
        }
        if (!magnitudes && t == 0)
            memory->accuracy = accuracyOf(&memory->norms, coefficients, filterSize, delta);
        if (CHECK_BRIGHT)
            for (int turn = 0; turn < FFT_TURNS; ++turn)
                countFours(columns, fours, t + turn * FFT_ITEMS);
        barrier(CLK_LOCAL_MEM_FENCE);

        if (CHECK_BRIGHT && !magnitudes && !memory->accuracy.certain && !memory->accuracy.known)
        {
            const float needed = threshold < INFINITY ? memory->accuracy.needed / threshold : INFINITY;
            for (int turn = 0; turn < FFT_TURNS; ++turn)
                if (isDoubtful(columns, fours, t + turn * FFT_ITEMS, layout.partSize, step,
                               coefficients + FFT_SMALLEST, needed))
                    memory->doubtful = 1;
        }
        backPass2(re, im, exchange, coefficients, t);
        barrier(CLK_LOCAL_MEM_FENCE);

        const Accuracy accuracy = memory->accuracy;
        const bool brightEnough = CHECK_BRIGHT ? !accuracy.known && !memory->doubtful : false;
        const bool accurate = !magnitudes && (accuracy.certain || brightEnough);
        const bool tested = !accurate && (magnitudes || accuracy.known);
        const float scale = coefficients[FFT_SCALE];
        // Read anew from local memory: otherwise compilers would keep addresses in registers through both transforms.
        first = memory->planes[0];
        second = memory->planes[1];
        if (FFT_HOLES && !holes && !(accuracy.needed < INFINITY))
        {
            holes = true;
            factors -= partCount * TILE_COLS * FFT_ROWS;
            continue;
        }
#pragma unroll 1
        for (int turn = 0; turn < FFT_TURNS; ++turn)
        {
            const int share = t + turn * FFT_ITEMS;
            readExchange(exchange + FFT_PASS1(share), FFT_STEP1, re, im);
            transform16(re, im);
            const int rowsA = rowsLeft(first, step, dstSize, share);
            const int rowsB = number + 1 < planes ? rowsLeft(second, step, dstSize, share) : 0;
            if (!magnitudes)
            {
                storePlane(dst, dstStep, dstOffset, first, rowsA, share, im, scale, accuracy.grid, delta);
                storePlane(dst, dstStep, dstOffset, second, rowsB, share, re, scale, accuracy.grid, delta);
            }
            if (tested)
            {
                const float needed = magnitudes ? accuracy.neededMagnitude : accuracy.needed;
                const uint redo =
                    tooSmall(im, scale, needed, rowsA, 4) | tooSmall(re, scale, needed, rowsB, 4) << FFT_POINTS;
                __global const float *taps = coefficients + FFT_SPECTRUM + 2 * partCount * FFT_SPECTRUM_FLOATS;
                if (FFT_HOLES) // with another copy of redoOutputs, images without NaN would take 1 to 3 % longer
                    *FFT_REDO_BITS(exchange, share) = redo;
                else
                    redoOutputs(source, dst, dstStep, dstOffset, first, second, share, redo, filterSize, taps, delta);
            }
        }
        if (FFT_HOLES && (accurate || tested))
        {
            __global const float *taps = coefficients + FFT_SPECTRUM + 2 * partCount * FFT_SPECTRUM_FLOATS;
            if (holes)
                storeHoles(source, dst, dstStep, dstOffset, dstSize, delta, layout, filterSize, taps, memory->planes,
                           min(planes - number, 2), exchange, memory->holeColumns, t);
#pragma unroll 1
            for (int turn = 0; turn < FFT_TURNS && tested; ++turn)
            {
                const int share = t + turn * FFT_ITEMS;
                redoOutputs(source, dst, dstStep, dstOffset, memory->planes[0], memory->planes[1], share,
                            *FFT_REDO_BITS(exchange, share), filterSize, taps, delta);
            }
        }
        if (accurate || tested)
            return;
        magnitudes = true;
    }
}

__kernel GROUP_SIZE
void clconv_fft(CLCONV_ARGUMENTS(__global const uchar *src) REPAIR_ARGUMENT)
{
    __local TileMemory memory;
    const Source source = SOURCE_VALUES;
    const CallData call = FIELDS_OF(tileRange);
    const int2 filterSize = (int2)(call.filterCols, call.filterRows);
    const FftLayout layout = fftLayoutOf(filterSize);
    const int2 tiles = (dstSize + layout.step - 1) / layout.step;
    const int planes = tiles.x * tiles.y * CN;
#if REPAIR
    __local uint marked;
    const int first = (int)get_group_id(0) * REPAIR_PAIRS;
    const uint pairs = markedPairs(scratch, first, layout.step, filterSize, dstSize, tiles.x, planes, &marked);
    for (int i = 0; i < REPAIR_PAIRS; ++i)
    {
        if ((pairs >> i & 1) == 0)
            continue;
        barrier(CLK_LOCAL_MEM_FENCE);
        filterTiles(&memory, source, dst, dstStep, dstOffset, dstSize, coefficients, delta, filterSize, layout,
                    tiles.x, planes, 2 * (first + i));
    }
#else
    filterTiles(&memory, source, dst, dstStep, dstOffset, dstSize, coefficients, delta, filterSize, layout, tiles.x,
                planes, 2 * (int)get_group_id(0));
#endif
}
