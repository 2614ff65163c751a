// SPDX-License-Identifier: Apache-2.0
//
// 8-bit images through the matrix units of NVIDIA's multiprocessors. A row of taps times a row of pixels is a product
// of small matrices of 8-bit integers (mma_operand.cl) with 32-bit sums.
//
//      | block 0 | block 1 | ... | block 7 |     a warp's tile: 8 blocks by ROWS rows
//      +---------+---------+-- --+---------+
//      |window 0     |                           a block's input window: LEAD_PIXELS pixels from an aligned address
//                |window 1     |                 on, then those under the block and its halo
//
// Each row of A is the same row of taps, shifted to where it filters one pixel of a block; each column of B is the
// window of one block. So an element of the product is what this row of taps adds to one pixel of one block. Blocks are
// 16 pixels wide. If PAIRED, they are 8 pixels wide and windows two rows high: half of A holds two rows of taps side by
// side, the other half the same two, one row further down, for the same 8 pixels of the next output row.
//
// If BLOCKS, they are 8 pixels wide, too, but windows are one row high: the other half of A holds the previous row of
// taps, for the same 8 pixels of the next output row. Windows of 32 pixels then hold up to 25 columns of taps, not 17.
//
// Taps are in fixed point: SLICES digits in base 256, from -128 to 127, each with a product of its own (error bound:
// docs/implementations/nvidia/mma.md). The host stores the scales of the slices, then A's words for each tap row, slice
// and lane.
//
// A warp computes its tile from top to bottom. A slot is one source row of each block's window, in registers; a set of
// sums is one output row; A holds one tap row. If PAIRED, each of these is a pair of rows. The product of A and a slot
// is added to one set of sums. 5x5 with ROWS=4 is PAIRED; it has 4 slots, 3 tap rows in A, and 2 sets:
//
//                              slot 0       slot 1       slot 2       slot 3
//                              rows 0, 1    rows 2, 3    rows 4, 5    rows 6, 7 of the source
//      set 0, rows 0, 1        tap row 0    tap row 1    tap row 2
//      set 1, rows 2, 3                     tap row 0    tap row 1    tap row 2
//
// So tap row t takes slots t, t+1, ..., one for each set. Interior tiles at the addresses that the program is built for
// are fully unrolled; other tiles load slot by slot in a loop.
//
// If SPARSE, a step is two tap rows, and a product takes two slots: tap rows 0 and 1 take slots 0 and 1, then 1 and 2,
// ..., one pair for each set; tap rows 2 and 3 take slots 2 and 3, then 3 and 4, ...
//
// If BLOCKS, a set of sums is two output rows, but a slot one source row, so tap row t takes slots t, t+2, ...: for the
// two output rows these are under rows t and t-1 of the filter, if it has these.
//
// Filters wider than a window are processed in chunks of columns, one after the other, each with all rows and with
// windows CHUNK_PIXELS to the right of those of the chunk before.
//
// Options (host: implementations/nvidia/mma.cpp): below, and those of mma_operand.cl, mma_result.cl and ptx.cl. WG_Y is
// the number of warps in a work-group.
// Work size: ceil(columns / WARP_TILE_COLS) * 32 x ceil(rows / ROWS) work-items, rounded up to groups of 32 x WG_Y.
// Local memory: none.
// Not supported: sources other than 8U and 8S, more than 4 channels, coefficients that fixed point does not represent
// well enough. For other vendors' devices, and below compute capability 8.0, the file compiles without the kernel.

#include "common/border.cl"
#include "nvidia/mma_result.cl"
#include "nvidia/mma_operand.cl"
#include "nvidia/ptx.cl"

#ifndef UNROLL
#define UNROLL 1 // 1: interior tiles have fully unrolled code, 0: all tiles run the loop
#endif
#ifndef LEAD_PIXELS
#define LEAD_PIXELS 0 // pixels from a window's aligned address to its first tap, anchor centred, e.g. 1 for 15 columns
#endif
#ifndef ALIGNMENT
#define ALIGNMENT 4 // bytes for which a lane's loads are aligned: 4, 8 or 16, e.g. 8 for 15 columns of one channel
#endif
#ifndef UNALIGNED_LOAD
#define UNALIGNED_LOAD 0 // 1: rows begin at any address, words are combined from aligned ones (loadUnaligned)
#endif
#ifndef COLUMN_CHUNKS
#define COLUMN_CHUNKS 1 // chunks of tap columns, e.g. 2 for 63 columns
#endif
#define CHUNK_PIXELS (16 * (ROW_WORDS - 1)) // from the windows of a chunk to those of the next
#define CHUNK_WORDS (TAP_ROWS * SLICES * SLICE_WORDS) // of A; SPARSE filters have one chunk
#define WARP_TILE_COLS (8 * BLOCK_COLS)
#define TAP_ROWS (PAIRED ? FILTER_ROWS / 2 + 1 : FILTER_ROWS + BLOCKS) // as A holds them: pairs of rows if PAIRED
#define SET_SLOTS (SET_ROWS / SLOT_ROWS)        // from the slots of a set to those of the next
#define KEPT_SLOTS ((SUM_SETS - 1) * SET_SLOTS) // slots of a step that the next step takes, too
#define SLOTS (KEPT_SLOTS + TAP_ROWS)
#define WARP_SOURCE_ROWS (SLOTS * SLOT_ROWS) // source rows under a tile
#define TAP_STEPS ((TAP_ROWS + STEP_ROWS - 1) / STEP_ROWS)
#define STEP_SLOTS (KEPT_SLOTS + STEP_ROWS) // slots that a step takes
#define FIRST_STEP ((STEP_SLOTS - 1) / STEP_ROWS) // turns of filterBorder's loop until the first step has its slots
#define FIRST_SLOT (STEP_SLOTS - STEP_ROWS * (FIRST_STEP + 1)) // first slot of the first turn: 0 or -1

// Adds the products of the tap rows of one step with one slot, or a pair of slots, for each set.
// rows: of taps, STEP_ROWS or less
INLINE void addStep(__global const uint *a, int step, int rows, int lane, uint (*slots)[LANE_WORDS],
                    int (*sum)[SLICES][CN][4])
{
#pragma unroll
    for (int slice = 0; slice < SLICES; ++slice)
    {
        uint taps[2 * WORDS];
        loadTaps(a, step, slice, lane, taps);
#pragma unroll
        for (int set = 0; set < SUM_SETS; ++set)
#if SPARSE
            addSparseProducts(taps, sparseMetadata(LEAD_PIXELS, lane), slots[set], rows == 2, sum[set][slice]);
#else
            addProducts(taps, slots[set * SET_SLOTS], sum[set][slice]);
#endif
    }
}

// Loads a lane's words of a slot in an interior tile.
INLINE void loadSlot(__global const uchar *address, INDEX_T srcStep, int lane, uint *word)
{
#pragma unroll
    for (int row = 0; row < SLOT_ROWS; ++row)
        loadRow(address + row * srcStep, lane & 3, !UNALIGNED_LOAD, word + row);
}

// An interior tile, fully unrolled; its rows are aligned unless UNALIGNED_LOAD.
// address: of the first pixel of the lane's window
INLINE void filterInterior(__global const uchar *address, INDEX_T srcStep, __global const uint *a, int lane,
                           int (*sum)[SLICES][CN][4])
{
    uint slots[SLOTS][LANE_WORDS];
#pragma unroll
    for (int slot = 0; slot < KEPT_SLOTS; ++slot, address += SLOT_ROWS * srcStep)
        loadSlot(address, srcStep, lane, slots[slot]);
#pragma unroll
    for (int step = 0; step < TAP_ROWS / STEP_ROWS; ++step)
    {
#pragma unroll
        for (int i = 0; i < STEP_ROWS; ++i, address += SLOT_ROWS * srcStep)
            loadSlot(address, srcStep, lane, slots[KEPT_SLOTS + step * STEP_ROWS + i]);
        addStep(a, step, STEP_ROWS, lane, slots + step * STEP_ROWS, sum);
    }
    if (TAP_ROWS % STEP_ROWS != 0) // one row of taps is left
    {
        loadSlot(address, srcStep, lane, slots[SLOTS - 1]);
        addStep(a, TAP_ROWS / STEP_ROWS, 1, lane, slots + (SLOTS - 1 - KEPT_SLOTS), sum);
    }
}

// The first byte of a source row. With sourceRow, NVIDIA's compiler (driver 580.159.04) would compute addresses anew in
// each step of filterBorder's loop, and an H200 would take 62 us instead of 46 for 8UC3 31x31 at VGA (mma.md).
INLINE __global const uchar *rowAddress(__global const uchar *data, INDEX_T step, INDEX_T offset, int y)
{
    return data + ((INDEX_T)y * step + offset);
}

// Loads a lane's words of a slot in any tile.
// y: the slot's first source row; first: the first column of the lane's window; columnsInterior: its columns lie inside
// the image; sourceColumn: of each pixel, used if they do not
INLINE void fetchSlot(Source source, int y, int first, bool columnsInterior, bool aligned, const int *sourceColumn,
                      int lane, uint *word)
{
#pragma unroll
    for (int row = 0; row < SLOT_ROWS; ++row)
    {
        const int mapped = borderRow(source, y + row);
        __global const uchar *from = rowAddress(source.data, source.step, source.offset, max(mapped, 0));
        if (!columnsInterior)
            gatherRow(from, sourceColumn, word + row);
        else if (aligned)
            loadRow(from + first * CN, lane & 3, true, word + row);
        else
            loadRow(from + first * CN, lane & 3, false, word + row);
#pragma unroll
        for (int w = 0; w < LANE_ROW_WORDS; ++w)
            word[w * SLOT_ROWS + row] = mapped < 0 ? 0 : word[w * SLOT_ROWS + row];
    }
}

// Any tile, in a loop over slots that loads the next slot before it multiplies, to hide the latency of loads. It takes
// STEP_ROWS slots at a time, so the first may be above the tile and the last below it; these have zero taps.
// first: the first column of the lane's window
INLINE void filterBorder(Source source, int y, int first, bool aligned, __global const uint *a, int lane,
                         int (*sum)[SLICES][CN][4])
{
    const bool columnsInterior = first >= 0 && first + 16 * ROW_WORDS + OVERREAD_BYTES <= source.size.x;
    int sourceColumn[4 * ROW_WORDS];
#pragma unroll
    for (int i = 0; i < 4 * ROW_WORDS; ++i)
        sourceColumn[i] =
            columnsInterior ? 0 : borderColumn(source, first + BYTE_PIXEL(i / 4, i % 4, lane & 3));
    uint slots[STEP_SLOTS][LANE_WORDS], next[STEP_ROWS][LANE_WORDS];
#pragma unroll
    for (int i = 0; i < STEP_ROWS; ++i)
        fetchSlot(source, y + (FIRST_SLOT + i) * SLOT_ROWS, first, columnsInterior, aligned, sourceColumn, lane,
                  next[i]);
#pragma unroll 1
    for (int turn = 0; turn < FIRST_STEP + TAP_STEPS; ++turn)
    {
#pragma unroll
        for (int w = 0; w < LANE_WORDS; ++w)
        {
#pragma unroll
            for (int slot = 0; slot < KEPT_SLOTS; ++slot)
                slots[slot][w] = slots[slot + STEP_ROWS][w];
#pragma unroll
            for (int i = 0; i < STEP_ROWS; ++i)
                slots[KEPT_SLOTS + i][w] = next[i][w];
        }
        if (turn + 1 < FIRST_STEP + TAP_STEPS)
        {
#pragma unroll
            for (int i = 0; i < STEP_ROWS; ++i)
                fetchSlot(source, y + (FIRST_SLOT + (turn + 1) * STEP_ROWS + i) * SLOT_ROWS, first, columnsInterior,
                          aligned, sourceColumn, lane, next[i]);
        }
        if (turn >= FIRST_STEP)
            addStep(a, turn - FIRST_STEP, STEP_ROWS, lane, slots, sum);
    }
}

// Whether the columns of all windows of a warp's tile, in all chunks, lie inside the image.
// firstColumn: the source column of the aligned address where the first window begins
INLINE bool windowsAreInterior(Source source, int firstColumn)
{
    const int lastWindow = firstColumn + WARP_TILE_COLS - BLOCK_COLS + (COLUMN_CHUNKS - 1) * CHUNK_PIXELS;
    return firstColumn >= 0 && lastWindow + 16 * ROW_WORDS + (UNALIGNED_LOAD ? OVERREAD_BYTES : 0) <= source.size.x;
}

#if NVIDIA >= 80 // other devices lack the instruction
__kernel __attribute__((reqd_work_group_size(WARP_SIZE, WG_Y, 1)))
void clconv_mma(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = SOURCE_VALUES;
    const Output output = OUTPUT_VALUES;
    const TileRange range = FIELDS_OF(tileRange);
    const int lane = get_local_id(0);
    const int x0 = get_group_id(0) * WARP_TILE_COLS;
    const int y0 = (get_group_id(1) * WG_Y + get_local_id(1)) * ROWS;
    if (y0 >= dstSize.y)
        return;
    float sliceScales[SLICES];
    if (BIASED) // few taps: loaded early, nothing waits for them; with many taps registers are scarce
        loadSliceScales((__global const float *)coefficients, sliceScales);
    __global const uint *a = (__global const uint *)coefficients + 4; // after the scales, which take four words

    int sum[SUM_SETS][SLICES][CN][4]; // set here: by a function, 8UC3 15x15 takes 6,815 PTX instructions, not 4,959
#pragma unroll
    for (int i = 0; i < SUM_SETS * SLICES * CN * 4; ++i)
        ((int *)sum)[i] = BIASED ? BIAS_BITS : 0;
    const int firstColumn = source.origin.x + x0 - LEAD_PIXELS;
    const int y = source.origin.y + y0;
    // The choice of the path is uniform in a warp, since mma.sync needs all of its lanes.
    const bool aligned = ((source.step | (source.offset + firstColumn * CN)) & (ALIGNMENT - 1)) == 0;
    const bool columnsInterior = windowsAreInterior(source, firstColumn);
    // Columns of B are blocks 0, 4, 1, 5, ...: four lanes then store four adjacent blocks at a time (mma_result.cl).
    const int operandColumn = lane >> 2;
    int first = firstColumn + ((operandColumn >> 1) + 4 * (operandColumn & 1)) * BLOCK_COLS;
    const int warps = WARPS_PER_PREFETCH(WARP_TILE_COLS * CN, ROWS, WG_Y, WARP_SIZE);
    if ((int)get_local_id(1) % warps == 0)
        prefetchRows(source, (firstColumn + LEAD_PIXELS) * CN, WARP_TILE_COLS * CN,
                     y + range.prefetchRows, ROWS * warps, lane);
    bool unrolled = UNROLL && columnsInterior && y >= 0 && y + WARP_SOURCE_ROWS <= source.size.y;
    if (!UNALIGNED_LOAD)
        unrolled = unrolled && aligned;
#if COLUMN_CHUNKS > 1 // a loop of one step would change clang 14's code
#pragma unroll 1
    for (int chunk = 0; chunk < COLUMN_CHUNKS; ++chunk, first += CHUNK_PIXELS, a += CHUNK_WORDS)
#endif
        if (unrolled)
            filterInterior(rowAddress(source.data, source.step, source.offset, y) + first * CN, source.step, a, lane,
                           sum);
        else
            filterBorder(source, y, first, aligned, a, lane, sum);
    if (!BIASED)
        loadSliceScales((__global const float *)coefficients, sliceScales);
    const bool whole =
        x0 + WARP_TILE_COLS <= dstSize.x && y0 + ROWS <= dstSize.y && areAligned(output.step | output.offset);
    storeWarpTile(sum, sliceScales, delta, lane, output, dstSize, x0, y0, whole);
}
#endif
