// SPDX-License-Identifier: Apache-2.0
//
// Decisions, checks and options that several implementations share.

#include "implementations/checks.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {

int givenOr(const Params& given, const char* name, int otherwise)
{
    const auto found = given.find(name);
    return found == given.end() ? otherwise : found->second;
}

static std::string outOfRange(const Params& params, const char* name, int minimum, int maximum)
{
    const int value = params.at(name);
    if (value >= minimum && value <= maximum)
        return "";
    return format("%s=%d is outside %d..%d", name, value, minimum, maximum);
}

std::string firstOf(std::initializer_list<std::string> reasons)
{
    for (const std::string& reason : reasons)
        if (!reason.empty())
            return reason;
    return "";
}

std::string groupTooLarge(const DeviceTraits& traits, size_t width, size_t height, size_t localBytes)
{
    if (width > traits.groupWidth || height > traits.groupHeight || width * height > traits.groupItems)
        return format("a work-group of %zux%zu is more than the device's %zu work-items (%zux%zu)", width, height,
                      traits.groupItems, traits.groupWidth, traits.groupHeight);
    if (localBytes > maxLocalBytes(traits))
        return format("%zu bytes of local memory per work-group are more than the device's %zu", localBytes,
                      maxLocalBytes(traits));
    return "";
}

Size groupOf(const DeviceTraits& traits, Size otherwise, Lookup& lookup)
{
    const size_t maxWidth = size_t(lookup.line("WG_X", otherwise.width));
    const size_t maxHeight = size_t(lookup.line("WG_Y", otherwise.height));
    const size_t width = std::min(std::min(traits.groupWidth, traits.groupItems), maxWidth);
    const size_t height = std::min(std::min(traits.groupItems / width, maxHeight), traits.groupHeight);
    return Size(int(width), int(height));
}

void decideGroup(const Problem&, const DeviceTraits& traits, Lookup& lookup)
{
    const Size group = groupOf(traits, Size(32, 4), lookup); // whole warps on every device
    lookup.decide("WG_X", group.width);
    lookup.decide("WG_Y", group.height);
}

int prefetchDistance(const Problem&, const DeviceTraits& traits)
{
    return traits.nvidiaCompute >= device_constants::prefetchCompute ? device_constants::prefetchKiB : 0;
}

size_t haloScalars(const Problem& problem)
{
    return (size_t(problem.filterSize.width) - 1) * size_t(problem.channels);
}

int filterWidth(const Problem& problem, const DeviceTraits&)
{
    return problem.filterSize.width;
}

std::string chunkUnsupported(const Problem& problem, const Params& params)
{
    return outOfRange(params, "TAPS_PER_CHUNK", 1, problem.filterSize.width);
}

std::string prefetchUnsupported(const DeviceTraits& traits, const Params& params)
{
    return params.at("PREFETCH") && !traits.nvidiaCompute ? "PREFETCH is an instruction of NVIDIA's GPUs" : "";
}

void definePrefetch(const Params& params, Plan& plan)
{
    plan.prefetch = params.at("PREFETCH");
    plan.options.define("HAS_PREFETCH", plan.prefetch > 0);
}

bool canUseDenormOperands(const Problem& problem, const DeviceTraits& traits)
{
    const bool fromIntegers = problem.srcDepth == CV_8U || problem.srcDepth == CV_16U;
    return traits.denormals && problem.filterCount == 1 && !problem.channelFilters && fromIntegers &&
           problem.dstDepth < CV_32F && problem.accDepth() == CV_32F;
}

std::string denormUnsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    return givenOr(params, "DENORM_OPERANDS", 0) && !canUseDenormOperands(problem, traits)
               ? "DENORM_OPERANDS=1 is for one filter of all channels, unsigned integers of 8 and 16 bits, integer "
                 "results, and devices that support denormal floats"
               : "";
}

//! Work-items of `registers` 32-bit registers each that an NVIDIA multiprocessor holds.
static int64 itemsAtRegisters(int registers)
{
    using namespace device_constants;
    const int rounded = (registers + registerGranularity - 1) / registerGranularity * registerGranularity;
    return partsPerUnit * int64(registersPerPart / (warpLanes * rounded)) * warpLanes;
}

void decideRegisterCap(const DeviceTraits& traits, int64 groupItems, Lookup& lookup, const char* parameter)
{
    const int registers = lookup.line(parameter, 0);
    const bool fits = registers == 0 || (traits.hasRegisterCap && groupItems <= itemsAtRegisters(registers));
    if (!fits)
        lookup.discard(parameter);
    lookup.decide(parameter, fits ? registers : 0);
}

std::string maxRegistersUnsupported(const DeviceTraits& traits, int registers, int groupItems)
{
    using namespace device_constants;
    if (registers == 0)
        return "";
    if (!traits.hasRegisterCap)
        return "MAX_REGISTERS is an option of NVIDIA's compiler";
    if (registers < minRegisterCap)
        return format("MAX_REGISTERS=%d is outside %d..%d", registers, minRegisterCap, maxRegistersPerItem);
    const int maximum = int(itemsAtRegisters(registers));
    return groupItems > maximum
               ? format("a multiprocessor holds no more than %d work-items of %d MAX_REGISTERS", maximum, registers)
               : "";
}

void capRegisters(int registers, Plan& plan)
{
    if (registers > 0)
        plan.options.define("NO_REQD_GROUP_SIZE", 1).flag(format("-cl-nv-maxrregcount=%d", registers));
}

void defineStores(const Problem& problem, int px, BuildOptions& options)
{
    using namespace device_constants;
    const int bytes = int(problem.dstElemSize()), vector = (px & -px) * int(problem.srcElemSize());
    const bool unaligned =
        bytes < wordBytes && px * bytes % wordBytes == 0 && problem.rowAlignment < std::min(vector, vectorBytes);
    options.define("UNALIGNED_STORE", unaligned);
    if (problem.outputAlignment < (px & -px) * bytes)
        options.define("ALIGNED_OUTPUTS", 0);
}

std::string fourierUnsupported(const Problem& problem)
{
    if (problem.accDepth() == CV_64F)
        return "sums in double";
    return problem.fourier
               ? ""
               : "Fourier transforms would not keep this filter's sums exact, or its taps are out of their range";
}

bool checksMagnitudes(const Problem& problem)
{
    return problem.srcElemSize() > 1 || problem.dstDepth >= CV_32F;
}

void decideFilters(const Problem& problem, int otherwise, Lookup& lookup)
{
    const int most = std::min(std::max(lookup.line("FILTERS", otherwise), 2), maxFilters);
    const size_t launches = ceilDiv(size_t(problem.filterCount), size_t(most));
    lookup.decide("FILTERS", std::max(int(ceilDiv(size_t(problem.filterCount), launches)), 2));
}

std::string filterCountUnsupported(const Problem& problem, const Params& params)
{
    if (problem.filterCount > 1)
        return outOfRange(params, "FILTERS", 2, problem.filterCount);
    return params.count("FILTERS") ? "FILTERS is for several filters over one source" : "";
}

int64 channelTiles(const Problem& problem, Size step)
{
    return int64(ceilDiv(size_t(problem.size.width), size_t(step.width))) *
           int64(ceilDiv(size_t(problem.size.height), size_t(step.height))) * problem.channels;
}

MultiplyAdds everyTap(const Problem& problem, const Params&)
{
    return MultiplyAdds(double(problem.taps()));
}

MultiplyAdds perValue(const Problem& problem, double operations)
{
    return MultiplyAdds(operations / (double(problem.rowScalars()) * problem.size.height));
}

void setSizes(Plan& plan, size_t localWidth, size_t localHeight, size_t itemsX, size_t itemsY)
{
    plan.local[0] = localWidth;
    plan.local[1] = localHeight;
    plan.global[0] = ceilDiv(itemsX, localWidth) * localWidth;
    plan.global[1] = ceilDiv(itemsY, localHeight) * localHeight;
}

void setTiles(const Problem& problem, Size group, Size outputs, Plan& plan)
{
    plan.groupOutputs = outputs;
    setSizes(plan, size_t(group.width), size_t(group.height),
             ceilDiv(size_t(problem.rowScalars()), size_t(outputs.width)) * size_t(group.width),
             ceilDiv(size_t(problem.size.height), size_t(outputs.height)) * size_t(group.height));
}

void setItems(const Problem& problem, const Params& params, Size outputs, Plan& plan)
{
    const Size group(params.at("WG_X"), params.at("WG_Y"));
    setTiles(problem, group, Size(group.width * outputs.width, group.height * outputs.height), plan);
}

}} // namespace cv::clconv
