// SPDX-License-Identifier: Apache-2.0
//
// Properties of devices that need not be present, so that clconv_explain and the tests can plan for them.

#pragma once

#include "api/arguments.hpp"
#include "coefficients/coefficient_set.hpp"
#include "planner/current_tuning.hpp"
#include "planner/make_plan.hpp"

#include <string>
#include <utility>
#include <vector>

namespace programs {
namespace devices {

inline cv::clconv::DeviceTraits nvidiaCard()
{
    cv::clconv::DeviceTraits t;
    t.name = "NVIDIA GeForce RTX 3080";
    t.vendor = "NVIDIA Corporation";
    t.driver = "535.54";
    t.cpu = false;
    t.nvidiaCompute = 86;
    t.fp64 = t.denormals = t.images = t.localIsFast = t.hasRegisterCap = true;
    t.imageFromBuffer = false;
    t.imagePitchAlignment = 0;
    t.imageMaxWidth = t.imageMaxHeight = 32768;
    t.imageMaxBufferPixels = 134217728;
    t.localBytes = 48 << 10;
    t.groupItems = t.groupWidth = t.groupHeight = 1024;
    t.constantBytes = 64 << 10;
    t.parameterBytes = 4352;
    t.computeUnits = 68;
    t.floatLanes = 1;
    return t;
}

//! The GPU that clconv was measured on, for defaults that apply only to it.
inline cv::clconv::DeviceTraits h200()
{
    cv::clconv::DeviceTraits t = nvidiaCard();
    t.name = "NVIDIA H200";
    t.nvidiaCompute = 90;
    t.unreportedLocalBytes = 99 << 10;
    t.computeUnits = 132;
    return t;
}

//! The first GPU with the matrix products of mma and with prefetch.
inline cv::clconv::DeviceTraits a100()
{
    cv::clconv::DeviceTraits t = nvidiaCard();
    t.name = "NVIDIA A100";
    t.nvidiaCompute = 80;
    t.computeUnits = 108;
    return t;
}

//! A GPU below compute capability 8.0: no matrix products of mma, no prefetch.
inline cv::clconv::DeviceTraits olderNvidiaCard()
{
    cv::clconv::DeviceTraits t = nvidiaCard();
    t.name = "NVIDIA GeForce GTX 1650";
    t.nvidiaCompute = 75;
    t.computeUnits = 14;
    return t;
}

inline cv::clconv::DeviceTraits intelGraphics()
{
    cv::clconv::DeviceTraits t = nvidiaCard();
    t.name = "Intel(R) UHD Graphics 620";
    t.vendor = "Intel(R) Corporation";
    t.nvidiaCompute = 0;
    t.hasRegisterCap = false;
    t.imageFromBuffer = true;
    t.imagePitchAlignment = 4;
    t.imageMaxWidth = t.imageMaxHeight = 16384;
    t.localBytes = 64 << 10;
    t.groupItems = t.groupWidth = t.groupHeight = 256;
    t.parameterBytes = 1024;
    t.computeUnits = 24;
    return t;
}

//! No double, little local memory, which is really global memory, small groups.
inline cv::clconv::DeviceTraits maliPhone()
{
    cv::clconv::DeviceTraits t = intelGraphics();
    t.name = "Mali-T760";
    t.vendor = "ARM";
    t.fp64 = t.denormals = t.localIsFast = t.imageFromBuffer = false;
    t.imageMaxBufferPixels = 65536;
    t.localBytes = 16 << 10;
    t.groupItems = t.groupWidth = t.groupHeight = 64;
    t.computeUnits = 6;
    return t;
}

inline cv::clconv::DeviceTraits amdCard()
{
    cv::clconv::DeviceTraits t = nvidiaCard();
    t.name = "gfx1030";
    t.vendor = "Advanced Micro Devices, Inc.";
    t.nvidiaCompute = 0;
    t.hasRegisterCap = false;
    t.imageFromBuffer = true;
    t.imagePitchAlignment = 256;
    t.imageMaxWidth = t.imageMaxHeight = 16384;
    t.localBytes = 64 << 10;
    t.groupItems = 256;
    t.constantBytes = size_t(3) << 30;
    t.parameterBytes = 1024;
    t.computeUnits = 36;
    return t;
}

//! The minimum of OpenCL's embedded profile, and groups of one row.
inline cv::clconv::DeviceTraits embeddedDevice()
{
    cv::clconv::DeviceTraits t = maliPhone();
    t.name = "an embedded device";
    t.vendor = "nobody";
    t.images = false;
    t.imageMaxWidth = t.imageMaxHeight = t.imageMaxBufferPixels = 0;
    t.localBytes = t.constantBytes = 1 << 10;
    t.groupItems = t.groupWidth = 16;
    t.groupHeight = 1;
    t.parameterBytes = 256;
    t.computeUnits = 1;
    return t;
}

inline cv::clconv::DeviceTraits cpuDevice()
{
    cv::clconv::DeviceTraits t = nvidiaCard();
    t.name = "pthread-haswell";
    t.vendor = "AuthenticAMD";
    t.cpu = true;
    t.localIsFast = false;
    t.nvidiaCompute = 0;
    t.hasRegisterCap = false;
    t.localBytes = 512 << 10;
    t.groupItems = t.groupWidth = t.groupHeight = 4096;
    t.constantBytes = 512 << 10;
    t.parameterBytes = 1024;
    t.computeUnits = 8;
    t.floatLanes = 8;
    return t;
}

//! Vectors of 16 floats on few cores; the compiled-in tuning table has entries for a device of this name.
inline cv::clconv::DeviceTraits poclDevice()
{
    cv::clconv::DeviceTraits t = cpuDevice();
    t.name = "cpu-skylake-avx512-Intel(R) Xeon(R) Processor @ 2.60GHz";
    t.vendor = "GenuineIntel";
    t.computeUnits = 4;
    t.floatLanes = 16;
    return t;
}

inline cv::clconv::DeviceTraits cardWithoutImages()
{
    cv::clconv::DeviceTraits t = nvidiaCard();
    t.name = "a card without images";
    t.vendor = "nobody";
    t.images = t.hasRegisterCap = false;
    t.nvidiaCompute = 0;
    t.imageMaxWidth = t.imageMaxHeight = t.imageMaxBufferPixels = 0;
    return t;
}

//! All of them, under the names that clconv_explain takes.
inline std::vector<std::pair<std::string, cv::clconv::DeviceTraits>> describedDevices()
{
    return {{"h200", h200()},
            {"a100", a100()},
            {"rtx3080", nvidiaCard()},
            {"gtx1650", olderNvidiaCard()},
            {"amd", amdCard()},
            {"intel", intelGraphics()},
            {"mali", maliPhone()},
            {"embedded", embeddedDevice()},
            {"no-images", cardWithoutImages()},
            {"haswell", cpuDevice()},
            {"skylake", poclDevice()}};
}

//! An NVIDIA GPU, by its compute capability.
inline cv::clconv::DeviceTraits nvidiaTarget(int compute, int multiprocessors)
{
    cv::clconv::DeviceTraits t = nvidiaCard();
    t.name = "NVIDIA GPU of compute capability " + std::to_string(compute);
    t.nvidiaCompute = compute;
    t.unreportedLocalBytes = compute >= 90 ? h200().unreportedLocalBytes : 0;
    t.computeUnits = multiprocessors;
    return t;
}

//! An AMD GPU, by the name of its target.
inline cv::clconv::DeviceTraits amdTarget(const char* name, int computeUnits)
{
    cv::clconv::DeviceTraits t = amdCard();
    t.name = name;
    t.computeUnits = computeUnits;
    return t;
}

//! @param groupItems and the following ones as in public listings of clinfo
inline cv::clconv::DeviceTraits intelTarget(const char* name, size_t groupItems, bool fp64, int computeUnits)
{
    cv::clconv::DeviceTraits t = intelGraphics();
    t.name = name;
    t.groupItems = t.groupWidth = t.groupHeight = groupItems;
    t.constantBytes = size_t(4) << 30;
    t.parameterBytes = 2048;
    t.fp64 = fp64;
    t.computeUnits = computeUnits;
    return t;
}

//! A GPU as Mesa's rusticl reports it with mesa-drm-shim (26.2): no double and no fused multiply-add.
inline cv::clconv::DeviceTraits mesaTarget(const char* name, const char* vendor, size_t localBytes, size_t groupItems,
                                           int computeUnits)
{
    cv::clconv::DeviceTraits t = intelGraphics();
    t.name = name;
    t.vendor = vendor;
    t.fp64 = t.fma = t.denormals = false;
    t.localBytes = localBytes;
    t.groupItems = t.groupWidth = t.groupHeight = groupItems;
    t.computeUnits = computeUnits;
    return t;
}

//! Devices whose compilers need no device, under the names of these compilers (perf/offline).
inline std::vector<std::pair<std::string, cv::clconv::DeviceTraits>> compilerTargets()
{
    return {{"sm_75", nvidiaTarget(75, 46)},
            {"sm_86", nvidiaTarget(86, 68)},
            {"sm_89", nvidiaTarget(89, 128)},
            {"sm_120", nvidiaTarget(120, 170)},
            {"gfx906", amdTarget("gfx906", 60)},
            {"gfx90a", amdTarget("gfx90a", 104)},
            {"gfx942", amdTarget("gfx942", 304)},
            {"gfx1030", amdTarget("gfx1030", 36)},
            {"gfx1100", amdTarget("gfx1100", 48)},
            {"skl", intelTarget("Intel(R) UHD Graphics 620", 256, true, 24)},
            {"tgllp", intelTarget("Intel(R) Iris(R) Xe Graphics", 512, false, 96)},
            {"dg2", intelTarget("Intel(R) Arc(TM) A770 Graphics", 1024, false, 512)},
            {"lnl", intelTarget("Intel(R) Arc(TM) Graphics 140V", 1024, true, 64)},
            {"asahi", mesaTarget("Apple M1 (G13G A0)", "Apple", 32 << 10, 1024, 8)},
            {"freedreno", mesaTarget("FD660", "Qualcomm", 32 << 10, 2048, 3)},
            {"radeonsi", mesaTarget("AMD Radeon RX 6800 (radeonsi, navi21, ACO)", "AMD", 64 << 10, 1024, 60)}};
}

} // namespace devices

//! The plan of filter2D for an image of this layout; its pixels are not read, and sparse filters are not hot.
inline cv::clconv::Plan planOn(const cv::clconv::DeviceTraits& device, const cv::Mat& image, const cv::Mat& kernel,
                               int border)
{
    using namespace cv::clconv;
    const Call call = checkFilter2D(image, nullptr, -1, kernel, cv::Point(-1, -1), 0, border);
    FilterTraits traits = CoefficientSet(call.kernels, call.accDepth()).traits();
    traits.accDepth = sumDepth(image.depth(), image.depth(), traits, 0, hasFastDoubles(device));
    const Layout layout = layoutOf(image);
    const Description d = describe(layout, layout, call.filterSize, call.anchor, call.border, traits);
    return makePlan(d.problem, device, currentForce(), {}, currentTuning());
}

} // namespace programs
