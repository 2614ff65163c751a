// SPDX-License-Identifier: Apache-2.0
//
// Large filters by Fourier transforms of tiles (overlap-save) on a CPU device. A work-item transforms a tile in private
// memory, multiplies by the spectrum of the filter and transforms back. Outputs whose windows wrap around the tile are
// wrong and not stored; the next tile begins where the others end. Two tiles of one channel, or two channels of a tile,
// are the real and the imaginary part of one complex tile.
//
//      +--------------------+   TILE x TILE pixels
//      | outputs       |    |   TILE+1-filterCols by TILE+1-filterRows outputs, and pixels from tile to tile
//      | of this tile  |    |
//      |---------------+    |
//      |             halo   |   filterCols-1 columns, filterRows-1 rows
//      +--------------------+
//
// Vectors never need each other's lanes (fft_vectors.cl). While columns are transformed, vectors lie along rows of
// pixels; then they are transposed in squares, so that they lie along columns of frequencies while rows are
// transformed. PX columns, or rows of PX frequencies, are transformed at a time, and fit the first-level cache.
//
// Where the promised accuracy is in doubt (common/fft_accuracy.cl), the magnitudes are transformed likewise, and
// outputs that fail are computed directly. The size of the filter is data: one program serves all sizes.
//
// Parameters (host: implementations/cpu/cpu_fft.cpp): PX of line.cl, TILE of fft_vectors.cl, CHECK_SUMS of
// cpu_fft_accuracy.cl.
// Work size: one work-item for each two planes, in groups of one. Local memory: none.
// Private memory: 12 * TILE^2 bytes, and the columns at work (implementations/cpu/cpu_fft.cpp: privateBytes).
// Not supported: sums in double, coefficients other than COEFFICIENTS_GLOBAL, filters that leave no outputs of a tile.

#include "common/border.cl"
#include "cpu/cpu_fft_accuracy.cl"
#include "cpu/fft_vectors.cl"
#include "cpu/line.cl"

// The coefficients after those of common/fft_head.cl, in floats (written by src/coefficients/fft/spectrum.cpp)
#define CPU_FFT_ROOTS FFT_HEAD_END // cos and -sin of 2*pi*i/TILE, i = 0 ... TILE-1
// The spectrum of the filter, then that of its magnitudes, then the taps. A spectrum is divided by TILE: [ky / 16][kx],
// the real parts of 16 ky, then the imaginary ones, with both indices in bit-reversed order.
#define CPU_FFT_SPECTRUM (CPU_FFT_ROOTS + 2 * TILE)
#define CPU_FFT_SPECTRUM_FLOATS (2 * TILE * TILE)

typedef struct
{
    Complex frequencies[TILE / PX * TILE]; // [ky / PX][x], then [ky / PX][kx]
    Complex column[TILE];
    ACC_T brightness[2][CHECK_SUMS ? BLOCKS * TILE : 1]; // sums of magnitudes of BLOCK_ROWS rows of a column
    __global const SRC_T *rows[2][TILE];                  // of the source; null: zeros
} TileMemory;

INLINE void findRows(Source source, Plane plane, __global const SRC_T **rows)
{
    for (int y = 0; y < TILE; ++y)
    {
        const int mapped = borderRow(source, source.origin.y + plane.y + y);
        rows[y] = mapped < 0 ? 0 : sourceRow(source, mapped);
    }
}

// PX pixels of one channel, some of which may be outside the image
INLINE ACCV_T loadPixels(Source source, __global const SRC_T *row, int x, int c)
{
    ACC_T lanes[PX];
    if (row == 0)
        return (ACCV_T)(0);
    if (x >= 0 && x + PX <= source.size.x)
    {
#if CN == 1
        return loadSource(row + x);
#else
        ACC_T line[PX * CN]; // converted as vectors, before single channels are taken from it
#pragma unroll
        for (int i = 0; i < PX * CN; i += PX)
            storeLine(loadSource(row + x * CN + i), line + i);
#pragma unroll
        for (int p = 0; p < PX; ++p)
            lanes[p] = line[p * CN + c];
        return loadLine(lanes);
#endif
    }
#pragma unroll 1
    for (int p = 0; p < PX; ++p)
    {
        const int mapped = borderColumn(source, x + p);
        lanes[p] = mapped < 0 ? 0 : FROM_SRC(row[mapped * CN + c], );
    }
    return loadLine(lanes);
}

// PX columns of the tile, from x on
NOINLINE void loadColumns(Source source, const Plane *planes, int x, bool magnitudes, TileMemory *memory, Norms *norms)
{
    const int left = source.origin.x + x;
    ACCV_T squares = 0;
    for (int block = 0; block < BLOCKS; ++block)
    {
        ACCV_T brightA = 0, brightB = 0;
        for (int y = block * BLOCK_ROWS; y < (block + 1) * BLOCK_ROWS; ++y)
        {
            Complex z = {loadPixels(source, memory->rows[0][y], left + planes[0].x, planes[0].c),
                         loadPixels(source, memory->rows[1][y], left + planes[1].x, planes[1].c)};
            const Complex bright = {fabs(z.re), fabs(z.im)};
            if (magnitudes)
                z = bright;
            else
                addNorm(norms, &squares, z);
            brightA += bright.re;
            brightB += bright.im;
            memory->column[y] = z;
        }
        if (CHECK_SUMS && !magnitudes)
        {
            storeLine(brightA, memory->brightness[0] + block * TILE + x);
            storeLine(brightB, memory->brightness[1] + block * TILE + x);
        }
    }
    norms->squares += squares;
    norms->column = fmax(norms->column, squares);
}

// PX outputs, tap by tap
NOINLINE void directSums(Source source, int x, int y, int c, int2 filterSize, __global const float *taps, float delta,
                         ACCV_T *sums)
{
    ACCV_T sum = delta;
    for (int j = 0; j < filterSize.y; ++j)
    {
        const int mapped = borderRow(source, source.origin.y + y + j);
        if (mapped < 0)
            continue;
        __global const SRC_T *row = sourceRow(source, mapped);
        for (int i = 0; i < filterSize.x; ++i)
            sum = fma((ACCV_T)taps[j * filterSize.x + i],
                      loadPixels(source, row, source.origin.x + x + i, c), sum);
    }
    *sums = sum;
}

// Stores PX outputs of one channel, or the first `count` of them.
INLINE void storePixels(ACCV_T sum, __global DST_T *row, int x, int c, int count)
{
#if CN == 1
    storePart(sum, row + x, count);
#else
    const VECTOR(DST_T, PX) result = toDestination(sum);
    DST_T lanes[PX];
    JOIN(vstore, PX)(result, 0, lanes);
    if (count >= PX)
    {
#pragma unroll
        for (int p = 0; p < PX; ++p)
            row[(x + p) * CN + c] = lanes[p];
        return;
    }
    for (int p = 0; p < count; ++p)
        row[(x + p) * CN + c] = lanes[p];
#endif
}

// What to do with the results of a tile
typedef struct
{
    bool store, check;
    float needed; // for `check`: the smallest sufficient sum of magnitudes
    float scale, grid, delta;
} Finish;

// PX columns of one plane's outputs, from x on
NOINLINE void finishColumns(const Complex *column, bool imaginary, Plane plane, int x, int2 outputs, Finish finish,
                            Source source, Output output, int2 filterSize, __global const float *taps)
{
    const float inverse = 1 / finish.grid;
    for (int y = 0; y < outputs.y; ++y)
    {
        const ACCV_T value = (imaginary ? column[y].im : column[y].re) * finish.scale;
        const bool fails = finish.check && !all(value >= finish.needed);
        ACCV_T sum = value;
        if (!finish.store && !fails)
            continue;
        if (SRC_INTEGER && finish.grid > 0)
            sum = rint(sum * inverse) * finish.grid;
        sum += finish.delta;
        if (fails)
            directSums(source, plane.x + x, plane.y + y, plane.c, filterSize, taps, finish.delta, &sum);
        storePixels(sum, outputRow(output, plane.y + y), plane.x + x, plane.c, outputs.x - x);
    }
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clconv_cpu_fft(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = SOURCE_VALUES;
    const Output output = OUTPUT_VALUES;
    const CallData call = FIELDS_OF(tileRange);
    const int2 filterSize = (int2)(call.filterCols, call.filterRows);
    const int2 step = TILE + 1 - filterSize, tiles = (dstSize + step - 1) / step;
    const int number = 2 * (int)get_global_id(0), count = tiles.x * tiles.y * CN;
    const Plane planes[2] = {planeOf(number, tiles.x, step), planeOf(min(number + 1, count - 1), tiles.x, step)};
    int2 outputs[2];
    for (int i = 0; i < 2; ++i)
        outputs[i] = min(step, dstSize - (int2)(planes[i].x, planes[i].y));
    __global const float2 *roots = (__global const float2 *)(coefficients + CPU_FFT_ROOTS);
    __global const float *spectrum = coefficients + CPU_FFT_SPECTRUM;
    __global const float *taps = spectrum + 2 * CPU_FFT_SPECTRUM_FLOATS;

    TileMemory memory;
    Norms norms = {0, 0, 0, 0};
    Accuracy accuracy;
    float largest = 0;
    for (int i = 0; i < 2; ++i)
        findRows(source, planes[i], memory.rows[i]);
    for (int magnitudes = 0; magnitudes < 2; ++magnitudes, spectrum += CPU_FFT_SPECTRUM_FLOATS)
    {
        for (int x = 0; x < TILE; x += PX)
        {
            loadColumns(source, planes, x, magnitudes, &memory, &norms);
            transformForward(memory.column, roots);
            for (int y = 0; y < TILE; y += PX)
                transposeNumbers(memory.column + y, memory.frequencies + y / PX * TILE + x);
        }
        if (!magnitudes)
            accuracy = accuracyOf(&norms, coefficients, filterSize, delta, &largest);

        for (int y = 0; y < TILE; y += PX)
            transformThrough(memory.frequencies + y / PX * TILE, roots, spectrum + y / 16 * (32 * TILE) + y % 16);

        const Finish finish = {!magnitudes, magnitudes || (accuracy.known && !accuracy.certain),
                               magnitudes ? accuracy.neededMagnitude : accuracy.needed,
                               coefficients[FFT_SCALE] / TILE, accuracy.grid, delta};
        for (int x = 0; x < max(outputs[0].x, outputs[1].x); x += PX)
        {
            for (int y = 0; y < TILE; y += PX)
                transposeNumbers(memory.frequencies + y / PX * TILE + x, memory.column + y);
            transformBack(memory.column, roots);
            // Real and imaginary parts are swapped: the first plane is the imaginary part.
            if (x < outputs[0].x)
                finishColumns(memory.column, true, planes[0], x, outputs[0], finish, source, output, filterSize, taps);
            if (x < outputs[1].x && number + 1 < count)
                finishColumns(memory.column, false, planes[1], x, outputs[1], finish, source, output, filterSize,
                              taps);
        }
        if (accuracy.certain || accuracy.known)
            return;
        if (CHECK_SUMS && !magnitudes)
        {
            bool bright = true;
            for (int i = 0; i < 2 && bright; ++i)
                bright = isBright(memory.brightness[i], filterSize, outputs[i], coefficients, largest, accuracy.needed);
            if (bright)
                return;
        }
    }
}
