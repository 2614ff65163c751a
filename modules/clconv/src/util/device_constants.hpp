// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Properties of hardware that no driver reports: each constant with its unit and the measurement or source behind it.

#pragma once

namespace cv
{
namespace clconv
{

namespace device_constants
{

//! Work-items of a wave on an NVIDIA multiprocessor, of the 2048 that it holds. NVIDIA H200: smaller images gain from
//! smaller tiles.
const int workItemsPerUnit = 1800;

//! Multiply-adds in fully unrolled code that the instruction cache holds. NVIDIA H200: 58 to 66 TFLOP/s up to 2,000, 40
//! at 4,000.
const int instructionCacheTaps = 2000;

//! 32-bit registers of each of the four parts of an NVIDIA multiprocessor, allocated to whole warps in multiples of
//! eight per work-item (CUDA's occupancy calculator).
const int registersPerPart = 16384;
const int partsPerUnit = 4;
const int warpLanes = 32;
const int registerGranularity = 8;

//! 32-bit registers that an NVIDIA work-item can have, and the lowest cap.
const int maxRegistersPerItem = 255;
const int minRegisterCap = 32;

//! Compute capability, times ten, from which register caps were measured to gain (NVIDIA H200).
const int registerCapCompute = 90;

//! KiB of source between what a work-group reads and what it prefetches into L2, and the compute capability, times ten,
//! from which it was measured. NVIDIA H200, 8K: 1 to 8 MiB alike, from 12 on slower than none.
const int prefetchKiB = 3072;
const int prefetchCompute = 80;

//! Compute capability, times ten, from which the matrix units multiply 16x32 by 32x8 elements of 8 bits in one
//! instruction (PTX, mma.m16n8k32).
const int int8MatrixCompute = 80;

//! Bytes of the widest load and store.
const int vectorBytes = 16;

} // namespace device_constants

} // namespace clconv
} // namespace cv
