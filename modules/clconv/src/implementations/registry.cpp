// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The two ordered lists of implementations. The order is that of preference: a new implementation is its two files and a
// line here.

#include "implementations/implementation.hpp"

namespace cv
{
namespace clconv
{

const std::vector<const Implementation*>& implementations()
{
    static const std::vector<const Implementation*> list = {
        &cpuSpecializedImplementation, // for the few kernels that have programs of their own, on CPU devices alone
        &specializedImplementation,    // the same on the others
        &cpuSeparableImplementation,   // for CPU devices alone; fewer multiplications come first
        &separableImplementation,      // on the others likewise, in one launch
        &fftImplementation,            // large filters, where it pays
        &mmaImplementation,            // bytes, on NVIDIA's matrix units
        &cpuImplementation,            // for CPU devices alone
        &directImplementation,         // registers and the cache
        &localImplementation,          // where a row window no longer fits the registers
        &imageImplementation,          // where it is forced
        &referenceImplementation,      // whatever the others refuse
    };
    return list;
}

const std::vector<const Implementation*>& bankImplementations()
{
    static const std::vector<const Implementation*> list = {
        &cpuBankImplementation, // for CPU devices alone
        &bankImplementation,    // for all others
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
