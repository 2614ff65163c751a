// SPDX-License-Identifier: Apache-2.0
//
// Problems to plan for devices that need not be present (programs/described_devices.hpp).

#pragma once

#include "test_precomp.hpp"

#include "implementations.hpp"
#include "coefficients/specialization.hpp"
#include "planner/current_tuning.hpp"
#include "planner/make_plan.hpp"
#include "programs/described_devices.hpp"

namespace opencv_test {

using namespace ::programs::devices;

inline std::vector<clconv::DeviceTraits> fakeDevices()
{
    const clconv::DeviceTraits all[] = {nvidiaCard(), intelGraphics(), maliPhone(), cpuDevice(), cardWithoutImages()};
    return std::vector<clconv::DeviceTraits>(all, all + 5);
}

//! Every described device.
inline std::vector<clconv::DeviceTraits> allFakeDevices()
{
    std::vector<clconv::DeviceTraits> all;
    for (const auto& device : describedDevices())
        all.push_back(device.second);
    return all;
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
    p.rank = 0;
    p.slices = 0;
    p.size = p.readable = size;
    p.srcPitch = size.width;
    p.rowAlignment = 16;
    p.wideIndex = false;
    return p;
}

//! Only the taps in two opposite corners are not zero.
inline std::shared_ptr<const clconv::SpecializedTaps> cornerTaps(Size kernel)
{
    Mat full = Mat::zeros(kernel, CV_32F);
    full.at<float>(0, 0) = -0.3f;
    full.at<float>(kernel.height - 1, kernel.width - 1) = 7;
    return std::make_shared<clconv::SpecializedTaps>(clconv::specializedTapsOf(full));
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
        p.rank = rng.uniform(0, 2) ? 1 : rng.uniform(0, clconv::maxRank + 1);
        p.slices = srcDepth <= CV_8S && rng.uniform(0, 2) == 1 ? 1 + i % 3 : 0;
        p.fourier = i % 2 == 1 && p.accDepth() == CV_32F;
        p.srcPitch = rng.uniform(0, 3) ? p.size.width : 0;
        static const int alignments[] = {1, 4, 8, 16};
        p.rowAlignment = alignments[rng.uniform(0, 4)];
        p.wideIndex = rng.uniform(0, 8) == 0;
        if (rng.uniform(0, 20) == 0)
            p.filterSize = Size(101, 101);
        if (rng.uniform(0, 4) == 0)
            p.specializedTaps = cornerTaps(p.filterSize);
        p.box = p.separable() && i % 3 == 0;
        p.doubleSums = p.box && i % 2 == 0;
        problems.push_back(p);
    }
    return problems;
}

//! The same problems for several kernels.
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

//! The implementations for a problem's number of filters and images.
inline std::vector<const clconv::Implementation*> listFor(const clconv::Problem& problem)
{
    std::vector<const clconv::Implementation*> list;
    for (const clconv::Implementation* impl : clconv::implementationsFor(problem))
        if (impl->takes(problem))
            list.push_back(impl);
    return list;
}

//! A problem that the implementation supports, with a device that supports the implementation.
inline clconv::Problem problemFor(const Launches& launches, int srcDepth, int dstDepth, Size kernel,
                                  Size size = Size(1920, 1080))
{
    clconv::Problem problem = problemOf(srcDepth, dstDepth, 1, kernel, size);
    problem.rank = 1, problem.fourier = true;
    problem.slices = 3;
    problem.halfParts = srcDepth == CV_8U && dstDepth != CV_64F;
    problem.specializedTaps = cornerTaps(kernel);
    problem.filterCount = launches.filters;
    problem.box = launches.impl->name == std::string("cpu_box");
    problem.doubleSums = problem.box && srcDepth == CV_32F && dstDepth != CV_64F;
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
