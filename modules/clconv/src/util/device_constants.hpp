// SPDX-License-Identifier: Apache-2.0
//
// Limits of hardware that no driver reports: each constant with its unit and the measurement or source behind it.

#pragma once

#include <cstddef>

namespace cv { namespace clconv { namespace device_constants {

//! Work-items of a wave on an NVIDIA multiprocessor, of the 2048 that it holds; the number itself was not tuned.
//! Measured: smaller images gain from smaller tiles (perf/results/nvidia-h200/log/direct.md, "fewer than 1800
//! work-items").
const int nvidiaItemsPerUnit = 1800;

//! Work-items that a compute unit of another vendor's GPU can hold, by AMD's and Intel's architecture manuals; not
//! measured. GCN and CDNA: 4 SIMDs of 64 lanes with 8 waves; RDNA: 2 SIMDs of 32 lanes with 16 waves; Intel's execution
//! units: 7 threads of 8 lanes.
const int gcnItemsPerUnit = 4 * 64 * 8;
const int rdnaItemsPerUnit = 2 * 32 * 16;
const int intelItemsPerUnit = 7 * 8;

//! Multiply-adds in fully unrolled code that the instruction cache holds. NVIDIA H200: 58 to 66 TFLOP/s up to 2,000,
//! 40 at 4,000.
const int instructionCacheTaps = 2000;

//! The most rounds of nested loops that a compiler unrolls, including those that only skip. NVIDIA's driver 580, row
//! pass of separable: it unrolls up to 2,064; with 2,100 (20 outputs a work-item) and 3,120 (63x63 of 32FC4) the loop
//! remains, and takes at least twice as long.
const int unrolledRounds = 2000;

//! 32-bit registers of each of the four parts of an NVIDIA multiprocessor, allocated to whole warps in multiples of
//! eight per work-item (CUDA's occupancy calculator).
const int registersPerPart = 16384;
const int partsPerUnit = 4;
const int warpLanes = 32;
const int registerGranularity = 8;

//! 32-bit registers that an NVIDIA work-item can have, and the lowest cap.
const int maxRegistersPerItem = 255;
const int minRegisterCap = 32;

//! 32-bit registers of a work-item's input window: the target, with which sums and addresses fit; the maximum before
//! NVIDIA's compiler spills; the maximum that compilers accept at all, where larger windows take minutes to build. Not
//! measured one by one: of 128 registers (below) the first two leave 48 and 32; the last is about twice the 255 that a
//! work-item can have.
const int windowRegisterTarget = 80;
const int windowRegisterMaximum = 96;
const int windowRegistersCompiled = 512;

//! 32-bit registers of sums and input window together that leave enough of 128 for addresses and a row of loads. Beyond
//! 128 an NVIDIA multiprocessor holds fewer work-items than hide its latency. Not measured; derived from those 128.
const int tileRegisterMaximum = 100;

//! KiB of source between what a work-group reads and what it prefetches into L2, and the compute capability, times ten,
//! from which it was measured. NVIDIA H200, 8K: 1 to 8 MiB make no difference, from 12 on slower than none.
const int prefetchKiB = 3072;
const int prefetchCompute = 80;

//! Compute capability, times ten, from which the matrix units multiply 16x32 by 32x8 elements of 8 bits in one
//! instruction (PTX, mma.m16n8k32).
const int int8MatrixCompute = 80;

//! The same for 16x16 by 16x8 half floats, 16x8 by 8x8 tf32 (mma.m16n8k16, mma.m16n8k8), and for asynchronous copies
//! to local memory (cp.async).
const int floatMatrixCompute = 80;

//! Bytes of local memory that a work-group may have on NVIDIA's GPUs, whose driver reports 48 KiB, and the compute
//! capability, times ten, from which it was tried: H200, driver 580: 200 KiB build, launch and are right. Later GPUs
//! have 99 KiB at least (CUDA's guide). Where it fails, planning goes by what is reported.
const int unreportedLocalCompute = 90;
const std::size_t unreportedLocalBytes = 99 << 10;

//! Bytes of the widest load and store, and of a word.
const int vectorBytes = 16;
const int wordBytes = 4;

//! Scalars of the vectors that OpenCL C has for a row of sums (vstore4 to vstore16).
const int vectorWidths[] = {4, 8, 16};

//! Bytes of private memory of a work-item that PoCL takes from a thread's stack: an eighth of the usual stack.
const std::size_t maxPrivateBytes = 1 << 20;

}}} // namespace cv::clconv::device_constants
