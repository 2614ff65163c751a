// SPDX-License-Identifier: Apache-2.0
//
// A kernel as a function of the host. Its arguments are the same for all kernels and contain no vectors, which
// compilers pass differently in C++ and OpenCL C.
//
// Options: KERNEL_FILE, the file of the kernel; KERNEL, its name.

#include KERNEL_FILE

// numbers: srcStep, srcOffset, the four of srcArea, dstStep, dstOffset, the two of dstSize, the border
void clconv_emulated(__global const uchar *src, __global uchar *dst, COEFFICIENTS_T coefficients, const int *numbers,
                     float delta)
{
    const int *n = numbers;
    const int8 tileRange = (int8)(0, 0, 0, 0, 0, 0, n[10], 0);
    KERNEL(src, n[0], n[1], (int4)(n[2], n[3], n[4], n[5]), dst, n[6], n[7], (int2)(n[8], n[9]), tileRange,
           coefficients, delta);
}
