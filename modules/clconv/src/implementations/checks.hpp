// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Checks and defaults that several implementations share.

#pragma once

#include "implementations/implementation.hpp"

namespace cv
{
namespace clconv
{

//! the given parameter of that name, or another value
int givenOr(const Params& given, const char* name, int otherwise);

//! a reason if a parameter lies outside [least, most]
std::string outOfRange(const Params& params, const char* name, int minimum, int maximum);

//! the first reason that outOfRange finds for these names
std::string anyOutOfRange(const Params& params, std::initializer_list<const char*> names, int minimum, int maximum);

//! a reason if a work-group of this shape or its local memory is more than the device has
std::string groupTooLarge(const DeviceTraits& traits, size_t width, size_t height, size_t localBytes);

//! KiB ahead that pay where much is computed between loads; 0 for other devices than NVIDIA's, which have no such instruction, and for
//! those before compute capability 8.0, where it was not measured.
int prefetchDistance(const DeviceTraits& traits);

//! a reason if PREFETCH asks for what the device does not have
std::string prefetchUnsupported(const DeviceTraits& traits, const Params& params);

//! Tells kernels and launches of PREFETCH.
void definePrefetch(const Params& params, Plan& plan);

//! Whether the source's bits can go into float sums as they are, those sums becoming integers (DENORM_OPERANDS of kernels/pixel.cl). For float
//! results taps that are tiny beside others would lose bits.
bool canUseDenormOperands(const Problem& problem, const DeviceTraits& traits);

//! a reason if DENORM_OPERANDS asks for what canUseDenormOperands denies
std::string denormUnsupported(const Problem& problem, const DeviceTraits& traits, const Params& params);

//! A default for MAX_REGISTERS: the one measured on an NVIDIA H200, for compute capability 9.0 and more; 0, left to the compiler, elsewhere
//! and where a group of so many work-items would not have as many.
int registerCap(const DeviceTraits& traits, int registers, int64 groupItems);

//! a reason if MAX_REGISTERS, the most that a work-item may take or 0, asks for what the device or its compiler does not have
std::string maxRegistersUnsupported(const DeviceTraits& traits, const Params& params);

//! Tells the compiler of MAX_REGISTERS.
void capRegisters(const Params& params, Plan& plan);

//! Options of store.cl for a work-item's `px` outputs side by side. The destination's rows are expected to lie as the source's do.
void defineStores(const Problem& problem, int px, BuildOptions& options);

//! Local sizes, and global sizes rounded up to whole groups.
void setSizes(Plan& plan, size_t localWidth, size_t localHeight, size_t itemsX, size_t itemsY);

//! The same for groups of WG_X x WG_Y, which the kernel is told of.
void setGroups(Plan& plan, const Params& params, size_t itemsX, size_t itemsY);

} // namespace clconv
} // namespace cv
