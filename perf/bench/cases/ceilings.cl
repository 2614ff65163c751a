// SPDX-License-Identifier: Apache-2.0
//
// Kernels that measure the limits of the device (copying, multiply-adds) and fill images with random numbers.
//
// Options: FMA_T, the type of the multiply-adds (float on a GPU, float8 on a CPU).

#ifndef FMA_T
#define FMA_T float
#endif

//! One float4 per work-item. Work size: the buffers' size in float4.
__kernel void copyFloat4(__global const float4* src, __global float4* dst)
{
    const size_t i = get_global_id(0);
    dst[i] = src[i];
}

//! Eight independent chains of `steps` multiply-adds per work-item. The sum is stored so that the compiler cannot
//! remove the work; |a| < 1 keeps the values finite and normalized.
__kernel void multiplyAdd(__global FMA_T* out, int steps, float a, float b)
{
    const FMA_T va = (FMA_T)(a), vb = (FMA_T)(b);
    FMA_T x0 = (FMA_T)((float)get_global_id(0)), x1 = x0 + 1.f, x2 = x0 + 2.f, x3 = x0 + 3.f;
    FMA_T x4 = x0 + 4.f, x5 = x0 + 5.f, x6 = x0 + 6.f, x7 = x0 + 7.f;
#pragma unroll 16
    for (int i = 0; i < steps; ++i)
    {
        x0 = mad(x0, va, vb);
        x1 = mad(x1, va, vb);
        x2 = mad(x2, va, vb);
        x3 = mad(x3, va, vb);
        x4 = mad(x4, va, vb);
        x5 = mad(x5, va, vb);
        x6 = mad(x6, va, vb);
        x7 = mad(x7, va, vb);
    }
    out[get_global_id(0)] = ((x0 + x1) + (x2 + x3)) + ((x4 + x5) + (x6 + x7));
}

uint scramble(uint x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

//! Fills an image of any type with random bits, or with floats from 0 to 1. Work size: the image's size in 32-bit
//! words.
__kernel void noise(__global uint* image, uint seed, int floats)
{
    const size_t i = get_global_id(0);
    const uint bits = scramble((uint)i ^ scramble(seed + (uint)(i >> 32)));
    image[i] = floats ? as_uint((float)(bits >> 8) * 0x1p-24f) : bits;
}

//! Sets randomly placed float pixels to NaN in all channels. Work size: the number of such pixels.
__kernel void strewNans(__global uint* image, ulong pixels, int channels, uint seed)
{
    const uint high = scramble((uint)get_global_id(0) ^ scramble(seed)), low = scramble(high + seed);
    const ulong pixel = (((ulong)high << 32) | low) % pixels;
    for (int c = 0; c < channels; c++)
        image[pixel * (ulong)channels + (ulong)c] = 0x7fc00000u;
}
