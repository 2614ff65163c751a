// SPDX-License-Identifier: Apache-2.0
//
// The ordered lists of implementations. The order is that of preference: a new implementation is its two files and
// one line here.

#include "implementations/implementation.hpp"

// Each line is the name of a constant without its `Implementation`.
#define CLCONV_IMPLEMENTATIONS(ENTRY)                                                                                  \
    ENTRY(cpuSpecialized) /* filters with programs of their own, on CPU devices only */                                \
    ENTRY(specialized)    /* the same on other devices */                                                              \
    ENTRY(cpuBox)         /* sums of boxes on CPU devices, whatever their size */                                      \
    ENTRY(cpuSeparable)   /* CPU devices; fewer multiplications come first */                                          \
    ENTRY(cpuFft)         /* large filters on CPU devices that are not separable */                                    \
    ENTRY(separableMma)   /* NVIDIA's matrix units */                                                                  \
    ENTRY(separable)      /* other devices, both passes in one launch */                                               \
    ENTRY(fftLarge)       /* the largest filters that are not separable, and those on large images */                  \
    ENTRY(fft)            /* large filters that are not separable */                                                   \
    ENTRY(mma)            /* 8-bit images on NVIDIA's matrix units */                                                  \
    ENTRY(cpu)            /* CPU devices, one pass */                                                                  \
    ENTRY(direct)         /* a register tile, the caches */                                                            \
    ENTRY(local)          /* where an input window no longer fits the registers */                                     \
    ENTRY(image)          /* only where it is forced */                                                                \
    ENTRY(reference)      /* what all others refuse */

// Implementations of chains.
#define CLCONV_CHAIN_IMPLEMENTATIONS(ENTRY)                                                                            \
    ENTRY(cpuChain) /* CPU devices */                                                                                  \
    ENTRY(chain)    /* other devices */

// Implementations of filters that leave out missing pixels.
#define CLCONV_MASKED_IMPLEMENTATIONS(ENTRY) ENTRY(masked) /* all devices */

#define CLCONV_DECLARATION(name) extern const Implementation name##Implementation;
#define CLCONV_ADDRESS(name) &name##Implementation,

namespace cv { namespace clconv {

CLCONV_IMPLEMENTATIONS(CLCONV_DECLARATION)
CLCONV_CHAIN_IMPLEMENTATIONS(CLCONV_DECLARATION)
CLCONV_MASKED_IMPLEMENTATIONS(CLCONV_DECLARATION)

const std::vector<const Implementation*>& implementations()
{
    static const std::vector<const Implementation*> list = {CLCONV_IMPLEMENTATIONS(CLCONV_ADDRESS)};
    return list;
}

const std::vector<const Implementation*>& chainImplementations()
{
    static const std::vector<const Implementation*> list = {CLCONV_CHAIN_IMPLEMENTATIONS(CLCONV_ADDRESS)};
    return list;
}

const std::vector<const Implementation*>& implementationsFor(const Problem& problem)
{
    static const std::vector<const Implementation*> masked = {CLCONV_MASKED_IMPLEMENTATIONS(CLCONV_ADDRESS)};
    if (problem.weights != Weights::None)
        return masked;
    return problem.chain ? chainImplementations() : implementations();
}

const std::vector<const Implementation*>& allImplementations()
{
    static const std::vector<const Implementation*> list = {CLCONV_IMPLEMENTATIONS(
        CLCONV_ADDRESS) CLCONV_CHAIN_IMPLEMENTATIONS(CLCONV_ADDRESS) CLCONV_MASKED_IMPLEMENTATIONS(CLCONV_ADDRESS)};
    return list;
}

std::string Implementation::unsuited(const DeviceTraits& traits) const
{
    if (has(ForCpus) && !traits.cpu)
        return "the device is no CPU";
    return has(ForGpus) && traits.cpu ? "the device is a CPU" : "";
}

const Implementation* implementationOf(const std::string& name)
{
    for (const Implementation* impl : allImplementations())
        if (name == impl->name)
            return impl;
    return NULL;
}

}} // namespace cv::clconv
