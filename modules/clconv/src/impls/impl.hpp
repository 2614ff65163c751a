// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The contract of an implementation: a name, a kernel file, and four functions without state.
//
//   defaults    parameters that are valid wherever `impossible` finds nothing else to object to; constant time. Those that depend
//               on others follow the ones that were given
//   impossible  why these parameters cannot run this problem on this device, or cannot give the right result; empty: they can
//   unwise      why another implementation does better here; empty: nothing known. Not asked when it is forced
//   configure   fills in kernel name, source kind, layout, options and sizes of a plan that is possible
//
// The list in impl_list.cpp is the dispatcher: the first implementation that is neither impossible nor unwise runs.

#pragma once

#include "../plan.hpp"
#include "clconv_kernels.hpp"

namespace cv
{
namespace clconv
{

struct Impl
{
    const char* name;
    ocl::internal::ProgramEntry* source; //!< the file of that name in kernels/
    Params (*defaults)(const Problem&, const DeviceTraits&, const Params& given);
    std::string (*impossible)(const Problem&, const DeviceTraits&, const Params&);
    std::string (*unwise)(const Problem&, const DeviceTraits&, const Params&);
    void (*configure)(const Problem&, const DeviceTraits&, const Params&, Plan&);
};

//! all of them, in the order in which they are asked; the reference stands last
CV_EXPORTS const std::vector<const Impl*>& implementations();

extern const Impl cpuSeparableImpl, cpuImpl, mmaImpl, separableImpl, directImpl, localImpl, imageImpl, referenceImpl;

// What several implementations need

//! the given parameter of that name, or another value
int givenOr(const Params& given, const char* name, int otherwise);

//! a reason if a parameter lies outside [least, most]
std::string outOfRange(const Params& params, const char* name, int least, int most);

//! the first reason that outOfRange finds for these names
std::string anyOutOfRange(const Params& params, std::initializer_list<const char*> names, int least, int most);

//! a reason if a work-group of this shape or its local memory is more than the device has
std::string groupTooLarge(const DeviceTraits& traits, size_t width, size_t height, size_t localBytes);

//! KiB ahead that pay where much is computed between loads; 0 for other devices than NVIDIA's, which have no such instruction.
int prefetchDistance(const DeviceTraits& traits);

//! a reason if PREFETCH asks for what the device does not have
std::string prefetchImpossible(const DeviceTraits& traits, const Params& params);

//! Local sizes, and global sizes rounded up to whole groups.
void setSizes(Plan& plan, size_t localWidth, size_t localHeight, size_t itemsX, size_t itemsY);

//! The same for groups of WG_X x WG_Y, which the kernel is told of.
void setGroups(Plan& plan, const Params& params, size_t itemsX, size_t itemsY);

inline size_t ceilDiv(size_t a, size_t b)
{
    return (a + b - 1) / b;
}

} // namespace clconv
} // namespace cv
