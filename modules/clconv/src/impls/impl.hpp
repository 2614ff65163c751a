// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The contract of an implementation: a name, a kernel file, and five functions without state.
//
//   defaults    parameters that are valid wherever `impossible` finds nothing else to object to; constant time. Those that depend
//               on others follow the ones that were given
//   impossible  why these parameters cannot run this problem on this device, or cannot give the right result; empty: they can
//   unwise      why another implementation does better here; empty: nothing known. Not asked when it is forced
//   configure   fills in kernel name, source kind, layout, options and sizes of a plan that is possible
//   space       values worth trying for each parameter; the tuner walks them, and `impossible` says which go together. May be left
//               out: then they are a quarter to four times the defaults
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
    typedef Params (*Defaults)(const Problem&, const DeviceTraits&, const Params& given);
    typedef std::string (*Reason)(const Problem&, const DeviceTraits&, const Params&);
    typedef void (*Configure)(const Problem&, const DeviceTraits&, const Params&, Plan&);
    typedef Space (*Values)(const Problem&, const DeviceTraits&);

    constexpr Impl(const char* name_, ocl::internal::ProgramEntry* source_, Defaults defaults_, Reason impossible_,
                   Reason unwise_, Configure configure_, Values space_ = nullptr) :
        name(name_),
        source(source_), defaults(defaults_), impossible(impossible_), unwise(unwise_), configure(configure_),
        space(space_)
    {
    }

    const char* name;
    ocl::internal::ProgramEntry* source; //!< the file of that name in kernels/
    Defaults defaults;
    Reason impossible, unwise;
    Configure configure;
    Values space;
};

//! all of them, in the order in which they are asked; the reference stands last
CV_EXPORTS const std::vector<const Impl*>& implementations();

//! the same for banks, problems of several kernels: where none applies the kernels run one by one
CV_EXPORTS const std::vector<const Impl*>& bankImplementations();

//! the implementation of that name, of either list, or null
CV_EXPORTS const Impl* implementationOf(const std::string& name);

//! Fills in what is not given.
//! @returns why the implementation cannot run with these; a name it does not know is such a reason
CV_EXPORTS std::string complete(const Impl& impl, const Problem& problem, const DeviceTraits& traits,
                                const Params& given, Params& params);

extern const Impl cpuLiteralImpl, literalImpl, cpuSeparableImpl, cpuImpl, mmaImpl, separableImpl, directImpl, localImpl,
    imageImpl, referenceImpl, cpuBankImpl, bankImpl;

// What several implementations need

//! the given parameter of that name, or another value
int givenOr(const Params& given, const char* name, int otherwise);

//! a reason if a parameter lies outside [least, most]
std::string outOfRange(const Params& params, const char* name, int least, int most);

//! the first reason that outOfRange finds for these names
std::string anyOutOfRange(const Params& params, std::initializer_list<const char*> names, int least, int most);

//! a reason if a work-group of this shape or its local memory is more than the device has
std::string groupTooLarge(const DeviceTraits& traits, size_t width, size_t height, size_t localBytes);

//! Work-items that keep a GPU busy while others of them wait for memory; images that give fewer want less done by each. 0: not
//! known.
int64 itemsThatFill(const DeviceTraits& traits);

//! KiB ahead that pay where much is computed between loads; 0 for other devices than NVIDIA's, which have no such instruction, and for
//! those before compute capability 8.0, where it was not measured.
int prefetchDistance(const DeviceTraits& traits);

//! a reason if PREFETCH asks for what the device does not have
std::string prefetchImpossible(const DeviceTraits& traits, const Params& params);

//! Tells kernels and launches of PREFETCH.
void definePrefetch(const Params& params, Plan& plan);

//! Whether the source's bits can go into float sums as they are, those sums becoming integers (SUBNORMAL of kernels/pixel.cl). For float
//! results taps that are tiny beside others would lose bits.
bool holdsBits(const Problem& problem, const DeviceTraits& traits);

//! a reason if SUBNORMAL asks for what holdsBits denies
std::string subnormalImpossible(const Problem& problem, const DeviceTraits& traits, const Params& params);

//! A default for REGISTERS: the one measured on an NVIDIA H200, for compute capability 9.0 and more; 0, left to the compiler, elsewhere
//! and where a group of so many work-items would not have as many.
int registerLimit(const DeviceTraits& traits, int registers, int64 groupItems);

//! a reason if REGISTERS, the most that a work-item may take or 0, asks for what the device or its compiler does not have
std::string registersImpossible(const DeviceTraits& traits, const Params& params);

//! Tells the compiler of REGISTERS.
void limitRegisters(const Params& params, Plan& plan);

//! Options of store.cl for a work-item's `px` outputs side by side. The destination's rows are expected to lie as the source's do.
void defineStores(const Problem& problem, int px, BuildOptions& options);

//! Local sizes, and global sizes rounded up to whole groups.
void setSizes(Plan& plan, size_t localWidth, size_t localHeight, size_t itemsX, size_t itemsY);

//! The same for groups of WG_X x WG_Y, which the kernel is told of.
void setGroups(Plan& plan, const Params& params, size_t itemsX, size_t itemsY);

} // namespace clconv
} // namespace cv
