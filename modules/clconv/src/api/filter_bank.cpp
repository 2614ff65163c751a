// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The front door of filterBank: kernels of one size and anchor share launches; what no bank takes runs as filter2D does.

#include "api/bank_groups.hpp"
#include "api/filter2d.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"
#include "api/cpu_fallback.hpp"
#include "opencv2/core/utils/trace.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! `count` kernels of the group one below another, as programs find their taps.
Mat stacked(const Group& group, int first, int count)
{
    const Size kernel = group.call.filterSize;
    Mat all(kernel.height * count, kernel.width, group.call.accDepth());
    for (int i = 0; i < count; ++i)
    {
        const std::vector<uchar>& taps = group.coefficients[first + i]->bytes(CoefficientLayout::Full);
        std::copy(taps.begin(), taps.end(), all.ptr(kernel.height * i));
    }
    return all;
}

//! Launches the group's kernels from `first` on, as many as one launch takes.
//! @param outputs of these kernels, `count` of them; they share no memory with src
//! @returns how many were launched; 0 where no bank takes them
int launchSome(ContextCache& runtime, const UMat& src, const Group& group, int first, UMat* outputs, int count)
{
    const Call& call = group.call;
    const FilterTraits traits = group.coefficients[first]->traits();
    const auto described = [&](const UMat& dst)
    { return describe(layoutOf(src), layoutOf(dst), call.filterSize, call.anchor, call.border, traits); };
    Description d = described(outputs[0]);
    d.problem.filterCount = count;
    for (int i = 1; i < count; ++i)
        d.problem.wideIndex |= described(outputs[i]).problem.wideIndex;
    int launched = 0;
    const auto launchThem = [&](const CompiledPlan& prepared)
    {
        const Mat taps = stacked(group, first, prepared.plan.filterCount);
        const auto coefficients = runtime.coefficients({taps}, call.accDepth());
        launch(prepared, d.problem, d.geometry, src, outputs, *coefficients, call.delta);
        launched = prepared.plan.filterCount;
    };
    if (const Implementation* impl = enqueue(runtime, d.problem, std::ref(launchThem))) // as in filter2d.cpp
        setLastImplementation(impl);
    return launched;
}

//! Whether the kernel is specialized: being sparse, it then takes less time alone than its part of a bank.
bool isSpecialized(const DeviceCall& device)
{
    return specializationPays(device.problem, device.coefficients->nonZero()) && device.problem.specializedTaps;
}

//! Launches what banks take.
//! @returns for each kernel whether it was launched
std::vector<bool> launchBanks(const UMat& src, const std::vector<UMat>& outputs, const std::vector<Call>& calls)
{
    std::vector<bool> done(calls.size());
    if (calls.size() < 2 || !ocl::useOpenCL() || !isOnDevice(src) ||
        !std::all_of(outputs.begin(), outputs.end(), isOnDevice))
        return done;
    try
    {
        ContextCache& runtime = *ContextCache::current();
        std::vector<Member> members;
        members.reserve(calls.size());
        for (size_t i = 0; i < calls.size(); ++i)
        {
            const DeviceCall device =
                describeCall(runtime, layoutOf(src), layoutOf(outputs[i]), calls[i], SpecializationTable::Use::Call);
            if (!isSpecialized(device))
                members.push_back({calls[i], device.coefficients, i});
        }
        for (const Group& group : grouped(alike(runtime, members)))
        {
            std::vector<UMat> targets;
            targets.reserve(group.places.size());
            for (size_t place : group.places)
                targets.push_back(outputs[place]);
            const int count = int(targets.size());
            for (int first = 0, launched = 0; count - first > 1; first += launched)
            {
                launched = launchSome(runtime, src, group, first, &targets[first], std::min(count - first, maxFilters));
                if (!launched)
                    break;
                for (int i = first; i < first + launched; ++i)
                    done[group.places[i]] = true;
            }
        }
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, kernels run one by one: ") + e.what());
    }
    return done;
}

//! A result on the host; computed once more where the device does not hand it out.
Mat onHost(const UMat& result, const UMat& src, const Call& call, bool srcIsWhole)
{
    try
    {
        Mat copy;
        result.copyTo(copy);
        return copy;
    }
    catch (const std::exception&)
    {
        if (!srcIsWhole) // then it is lost
            throw;
    }
    return computedNatively(src, call);
}

//! Copies results from the one numbered `first` on. All are on the host before the first goes out: it may go over the source.
void copyThroughHost(const UMat& src, const std::vector<UMat>& results, std::vector<UMat>& outputs,
                     const std::vector<Call>& calls, size_t first, bool srcIsWhole)
{
    std::vector<Mat> copies(results.size());
    for (size_t i = first; i < results.size(); ++i)
        if (results[i].u != outputs[i].u)
            copies[i] = onHost(results[i], src, calls[i], srcIsWhole);
    for (size_t i = first; i < results.size(); ++i)
        if (results[i].u != outputs[i].u)
            copies[i].copyTo(outputs[i]);
}

//! Copies the results that lie elsewhere to their outputs.
void copyResults(const UMat& src, const std::vector<UMat>& results, std::vector<UMat>& outputs,
                 const std::vector<Call>& calls)
{
    bool srcIsWhole = true;
    size_t i = 0;
    try
    {
        for (; i < results.size(); ++i)
            if (results[i].u != outputs[i].u)
            {
                results[i].copyTo(outputs[i]);
                srcIsWhole &= !shareMemory(src, outputs[i]);
                if (isTemporary(outputs[i]))
                    ocl::Queue::getDefault().finish();
            }
        return;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device does not copy results, the host does it: ") + e.what());
    }
    copyThroughHost(src, results, outputs, calls, i, srcIsWhole);
}

//! UMats: the results of outputs that share memory with the source, or with an earlier output, lie elsewhere until all are there.
void runOnUMats(InputArray src_, OutputArrayOfArrays dst, const std::vector<Call>& calls)
{
    const UMat src = sourceOf(src_);
    if (ocl::useOpenCL() && !src_.isUMat())
        foundOnDevice(src, "the source");
    std::vector<UMat> outputs, results;
    for (size_t i = 0; i < calls.size(); ++i)
    {
        dst.create(calls[i].size, calls[i].dstType, int(i));
        outputs.push_back(dst.getUMat(int(i)));
        const UMat& output = outputs.back();
        const bool apart =
            !shareMemory(src, output) && std::none_of(outputs.begin(), outputs.end() - 1,
                                                      [&](const UMat& other) { return intersect(output, other); });
        results.push_back(apart ? output : UMat(calls[i].size, calls[i].dstType));
        if (ocl::useOpenCL() && !apart)
            foundOnDevice(results.back(), "a result of filterBank that waits for its output");
    }
    const std::vector<bool> done = launchBanks(src, results, calls);
    for (size_t i = 0; i < calls.size(); ++i)
        if (!done[i])
            setLastImplementation(run(src, results[i], calls[i]));
    copyResults(src, results, outputs, calls);
}

//! Mats, likewise. One after the other, so that outputs may overlap one another, but for those that are copied at the end.
void runOnMats(InputArray src_, OutputArrayOfArrays dst, const std::vector<Call>& calls)
{
    const OnHost held(src_);
    const Mat& src = held.mat;
    for (Call call : calls) // what cv::filter2D refuses, it refuses before anything is written
    {
        Mat pixel;
        call.size = Size(1, 1);
        runOnCpu(src(Rect(0, 0, 1, 1)), pixel, call);
    }
    std::vector<Mat> outputs, results;
    for (size_t i = 0; i < calls.size(); ++i)
    {
        dst.create(calls[i].size, calls[i].dstType, int(i));
        outputs.push_back(dst.getMat(int(i)));
        bool apart = !overlap(src, outputs[i]);
        for (size_t earlier = 0; earlier < i; ++earlier)
            apart = apart && (results[earlier].data == outputs[earlier].data || !overlap(outputs[earlier], outputs[i]));
        results.push_back(apart ? outputs[i] : Mat(calls[i].size, calls[i].dstType));
    }
    for (size_t i = 0; i < calls.size(); ++i)
        setLastImplementation(run(src_, results[i], calls[i]));
    for (size_t i = 0; i < calls.size(); ++i)
        if (results[i].data != outputs[i].data)
            results[i].copyTo(outputs[i]);
}

} // namespace

void filterBank(InputArray src, OutputArrayOfArrays dst, int ddepth, InputArrayOfArrays kernels, Point anchor,
                double delta, int borderType)
{
    CV_TRACE_FUNCTION();
    const std::vector<Call> calls = checkFilterBank(src, dst, ddepth, kernels, anchor, delta, borderType);
    for (const Call& call : calls)
        warnOfPadding(src, call);
    withRetainedSource(src,
                       [&](InputArray held)
                       {
                           dst.create(int(calls.size()), 1, calls[0].dstType);
                           if (dst.isUMatVector())
                               runOnUMats(held, dst, calls);
                           else
                               runOnMats(held, dst, calls);
                       });
}

} // namespace clconv
} // namespace cv
