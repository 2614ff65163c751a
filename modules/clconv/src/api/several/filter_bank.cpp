// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filterBank: filters of one size and anchor share launches; the others run as filter2D does.

#include "api/several/bank_groups.hpp"
#include "api/several/mats_one_by_one.hpp"
#include "api/several/safe_outputs.hpp"
#include "api/host/host_run.hpp"
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
        group.coefficients[first + i]
            ->onHost(CoefficientKind::Full)
            .copyTo(all.rowRange(kernel.height * i, kernel.height * (i + 1)));
    return all;
}

//! What planning uses of `count` filters of the group together.
FilterTraits traitsOf(const Group& group, int first, int count)
{
    FilterTraits traits = group.coefficients[first]->traits();
    for (int i = first + 1; i < first + count; ++i)
    {
        if (group.coefficients[i]->traits().rank != traits.rank)
            traits.rank = 0;
        for (int slices = 0; slices < maxSlices; ++slices)
            traits.sliceErrors[slices] =
                std::max(traits.sliceErrors[slices], group.coefficients[i]->traits().sliceErrors[slices]);
    }
    return traits;
}

//! Launches filters of the group from `first` on, as many as one launch computes.
//! @param outputs of these filters, `count` of them; they share no memory with src
//! @param ran the implementation that runs them
//! @returns how many were launched; 0 if no bank implementation supports them
int launchSome(Dispatcher& dispatcher, const UMat& src, const Group& group, int first, UMat* const* outputs, int count,
               const Implementation*& ran)
{
    const Call& call = group.call;
    const FilterTraits traits = traitsOf(group, first, count);
    const auto described = [&](const UMat& dst) {
        return describe(layoutOf(src), layoutOf(dst), call.filterSize, call.anchor, call.border, traits, call.rounding);
    };
    Description d = described(*outputs[0]);
    d.problem.filterCount = count;
    for (int i = 1; i < count; ++i)
    {
        const Problem other = described(*outputs[i]).problem;
        d.problem.wideIndex |= other.wideIndex;
        d.problem.outputAlignment = std::min(d.problem.outputAlignment, other.outputAlignment);
    }
    int launched = 0;
    const auto attempt = [&](const CompiledPlan& compiled)
    {
        const Mat taps = stacked(group, first, compiled.plan.filterCount);
        const auto coefficients = dispatcher.cache().coefficients({taps}, call.accDepth());
        std::vector<UMat> images;
        for (int i = 0; i < compiled.plan.filterCount; ++i)
            images.push_back(*outputs[i]);
        launchPlan(compiled, d.problem, d.geometry, src, images.data(), *coefficients, call.delta);
        launched = compiled.plan.filterCount;
    };
    if (const Implementation* impl = dispatcher.run(d.problem, attempt)->plan.impl)
        ran = impl;
    return launched;
}

//! Whether a filter is specialized. A sparse one then takes less time by itself than as a part of a bank.
bool isSpecialized(const DeviceCall& device)
{
    return specializationPays(device.problem, device.coefficients->nonZero()) && device.problem.specializedTaps;
}

//! Launches the filters that bank implementations support.
//! @param ran the implementation that runs the last ones
//! @returns for each filter whether it was launched
std::vector<bool> launchBanks(const UMat& src, const std::vector<UMat*>& outputs, const std::vector<Call>& calls,
                              const Implementation*& ran)
{
    std::vector<bool> done(calls.size());
    const auto isUsable = [](const UMat& image) { return isOnDevice(image) && !isMapped(image); };
    if (calls.size() < 2 || !ocl::useOpenCL() || !isUsable(src) ||
        !std::all_of(outputs.begin(), outputs.end(), [&](const UMat* image) { return isUsable(*image); }))
        return done;
    try
    {
        Dispatcher& dispatcher = *Dispatcher::current();
        std::vector<BankFilter> filters;
        filters.reserve(calls.size());
        for (size_t i = 0; i < calls.size(); ++i)
        {
            const DeviceCall device = describeCall(dispatcher, layoutOf(src), layoutOf(*outputs[i]), calls[i],
                                                   SpecializationTable::Use::Call);
            if (!isSpecialized(device))
                filters.push_back({calls[i], device.coefficients, i});
        }
        for (const Group& group : groupFilters(padToCommonSize(dispatcher.cache(), filters)))
        {
            std::vector<UMat*> targets;
            targets.reserve(group.indices.size());
            for (size_t index : group.indices)
                targets.push_back(outputs[index]);
            const int count = int(targets.size());
            for (int first = 0, launched = 0; count - first > 1; first += launched)
            {
                launched = launchSome(dispatcher, src, group, first, &targets[first],
                                      std::min(count - first, maxFilters), ran);
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

//! Runs the filters in bands if the source or an output is on the host.
//! @returns Done if they ran
HostResult runBanksInBands(InputArray source, SourceImage& image, const std::vector<UMat*>& results,
                           const std::vector<Call>& calls)
{
    const bool onDevice = !image.image().empty() && isOnDevice(image.image()) &&
                          std::all_of(results.begin(), results.end(), [](const UMat* i) { return isOnDevice(*i); });
    if (!ocl::useOpenCL() || onDevice)
        return HostResult::Refused;
    bool together = false;
    const auto work = [&](const UMat& band, std::vector<UMat>& dst)
    {
        std::vector<Call> bandCalls = calls;
        std::vector<UMat*> targets;
        for (size_t i = 0; i < dst.size(); ++i)
        {
            bandCalls[i].border &= ~BORDER_ISOLATED;
            bandCalls[i].size = band.size();
            targets.push_back(&dst[i]);
        }
        const Implementation* ran = nullptr;
        const std::vector<bool> done = launchBanks(band, targets, bandCalls, ran);
        together = std::all_of(done.begin(), done.end(), [](bool i) { return i; });
        for (size_t i = 0; i < dst.size(); ++i)
            if (!done[i] && !(ran = runOnUMats(*Dispatcher::current(), band, dst[i], bandCalls[i])))
                break;
        return ran;
    };
    try
    {
        std::vector<UMat> outputs;
        for (const UMat* result : results)
            outputs.push_back(*result);
        const HostRun run = runInBands(source, image, outputs, calls[0], reachOf(calls), work);
        if (run.impl)
            setLastImplementation(run.impl, together);
        return run.result;
    }
    catch (const std::exception& e)
    {
        logDebugOnce(std::string("a bank does not run in bands: ") + e.what());
        return HostResult::Refused;
    }
}

//! UMats.
void runOnUMats(InputArray src_, OutputArrayOfArrays dst, const std::vector<Call>& calls)
{
    SourceImage source(src_);
    const UMat& src = source.image();
    if (ocl::useOpenCL() && !src_.isUMat())
        checkOnDevice(src, "the source");
    SafeOutputs outputs({src}, dst, int(calls.size()), calls[0].dstType);
    const std::vector<UMat*>& results = outputs.results();
    HostResult bands = runBanksInBands(src_, source, results, calls);
    while (bands == HostResult::NoMemory && outputs.moveOneToHost())
        bands = runBanksInBands(src_, source, results, calls);
    std::vector<bool> done(calls.size(), bands == HostResult::Done);
    const Implementation* ran = nullptr;
    if (!done[0] && !src.empty())
        done = launchBanks(src, results, calls, ran);
    if (ran)
        setLastImplementation(ran, true);
    outputs.discardMade(done);
    for (size_t i = 0; i < calls.size(); ++i)
        if (!done[i])
            setLastImplementation(run(src.empty() ? src_ : _InputArray(src), *results[i], calls[i], src_));
    outputs.write(src.empty() ? std::function<Mat(size_t)>() : [&](size_t i) { return computeOnCpu(src, calls[i]); });
}

} // namespace

void filterBank(InputArray src, OutputArrayOfArrays dst, int ddepth, InputArrayOfArrays kernels, Point anchor,
                double delta, int borderType)
{
    CV_TRACE_FUNCTION();
    const std::vector<Call> calls = checkFilterBank(src, dst, ddepth, kernels, anchor, delta, borderType);
    const OneWarning one;
    for (const Call& call : calls)
        warnAboutPadding(src, call);
    RetainedSource source(src);
    if (dst.isUMatVector())
        runOnUMats(source.argument(), dst, calls);
    else
        runOnMats(std::vector<Mat>(calls.size(), MappedSource(source.argument()).mat), dst, {calls});
    source.release();
}

} // namespace clconv
} // namespace cv
