// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filterBank: filters of one size and anchor share launches; the others run as filter2D does.

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

//! `count` filters of the group stacked vertically, the layout that the kernels for banks read.
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

//! Launches filters of the group from `first` on, as many as one launch computes.
//! @param outputs of these filters, `count` of them; they share no memory with src
//! @returns how many were launched; 0 if no bank implementation supports them
int launchSome(ContextCache& cache, const UMat& src, const Group& group, int first, UMat* outputs, int count)
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
    const auto launchPlan = [&](const CompiledPlan& compiled)
    {
        const Mat taps = stacked(group, first, compiled.plan.filterCount);
        const auto coefficients = cache.coefficients({taps}, call.accDepth());
        launch(compiled, d.problem, d.geometry, src, outputs, *coefficients, call.delta);
        launched = compiled.plan.filterCount;
    };
    if (const Implementation* impl = enqueue(cache, d.problem, std::ref(launchPlan))) // as in filter2d.cpp
        setLastImplementation(impl);
    return launched;
}

//! Whether a filter is specialized. A sparse one then takes less time alone than as a part of a bank.
bool isSpecialized(const DeviceCall& device)
{
    return specializationPays(device.problem, device.coefficients->nonZero()) && device.problem.specializedTaps;
}

//! Launches the filters that bank implementations support.
//! @returns for each filter whether it was launched
std::vector<bool> launchBanks(const UMat& src, const std::vector<UMat>& outputs, const std::vector<Call>& calls)
{
    std::vector<bool> done(calls.size());
    if (calls.size() < 2 || !ocl::useOpenCL() || !isOnDevice(src) ||
        !std::all_of(outputs.begin(), outputs.end(), isOnDevice))
        return done;
    try
    {
        ContextCache& cache = *ContextCache::current();
        std::vector<BankFilter> filters;
        filters.reserve(calls.size());
        for (size_t i = 0; i < calls.size(); ++i)
        {
            const DeviceCall device =
                describeCall(cache, layoutOf(src), layoutOf(outputs[i]), calls[i], SpecializationTable::Use::Call);
            if (!isSpecialized(device))
                filters.push_back({calls[i], device.coefficients, i});
        }
        for (const Group& group : groupFilters(padToCommonSize(cache, filters)))
        {
            std::vector<UMat> targets;
            targets.reserve(group.indices.size());
            for (size_t index : group.indices)
                targets.push_back(outputs[index]);
            const int count = int(targets.size());
            for (int first = 0, launched = 0; count - first > 1; first += launched)
            {
                launched = launchSome(cache, src, group, first, &targets[first], std::min(count - first, maxFilters));
                if (!launched)
                    break;
                for (int i = first; i < first + launched; ++i)
                    done[group.indices[i]] = true;
            }
        }
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, the filters of a bank run one by one: ") + e.what());
    }
    return done;
}

//! A result on the host; computed again on the CPU if it cannot be read from the device.
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
        if (!srcIsWhole) // already overwritten
            throw;
    }
    return computeOnCpu(src, call);
}

//! Copies results from `first` on through the host. All are read before the first is written, which may overwrite the
//! source.
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

//! Copies an image. If one of the two is on the host, UMat::copyTo would map the output and unmap it in a destructor.
void copyImage(const UMat& from, UMat& to)
{
    if (from.u->currAllocator == to.u->currAllocator)
        return from.copyTo(to);
    MappedImage target(to);
    from.copyTo(target.mat);
    target.releaseWritten();
}

//! Copies results from temporary images to their outputs.
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
                copyImage(results[i], outputs[i]);
                srcIsWhole &= !shareMemory(src, outputs[i]);
                if (isTemporary(outputs[i]))
                    finishQueue();
            }
        return;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device cannot copy results, they are copied through the host: ") + e.what());
    }
    copyThroughHost(src, results, outputs, calls, i, srcIsWhole);
}

//! UMats. Outputs that share memory with the source, or overlap an earlier output, are computed in temporary images and
//! copied last.
void runOnUMats(InputArray src_, OutputArrayOfArrays dst, const std::vector<Call>& calls)
{
    const SourceImage source(src_);
    const UMat& src = source.image();
    if (ocl::useOpenCL() && !src_.isUMat())
        checkOnDevice(src, "the source");
    std::vector<UMat> outputs, results;
    for (size_t i = 0; i < calls.size(); ++i)
    {
        dst.create(calls[i].size, calls[i].dstType, int(i));
        outputs.push_back(dst.getUMat(int(i)));
        const UMat& output = outputs.back();
        const bool separate =
            !shareMemory(src, output) && std::none_of(outputs.begin(), outputs.end() - 1,
                                                      [&](const UMat& other) { return intersect(output, other); });
        results.push_back(separate ? output : UMat(calls[i].size, calls[i].dstType));
        if (ocl::useOpenCL() && !separate)
            checkOnDevice(results.back(), "a temporary result of filterBank");
    }
    const std::vector<bool> done = launchBanks(src, results, calls);
    for (size_t i = 0; i < calls.size(); ++i)
        if (!done[i])
            setLastImplementation(run(src, results[i], calls[i]));
    copyResults(src, results, outputs, calls);
}

//! Mats. As above; they are computed one after the other, so outputs may overlap earlier ones that are not temporary.
void runOnMats(InputArray src_, OutputArrayOfArrays dst, const std::vector<Call>& calls)
{
    const MappedImage mapped(src_);
    const Mat& src = mapped.mat;
    for (Call call : calls) // cv::filter2D rejects its arguments before anything is written
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
        bool separate = !overlap(src, outputs[i]);
        for (size_t earlier = 0; earlier < i; ++earlier)
            separate =
                separate && (results[earlier].data == outputs[earlier].data || !overlap(outputs[earlier], outputs[i]));
        results.push_back(separate ? outputs[i] : Mat(calls[i].size, calls[i].dstType));
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
        warnAboutPadding(src, call);
    withRetainedSource(src,
                       [&](InputArray source)
                       {
                           dst.create(int(calls.size()), 1, calls[0].dstType);
                           if (dst.isUMatVector())
                               runOnUMats(source, dst, calls);
                           else
                               runOnMats(source, dst, calls);
                       });
}

} // namespace clconv
} // namespace cv
