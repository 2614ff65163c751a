// SPDX-License-Identifier: Apache-2.0
//
// Moving scalars between global memory and registers: 32-bit words from any address, and the PX outputs of a work-item
// in a row. Most compilers split vectors of 8- and 16-bit types into loads and stores of single words or scalars, so
// these types are moved as words: loaded words are split into scalars, outputs are packed into words.

#ifndef CLCONV_MEMORY_CL
#define CLCONV_MEMORY_CL

#include "common/after.cl"
#include "nvidia/ptx.cl"

#ifdef AFTER
#define WHOLE_OUTPUTS 1 // stages leave whole numbers within limits
#endif
#ifndef PX
#define PX 4 // scalars of a row that a work-item stores together, 1..16
#endif
#ifndef UNALIGNED_STORE
#define UNALIGNED_STORE 0 // 1: 8- and 16-bit outputs are stored to unaligned addresses as words; 0: one by one
#endif
#ifndef ANY_ADDRESS
#ifdef __AMDGCN__
#define ANY_ADDRESS 1
#else
#define ANY_ADDRESS 0 // 1: the compiler joins vectors of four bytes at any address to loads and stores of words
#endif
#endif
#ifndef WHOLE_OUTPUTS
#define WHOLE_OUTPUTS 0 // 1: outputs are whole numbers within the bounds of DST_T, where that is an integer
#endif
#ifndef ALIGNED_OUTPUTS
#define ALIGNED_OUTPUTS 1 // 0: the outputs' memory begins at an address that is not aligned for vectors of PX outputs
#endif

#if SRC_BYTES < 4
#define SRC_PER_WORD (4 / SRC_BYTES) // source scalars in a word

// Scalar i of words with source scalars, as operand of the sums. Selectors of bytePermute: byte n of the word, 4: zero
INLINE ACC_T wordOperand(const uint *words, int i)
{
    const uint word = words[i / SRC_PER_WORD], n = i % SRC_PER_WORD;
#if DENORM_OPERANDS && SRC_BYTES == 1
    return as_float(bytePermute(word, 0, 0x4044 + 0x100 * n));
#elif DENORM_OPERANDS
    return as_float(bytePermute(word, 0, 0x4104 + 0x220 * n));
#else
    return FROM_SRC((SRC_T)(word >> (n * 8 * SRC_BYTES)), );
#endif
}
#endif

// The word that begins `shift` bits, at most 31, above the lowest bit of `low` and goes on in `high`. NVIDIA's GPUs
// shift 64 bits by a variable in one instruction; Intel's and those behind Mesa take several.
INLINE uint funnelShift(uint high, uint low, uint shift)
{
#if NVIDIA
    return (uint)(((ulong)high << 32 | low) >> shift);
#else
    return low >> shift | high << 1 << (31 - shift);
#endif
}

// `count` words from any address: loads of aligned words, then funnel shifts. Loading bytes takes four times as many
// loads, unless ANY_ADDRESS is 1. Overread: up to OVERREAD_BYTES after the last word, never before the first byte of
// the buffer.
#define OVERREAD_BYTES 3
INLINE void loadUnaligned(__global const uchar *address, int count, uint *raw)
{
#if ANY_ADDRESS
    // No `#pragma unroll`: clang would unroll before `count` is known, and leave a remainder loop.
    for (int i = 0; i < count; ++i)
        raw[i] = as_uint(vload4(i, address));
#else
    const uint over = (uint)(size_t)address & 3;
    __global const uint *words = (__global const uint *)(address - over);
    uint low = words[0];
#pragma unroll
    for (int i = 0; i < count; ++i)
    {
        const uint high = over != 0 || i + 1 < count ? words[i + 1] : 0;
        raw[i] = funnelShift(high, low, over * 8);
        low = high;
    }
#endif
}

// `count` words, 1, 2, 3, 4, 6 or 8, from an address aligned for the largest power of two that divides `count`, at most
// 4 words
INLINE void loadAligned(__global const uchar *address, int count, uint *raw)
{
    __global const uint2 *twos = (__global const uint2 *)address;
    __global const uint4 *fours = (__global const uint4 *)address;
    if (count % 4 == 0)
        vstore4(fours[0], 0, raw);
    else if (count % 2 == 0)
        vstore2(twos[0], 0, raw);
    if (count == 8)
        vstore4(fours[1], 1, raw);
    if (count == 6)
    {
        vstore2(twos[1], 1, raw);
        vstore2(twos[2], 2, raw);
    }
    if (count % 2 == 1)
        raw[0] = ((__global const uint *)address)[0];
    if (count == 3)
    {
        raw[1] = ((__global const uint *)address)[1];
        raw[2] = ((__global const uint *)address)[2];
    }
}

// Added to 1.5 * 2^23, a whole number is in the lowest bits of the sum. Such outputs are stored without packSat2: ptxas
// 13 merges fmax(x, 0) and packSat2 into an instruction that an H200 refuses to execute (F2IP.U8.F32.NTZ.RELU).
#define HAS_WHOLE_BITS (WHOLE_OUTPUTS && DST_BYTES < 4 && JOIN(BYTES_, ACC_T) == 4)
#define WHOLE_BITS(value) as_uint((value) + 0x1.8p23f)

#define PACKED (DST_BYTES < 4 && PX * DST_BYTES % 4 == 0) // 1: PX outputs are whole words

#if PACKED
#define STORE_WORDS (PX * DST_BYTES / 4) // words of PX outputs
#if DST_BYTES == 1
#define STORED_T uchar
#define DST_PER_WORD 4
#else
#define STORED_T ushort
#define DST_PER_WORD 2
#endif

INLINE void packOutputs(const ACC_T *sum, uint *words)
{
#pragma unroll
    for (int w = 0; w < STORE_WORDS; ++w)
#if HAS_WHOLE_BITS
#if DST_BYTES == 1
        words[w] = bytePermute(bytePermute(WHOLE_BITS(sum[4 * w]), WHOLE_BITS(sum[4 * w + 1]), 0x0040),
                               bytePermute(WHOLE_BITS(sum[4 * w + 2]), WHOLE_BITS(sum[4 * w + 3]), 0x0040), 0x5410);
#else
        words[w] = bytePermute(WHOLE_BITS(sum[2 * w]), WHOLE_BITS(sum[2 * w + 1]), 0x5410);
#endif
#elif HAS_PACK_SAT2
        words[w] = packSat2(sum[4 * w], sum[4 * w + 1], packSat2(sum[4 * w + 2], sum[4 * w + 3], 0));
#else
        words[w] = as_uint(TO_DST(JOIN(vload, DST_PER_WORD)(w, sum), DST_PER_WORD));
#endif
}

// Scalar p of a word
INLINE STORED_T storedScalar(uint word, int p)
{
    return (STORED_T)(word >> (p * DST_BYTES * 8));
}

// STORE_WORDS words to any address of a scalar. Other work-items write the rest of the first and the last word in
// memory, so these two are stored scalar by scalar where addresses have to be aligned.
INLINE void storeUnaligned(__global DST_T *out, const uint *words)
{
#if ANY_ADDRESS
#pragma unroll
    for (int i = 0; i < STORE_WORDS; ++i)
        vstore4(as_uchar4(words[i]), i, (__global uchar *)out);
#else
    const uint over = (uint)(size_t)out & 3, shift = over * 8;
    __global uint *whole = (__global uint *)((__global uchar *)out - over);
#pragma unroll
    for (int i = 1; i < STORE_WORDS; ++i)
#if NVIDIA
        whole[i] = (uint)(((ulong)words[i] << 32 | words[i - 1]) >> (32 - shift));
#else // with a 64-bit shift clang 21 would load two words at once and keep them in private memory
        whole[i] = words[i] << shift | words[i - 1] >> 1 >> (31 - shift);
#endif
    if (over == 0)
    {
        whole[0] = words[0];
        return;
    }
    __global STORED_T *head = (__global STORED_T *)out, *tail = (__global STORED_T *)(whole + STORE_WORDS);
    const uint last = words[STORE_WORDS - 1] >> (32 - shift);
#pragma unroll
    for (uint p = 0; p + 1 < DST_PER_WORD; ++p)
    {
        if (p * DST_BYTES + over < 4)
            head[p] = storedScalar(words[0], p);
        if (p * DST_BYTES < over)
            tail[p] = storedScalar(last, p);
    }
#endif
}

// The first `count` of PX packed outputs, at any address
INLINE void storeBytes(__global DST_T *out, const uint *words, int count)
{
#if UNALIGNED_STORE
    if (count >= PX)
    {
        storeUnaligned(out, words);
        return;
    }
#endif
#pragma unroll
    for (int p = 0; p < PX; ++p)
        if (p < count)
            ((__global STORED_T *)out)[p] = storedScalar(words[p / DST_PER_WORD], p % DST_PER_WORD);
}

// PX outputs to an address for which areAligned is true
INLINE void storeAlignedWords(__global DST_T *out, const uint *words)
{
    const int width = STORE_WORDS % 4 == 0 ? 4 : STORE_WORDS % 2 == 0 ? 2 : 1;
#pragma unroll
    for (int i = 0; i < STORE_WORDS / width; ++i)
        if (width == 4)
            ((__global uint4 *)out)[i] = vload4(i, words);
        else if (width == 2)
            ((__global uint2 *)out)[i] = vload2(i, words);
        else
            ((__global uint *)out)[i] = words[i];
}
#else

// Scalars in a vector store: the largest power of two that divides PX. Where a vector would go through packSat2, whole
// numbers go one by one.
#if HAS_WHOLE_BITS
#define TO_STORED(value) ((DST_T)WHOLE_BITS(value))
#else
#define TO_STORED(value) TO_DST(value, )
#endif
#if HAS_WHOLE_BITS && HAS_PACK_SAT2
#elif PX == 2 || PX == 4 || PX == 8 || PX == 16
#define STORE_WIDTH PX
#elif PX == 12
#define STORE_WIDTH 4
#elif PX == 6
#define STORE_WIDTH 2
#endif
#endif

// The first `count` of PX outputs, all if `count` is larger; aligned: the result of areAligned
INLINE void storeTail(__global DST_T *out, const ACC_T *sum, int count, bool aligned)
{
#if PACKED
    PRIVATE_ARRAY(uint, words, STORE_WORDS);
    packOutputs(sum, words);
    if (aligned && count >= PX)
        storeAlignedWords(out, words);
    else
        storeBytes(out, words, count);
#else
#ifdef STORE_WIDTH
    if (count >= PX)
    {
#pragma unroll
        for (int v = 0; v < PX / STORE_WIDTH; ++v)
        {
#if HAS_PACK_SAT2 && STORE_WIDTH == 2
            if (aligned)
            {
                ((__global ushort *)out)[v] = (ushort)packSat2(sum[2 * v], sum[2 * v + 1], 0);
                continue;
            }
#endif
            const VECTOR(DST_T, STORE_WIDTH) result = TO_DST(JOIN(vload, STORE_WIDTH)(v, sum), STORE_WIDTH);
            if (aligned)
                ((__global VECTOR(DST_T, STORE_WIDTH) *)out)[v] = result;
            else
                JOIN(vstore, STORE_WIDTH)(result, v, out);
        }
        return;
    }
#endif
#pragma unroll
    for (int p = 0; p < PX; ++p)
        if (p < count)
            out[p] = TO_STORED(sum[p]);
#endif
}

#ifdef AFTER
// Applies the stages behind the filter to `sums` sums (a constant, at most PX), for outputs from `out` on. The row ends
// after `count` outputs.
INLINE void applyStages(Output output, __global const DST_T *out, int count, int sums, bool aligned, ACC_T *sum)
{
    PRIVATE_ARRAY(ACC_T, others, PX);
#if AFTER_SECOND
    __global const DST_T *second = secondOf(output, out);
#if PACKED
    if (aligned && count >= PX && sums == PX)
    {
        PRIVATE_ARRAY(uint, words, STORE_WORDS);
        loadAligned((__global const uchar *)second, STORE_WORDS, words);
#pragma unroll
        for (int p = 0; p < PX; ++p)
            others[p] = TO_ACC((DST_T)storedScalar(words[p / DST_PER_WORD], p % DST_PER_WORD), );
    }
    else
#endif
    {
#pragma unroll
        for (int p = 0; p < PX; ++p)
            others[p] = p < count && p < sums ? TO_ACC(second[p], ) : (ACC_T)0;
    }
#endif
#pragma unroll
    for (int p = 0; p < PX; ++p)
        if (p < sums)
            sum[p] = afterFilter(sum[p], AFTER_SECOND ? others[p] : (ACC_T)0, output.numbers);
}
#else
#define applyStages(output, out, count, sums, aligned, sum)
#endif

// PX outputs to an address for which areAligned is true
INLINE void storeVector(__global DST_T *out, const ACC_T *sum)
{
    storeTail(out, sum, PX, true);
}

// Whether vector stores of PX outputs are aligned in every row. PX & -PX: the largest power of two that divides PX.
// addresses: bitwise or of the steps and offsets of the outputs
INLINE bool areAligned(INDEX_T addresses)
{
    return ALIGNED_OUTPUTS && (addresses & (INDEX_T)((PX & -PX) * sizeof(DST_T) - 1)) == 0;
}

#endif
