// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The two ordered lists of implementations. The order is that of preference: a new implementation is its two files and
// a line here.

#include "implementations/implementation.hpp"

namespace cv
{
namespace clconv
{

const std::vector<const Implementation*>& implementations()
{
    static const std::vector<const Implementation*> list = {
        &cpuSpecializedImplementation, // filters with programs of their own, on CPU devices alone
        &specializedImplementation,    // the same on other devices
        &cpuSeparableImplementation,   // CPU devices; fewer multiplications come first
        &separableImplementation,      // other devices, both passes in one launch
        &fftImplementation,            // large filters
        &mmaImplementation,            // 8-bit images on NVIDIA's matrix units
        &cpuImplementation,            // CPU devices, one pass
        &directImplementation,         // a register tile, the caches
        &localImplementation,          // where an input window no longer fits the registers
        &imageImplementation,          // only where it is forced
        &referenceImplementation,      // what all others refuse
    };
    return list;
}

const std::vector<const Implementation*>& bankImplementations()
{
    static const std::vector<const Implementation*> list = {
        &cpuBankImplementation, // CPU devices
        &bankImplementation,    // other devices
    };
    return list;
}

const Implementation* implementationOf(const std::string& name)
{
    for (const auto* list : {&implementations(), &bankImplementations()})
        for (const Implementation* impl : *list)
            if (name == impl->name)
                return impl;
    return NULL;
}

} // namespace clconv
} // namespace cv
