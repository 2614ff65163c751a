// SPDX-License-Identifier: Apache-2.0
//
// What cpu_fft.cl records of a tile's pixels while it loads them, and whether they suffice for the promised accuracy by
// the rule of common/fft_accuracy.cl.
//
// Options (host: implementations/cpu/cpu_fft.cpp): below, PX of line.cl and TILE of fft_vectors.cl.

#ifndef CLCONV_CPU_FFT_ACCURACY_CL
#define CLCONV_CPU_FFT_ACCURACY_CL

#include "common/fft_accuracy.cl"
#include "cpu/fft_vectors.cl"
#include "cpu/line.cl"

#ifndef CHECK_SUMS
#define CHECK_SUMS 0 // 1: sums of magnitudes under windows may decide on accuracy; 0: results of 8 bits seldom need it
#endif

#define BLOCK_ROWS 2 // rows whose magnitudes are summed up together
#define BLOCKS (TILE / BLOCK_ROWS)

#define BITS_T VECTOR(uint, PX)
#define AS_BITS(vector) JOIN(as_, BITS_T)(vector)

// Measures of the pixels of a tile
typedef struct
{
    ACCV_T squares, column; // sums of squares of the columns: all, and the largest
    BITS_T magnitude, sign; // the largest magnitude; the sign bit is set if a number is negative
} Norms;

INLINE void addNorm(Norms *norms, ACCV_T *squares, Complex z)
{
    *squares = fma(z.re, z.re, fma(z.im, z.im, *squares));
    const BITS_T re = AS_BITS(z.re), im = AS_BITS(z.im);
    norms->magnitude = max(norms->magnitude, max(re & 0x7fffffffu, im & 0x7fffffffu));
    norms->sign |= re | im;
}

NOINLINE Accuracy accuracyOf(const Norms *norms, __global const float *coefficients, int2 filterSize, float delta,
                             float *largest)
{
    const ACC_T *squares = (const ACC_T *)&norms->squares, *columns = (const ACC_T *)&norms->column;
    const uint *magnitudes = (const uint *)&norms->magnitude, *signs = (const uint *)&norms->sign;
    float sum = 0, column = 0;
    uint magnitude = 0, sign = 0;
    for (int p = 0; p < PX; ++p)
    {
        sum += squares[p];
        column = fmax(column, columns[p]);
        magnitude = max(magnitude, magnitudes[p]);
        sign |= signs[p];
    }
    *largest = as_float(magnitude);
    const uint bits = magnitude | (sign & 0x80000000u);
    const float norm = normBound(sum, column, *largest, bits, (float2)(TILE, TILE), coefficients);
    return accuracyFrom(norm, bits, coefficients, filterSize, delta);
}

// The least brightness under the windows of a plane's outputs, which are taken in blocks of BLOCK_ROWS rows; counts the
// whole blocks among the rows that the windows of a block have in common.
NOINLINE float minBrightness(const ACC_T *brightness, int2 filterSize, int2 outputs)
{
    const int blocks = filterSize.y / BLOCK_ROWS - 1;
    ACC_T runs[2 * TILE + PX], sums[TILE]; // runs: of 1, 2, 4, ... columns; sums: of as many as the filter has
    ACCV_T minOfLanes = INFINITY;
    float least = INFINITY;
    if (blocks < 1)
        return 0;
    for (int block = 0; block * BLOCK_ROWS < outputs.y; ++block)
    {
        for (int x = 0; x < TILE; x += PX)
        {
            ACCV_T sum = 0;
            for (int i = 1; i <= blocks; ++i)
                sum += loadLine(brightness + (block + i) * TILE + x);
            storeLine(sum, runs + x);
            storeLine((ACCV_T)(0), sums + x);
            storeLine((ACCV_T)(0), runs + TILE + x);
        }
        storeLine((ACCV_T)(0), runs + 2 * TILE);
        int first = 0;
        for (int run = 1; run <= filterSize.x; run *= 2)
        {
            const bool counts = (filterSize.x & run) != 0;
            for (int x = 0; x < TILE; x += PX)
            {
                if (counts)
                    storeLine(loadLine(sums + x) + loadLine(runs + x + first), sums + x);
            }
            if (counts)
                first += run;
            for (int x = 0; x < TILE; x += PX)
                storeLine(loadLine(runs + x) + loadLine(runs + x + run), runs + x);
        }
        int x = 0;
        for (; x + PX <= outputs.x; x += PX)
            minOfLanes = fmin(minOfLanes, loadLine(sums + x));
        for (; x < outputs.x; ++x)
            least = fmin(least, sums[x]);
    }
    storeLine(minOfLanes, sums);
    for (int p = 0; p < PX; ++p)
        least = fmin(least, sums[p]);
    return least;
}

// Whether all outputs of a plane are accurate by the third step of common/fft_accuracy.cl
INLINE bool isBright(const ACC_T *brightness, int2 filterSize, int2 outputs, __global const float *coefficients,
                     float largest, float needed)
{
    const float least = minBrightness(brightness, filterSize, outputs);
    return smallestSum(coefficients, filterSize, least / largest) * largest >= needed;
}

#endif // CLCONV_CPU_FFT_ACCURACY_CL
