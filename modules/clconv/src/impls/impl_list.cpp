// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The order in which implementations are asked, and what several of them need.

#include "impl.hpp"

namespace cv
{
namespace clconv
{

const std::vector<const Impl*>& implementations()
{
    static const std::vector<const Impl*> list = {
        &cpuLiteralImpl,   // for the few kernels that have programs of their own, on CPU devices alone
        &literalImpl,      // the same on the others
        &cpuSeparableImpl, // for CPU devices alone; fewer multiplications come first
        &separableImpl,    // on the others likewise, in one launch
        &mmaImpl,          // bytes, on NVIDIA's matrix units
        &cpuImpl,          // for CPU devices alone
        &directImpl,       // registers and the cache
        &localImpl,        // where a row window no longer fits the registers
        &imageImpl,        // where it is forced
        &referenceImpl,    // whatever the others refuse
    };
    return list;
}

const std::vector<const Impl*>& bankImplementations()
{
    static const std::vector<const Impl*> list = {
        &cpuBankImpl, // for CPU devices alone
        &bankImpl,    // for all others
    };
    return list;
}

const Impl* implementationOf(const std::string& name)
{
    for (const auto* list : {&implementations(), &bankImplementations()})
        for (const Impl* impl : *list)
            if (name == impl->name)
                return impl;
    return NULL;
}

std::string complete(const Impl& impl, const Problem& problem, const DeviceTraits& traits, const Params& given,
                     Params& params)
{
    params = impl.defaults(problem, traits, given);
    for (const auto& param : given)
    {
        const auto found = params.find(param.first);
        if (found == params.end())
            return "it has no parameter " + param.first;
        found->second = param.second;
    }
    return impl.impossible(problem, traits, params);
}

int givenOr(const Params& given, const char* name, int otherwise)
{
    const auto found = given.find(name);
    return found == given.end() ? otherwise : found->second;
}

std::string outOfRange(const Params& params, const char* name, int least, int most)
{
    const int value = params.at(name);
    if (value >= least && value <= most)
        return "";
    return format("%s=%d is outside %d..%d", name, value, least, most);
}

std::string anyOutOfRange(const Params& params, std::initializer_list<const char*> names, int least, int most)
{
    std::string reason;
    for (auto name = names.begin(); name != names.end() && reason.empty(); ++name)
        reason = outOfRange(params, *name, least, most);
    return reason;
}

std::string groupTooLarge(const DeviceTraits& traits, size_t width, size_t height, size_t localBytes)
{
    if (width > traits.groupWidth || height > traits.groupHeight || width * height > traits.groupItems)
        return format("a work-group of %zux%zu is more than the device's %zu work-items (%zux%zu)", width, height,
                      traits.groupItems, traits.groupWidth, traits.groupHeight);
    if (localBytes > traits.localBytes)
        return format("%zu bytes of local memory a work-group are more than the device's %zu", localBytes,
                      traits.localBytes);
    return "";
}

int64 itemsThatFill(const DeviceTraits& traits)
{
    // NVIDIA H200, perf/README.md. Other vendors count as compute units what has other numbers of lanes: not measured.
    const int itemsAUnit = 1800; // of the 2048 that a multiprocessor holds
    return traits.nvidiaCompute > 0 ? int64(itemsAUnit) * traits.computeUnits : 0;
}

int prefetchDistance(const DeviceTraits& traits)
{
    // NVIDIA H200, 8K: 1 to 8 MiB ahead alike, from 12 on slower than none (perf/README.md)
    return traits.nvidiaCompute >= 80 ? 3072 : 0;
}

std::string prefetchImpossible(const DeviceTraits& traits, const Params& params)
{
    const std::string reason = outOfRange(params, "PREFETCH", 0, 1 << 20);
    return reason.empty() && params.at("PREFETCH") && !traits.nvidiaCompute
               ? "PREFETCH is an instruction of NVIDIA's GPUs"
               : reason;
}

void definePrefetch(const Params& params, Plan& plan)
{
    plan.prefetch = params.at("PREFETCH");
    plan.options.define("PREFETCH", plan.prefetch > 0);
}

bool holdsBits(const Problem& problem, const DeviceTraits& traits)
{
    const bool fromIntegers = problem.srcDepth == CV_8U || problem.srcDepth == CV_16U;
    return traits.subnormals && fromIntegers && problem.dstDepth < CV_32F && problem.accDepth() == CV_32F;
}

std::string subnormalImpossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const std::string reason = outOfRange(params, "SUBNORMAL", 0, 1);
    return reason.empty() && params.at("SUBNORMAL") && !holdsBits(problem, traits)
               ? "SUBNORMAL=1 is for unsigned integers of 8 and 16 bits, integer results, and devices that keep "
                 "subnormal floats"
               : reason;
}

//! Work-items of so many registers that an NVIDIA multiprocessor holds: each of its four parts has 16384, given to whole warps in eights a
//! work-item (CUDA's occupancy calculator).
static int64 itemsOfRegisters(int registers)
{
    const int lanes = 32, parts = 4, inPart = 16384, rounded = (registers + 7) / 8 * 8;
    return parts * int64(inPart / (lanes * rounded)) * lanes;
}

int registerLimit(const DeviceTraits& traits, int registers, int64 groupItems)
{
    const bool known = traits.registerLimits && traits.nvidiaCompute >= 90 && registers > 0;
    return known && groupItems <= itemsOfRegisters(registers) ? registers : 0;
}

std::string registersImpossible(const DeviceTraits& traits, const Params& params)
{
    const int registers = params.at("REGISTERS");
    if (registers == 0)
        return "";
    if (!traits.registerLimits)
        return "REGISTERS is an option of NVIDIA's compiler";
    const std::string reason = outOfRange(params, "REGISTERS", 32, 255);
    if (!reason.empty())
        return reason;
    const int64 most = itemsOfRegisters(registers);
    return int64(params.at("WG_X")) * params.at("WG_Y") > most
               ? format("a multiprocessor holds no more than %d work-items of %d REGISTERS", int(most), registers)
               : "";
}

void limitRegisters(const Params& params, Plan& plan)
{
    if (params.at("REGISTERS") > 0)
        plan.options.define("FREE_GROUP", 1).flag(format("-cl-nv-maxrregcount=%d", params.at("REGISTERS")));
}

void defineStores(const Problem& problem, int px, BuildOptions& options)
{
    const int bytes = int(problem.dstSize()), vector = (px & -px) * int(problem.srcSize());
    const bool shifted = bytes < 4 && px * bytes % 4 == 0 && problem.srcAlignment < std::min(vector, 16);
    options.define("STORE_SHIFTED", shifted);
}

void setSizes(Plan& plan, size_t localWidth, size_t localHeight, size_t itemsX, size_t itemsY)
{
    plan.local[0] = localWidth;
    plan.local[1] = localHeight;
    plan.global[0] = ceilDiv(itemsX, localWidth) * localWidth;
    plan.global[1] = ceilDiv(itemsY, localHeight) * localHeight;
}

void setGroups(Plan& plan, const Params& params, size_t itemsX, size_t itemsY)
{
    const int width = params.at("WG_X"), height = params.at("WG_Y");
    plan.options.define("WG_X", width).define("WG_Y", height);
    setSizes(plan, size_t(width), size_t(height), itemsX, itemsY);
}

} // namespace clconv
} // namespace cv
