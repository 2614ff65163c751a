// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Properties of devices that need not be present, and problems to plan for them.

#pragma once

#include "test_precomp.hpp"

#include "implementations.hpp"
#include "coefficients/specialization.hpp"
#include "planner/current_tuning.hpp"
#include "planner/make_plan.hpp"

namespace opencv_test
{

inline clconv::DeviceTraits nvidiaCard()
{
    clconv::DeviceTraits t;
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

//! The GPU that clconv was measured on, for defaults that apply to it alone.
inline clconv::DeviceTraits h200()
{
    clconv::DeviceTraits t = nvidiaCard();
    t.name = "NVIDIA H200";
    t.nvidiaCompute = 90;
    t.computeUnits = 132;
    return t;
}

//! The first with the matrix products of mma and with prefetch.
inline clconv::DeviceTraits a100()
{
    clconv::DeviceTraits t = nvidiaCard();
    t.name = "NVIDIA A100";
    t.nvidiaCompute = 80;
    t.computeUnits = 108;
    return t;
}

//! Before compute capability 8.0: no matrix products of mma, no prefetch.
inline clconv::DeviceTraits olderNvidiaCard()
{
    clconv::DeviceTraits t = nvidiaCard();
    t.name = "NVIDIA GeForce GTX 1650";
    t.nvidiaCompute = 75;
    t.computeUnits = 14;
    return t;
}

inline clconv::DeviceTraits intelGraphics()
{
    clconv::DeviceTraits t = nvidiaCard();
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

//! No double, little local memory that is global memory underneath, small groups.
inline clconv::DeviceTraits maliPhone()
{
    clconv::DeviceTraits t = intelGraphics();
    t.name = "Mali-T760";
    t.vendor = "ARM";
    t.fp64 = t.denormals = t.localIsFast = t.imageFromBuffer = false;
    t.imageMaxBufferPixels = 65536;
    t.localBytes = 16 << 10;
    t.groupItems = t.groupWidth = t.groupHeight = 64;
    t.computeUnits = 6;
    return t;
}

inline clconv::DeviceTraits amdCard()
{
    clconv::DeviceTraits t = nvidiaCard();
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

//! The minimum that OpenCL's embedded profile allows, and groups of one row.
inline clconv::DeviceTraits embeddedDevice()
{
    clconv::DeviceTraits t = maliPhone();
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

inline clconv::DeviceTraits cpuDevice()
{
    clconv::DeviceTraits t = nvidiaCard();
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

//! Vectors of 16 floats on few cores; the built-in tuning table has entries for a device of this name.
inline clconv::DeviceTraits poclDevice()
{
    clconv::DeviceTraits t = cpuDevice();
    t.name = "cpu-skylake-avx512-Intel(R) Xeon(R) Processor @ 2.60GHz";
    t.vendor = "GenuineIntel";
    t.computeUnits = 4;
    t.floatLanes = 16;
    return t;
}

inline clconv::DeviceTraits cardWithoutImages()
{
    clconv::DeviceTraits t = nvidiaCard();
    t.name = "a card without images";
    t.vendor = "nobody";
    t.images = t.hasRegisterCap = false;
    t.nvidiaCompute = 0;
    t.imageMaxWidth = t.imageMaxHeight = t.imageMaxBufferPixels = 0;
    return t;
}

inline std::vector<clconv::DeviceTraits> fakeDevices()
{
    const clconv::DeviceTraits all[] = {nvidiaCard(), intelGraphics(), maliPhone(), cpuDevice(), cardWithoutImages()};
    return std::vector<clconv::DeviceTraits>(all, all + 5);
}

//! Every fake device.
inline std::vector<clconv::DeviceTraits> allFakeDevices()
{
    return {h200(),      a100(),           nvidiaCard(),        olderNvidiaCard(), amdCard(),   intelGraphics(),
            maliPhone(), embeddedDevice(), cardWithoutImages(), cpuDevice(),       poclDevice()};
}

inline clconv::Problem problemOf(int srcDepth, int dstDepth, int channels, Size kernel, Size size = Size(1920, 1080))
{
    clconv::Problem p;
    p.srcDepth = srcDepth;
    p.dstDepth = dstDepth;
    p.channels = channels;
    p.filterSize = kernel;
    p.filterCount = 1;
    p.border = BORDER_REFLECT_101;
    p.separable = p.fixedPoint = false;
    p.size = p.readable = size;
    p.srcPitch = size.width;
    p.rowAlignment = clconv::RowAlignment(16);
    p.wideIndex = false;
    return p;
}

//! Taps in two opposite corners.
inline std::shared_ptr<const clconv::SpecializedTaps> cornerTaps(Size kernel)
{
    Mat full = Mat::zeros(kernel, CV_32F);
    full.at<float>(0, 0) = -0.3f;
    full.at<float>(kernel.height - 1, kernel.width - 1) = 7;
    const std::vector<uchar> packed(full.data, full.data + full.total() * sizeof(float));
    return std::make_shared<clconv::SpecializedTaps>(clconv::specializedTapsOf(packed, kernel.width, CV_32F));
}

//! Problems of every kind: types, channels, kernels, borders, sizes, layouts.
inline std::vector<clconv::Problem> manyProblems()
{
    static const int sizes[][2] = {{1920, 1080}, {1, 1}, {641, 479}, {7, 20011}, {20011, 3}};
    RNG rng(17);
    std::vector<clconv::Problem> problems;
    for (int i = 0; i < 2000; i++)
    {
        const int* size = sizes[rng.uniform(0, 5)];
        const int srcDepth = oneOf(depths(), rng);
        const int dstDepth = oneOf(depths(), rng);
        const int channels = rng.uniform(1, 6);
        const Size kernel = randomSize(1, 40, rng);
        clconv::Problem p = problemOf(srcDepth, dstDepth, channels, kernel, Size(size[0], size[1]));
        p.border = oneOf(borderTypes(), rng);
        p.separable = rng.uniform(0, 2) == 1;
        p.fixedPoint = srcDepth <= CV_8S && rng.uniform(0, 2) == 1;
        p.fourier = i % 2 == 1 && p.accDepth() == CV_32F;
        p.srcPitch = rng.uniform(0, 3) ? p.size.width : 0;
        static const int alignments[] = {1, 4, 8, 16};
        p.rowAlignment = clconv::RowAlignment(alignments[rng.uniform(0, 4)]);
        p.wideIndex = rng.uniform(0, 8) == 0;
        if (rng.uniform(0, 20) == 0)
            p.filterSize = Size(101, 101);
        if (rng.uniform(0, 4) == 0)
            p.specializedTaps = cornerTaps(p.filterSize);
        problems.push_back(p);
    }
    return problems;
}

//! The same for several kernels.
inline std::vector<clconv::Problem> manyBanks()
{
    std::vector<clconv::Problem> problems = manyProblems();
    for (size_t i = 0; i < problems.size(); i++)
    {
        problems[i].filterCount = 2 + int(i) % (clconv::maxFilters - 1);
        problems[i].specializedTaps.reset();
    }
    return problems;
}

//! The list of implementations for a problem.
inline const std::vector<const clconv::Implementation*>& listFor(const clconv::Problem& problem)
{
    return problem.filterCount > 1 ? clconv::bankImplementations() : clconv::implementations();
}

//! A problem that an implementation supports, with a device that supports the implementation.
inline clconv::Problem problemFor(const clconv::Implementation& impl, int srcDepth, int dstDepth, Size kernel,
                                  Size size = Size(1920, 1080))
{
    clconv::Problem problem = problemOf(srcDepth, dstDepth, 1, kernel, size);
    problem.separable = problem.fixedPoint = problem.fourier = true;
    problem.specializedTaps = cornerTaps(kernel);
    problem.filterCount = takesBanks(impl) ? 3 : 1;
    return problem;
}

inline const clconv::Verdict& verdictOf(const clconv::Plan& plan, const std::string& name)
{
    for (size_t i = 0; i < plan.verdicts.size(); i++)
        if (plan.verdicts[i].name == name)
            return plan.verdicts[i];
    CV_Error(Error::StsObjectNotFound, "no verdict on " + name);
}

inline std::string nameOf(const clconv::Plan& plan)
{
    return plan.impl ? plan.impl->name : "none";
}

//! Plans with nothing forced.
inline clconv::Plan planFor(const clconv::Problem& problem, const clconv::DeviceTraits& traits)
{
    return clconv::makePlan(problem, traits, clconv::Force());
}

} // namespace opencv_test
