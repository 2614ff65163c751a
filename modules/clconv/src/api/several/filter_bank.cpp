// SPDX-License-Identifier: Apache-2.0
//
// filterBank: filters of one size and anchor share launches; the others run as filter2D does.

#include "api/border_value.hpp"
#include "api/cpu_fallback.hpp"
#include "api/filter2d.hpp"
#include "api/host/host_run.hpp"
#include "api/several/outputs.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"
#include "opencv2/core/utils/trace.hpp"

namespace cv { namespace clconv {
namespace {

struct BankFilter
{
    Call call;
    std::shared_ptr<const CoefficientSet> coefficients;
    size_t index; //!< of its kernel and output in the call
};

//! Filters that one launch can compute: of one size and anchor, and equal for planning.
typedef std::vector<BankFilter> Group;

//! Pads filters of several sizes with zeros around their anchors to one size. Leaves them unchanged if most taps would
//! be such zeros, or if the source may contain NaN or infinity, which give NaN when multiplied by zero.
void padToCommonSize(ContextCache& cache, std::vector<BankFilter>& filters)
{
    FilterReach reach;
    int64 taps = 0;
    for (const BankFilter& filter : filters)
    {
        reach.include(filter.call);
        taps += int64(filter.call.filterSize.width) * filter.call.filterSize.height;
    }
    const Size size = reach.size();
    const bool finite = !filters.empty() && filters[0].call.srcDepth() <= CV_32S;
    if (!finite || int64(size.width) * size.height * int64(filters.size()) > 2 * taps)
        return;
    for (BankFilter& filter : filters)
    {
        Call call = filter.call;
        if (call.filterSize == size)
            continue;
        const Point before = reach.before - call.anchor, behind = Point(size - call.filterSize) - before;
        Mat padded;
        copyMakeBorder(call.kernels[0], padded, before.y, behind.y, before.x, behind.x,
                       BORDER_CONSTANT | BORDER_ISOLATED);
        call.kernels[0] = padded;
        call.anchor = reach.before;
        call.filterSize = size;
        const std::shared_ptr<const CoefficientSet> set = coefficientsOf(cache, call);
        if (set->traits().accDepth == filter.coefficients->traits().accDepth) // sums of so many taps may be less exact
            filter = {call, set, filter.index};
    }
}

std::vector<Group> grouped(std::vector<BankFilter>& filters)
{
    std::vector<Group> groups;
    for (BankFilter& filter : filters)
    {
        const Call& call = filter.call;
        const auto fits = [&](const Group& group)
        {
            return group[0].call.filterSize == call.filterSize && group[0].call.anchor == call.anchor &&
                   equalForPlanning(call.srcDepth(), call.dstDepth(), group[0].coefficients->traits(),
                                    filter.coefficients->traits());
        };
        auto group = std::find_if(groups.begin(), groups.end(), fits);
        if (group == groups.end())
            group = groups.insert(groups.end(), Group());
        group->push_back(std::move(filter));
    }
    return groups;
}

//! `count` filters stacked vertically, the layout that the kernels for banks read.
Mat stacked(const BankFilter* filters, int count)
{
    const Size kernel = filters[0].call.filterSize;
    Mat all(kernel.height * count, kernel.width, filters[0].coefficients->onHost(CoefficientKind::Full).type());
    for (int i = 0; i < count; ++i)
        filters[i]
            .coefficients->onHost(CoefficientKind::Full)
            .copyTo(all.rowRange(kernel.height * i, kernel.height * (i + 1)));
    return all;
}

//! What planning uses of `count` filters together.
FilterTraits traitsOf(const BankFilter* filters, int count)
{
    FilterTraits traits = filters[0].coefficients->traits();
    for (int i = 1; i < count; ++i)
    {
        const FilterTraits& other = filters[i].coefficients->traits();
        if (other.rank != traits.rank)
            traits.rank = 0;
        for (int slices = 0; slices < maxSlices; ++slices)
            traits.sliceErrors[slices] = std::max(traits.sliceErrors[slices], other.sliceErrors[slices]);
    }
    return traits;
}

//! Launches the first filters of a group, as many as one launch computes.
//! @param outputs of the call; they share no memory with src
//! @param ran the implementation that runs them
//! @returns how many were launched; 0 if no bank implementation supports them; -1 if their program is not built
int launchSome(Dispatcher& dispatcher, const UMat& src, const BankFilter* filters, int count,
               const std::vector<UMat*>& outputs, const Implementation*& ran)
{
    const Call& call = filters[0].call;
    const FilterTraits traits = traitsOf(filters, count);
    const auto described = [&](int i)
    {
        return describe(layoutOf(src), layoutOf(*outputs[filters[i].index]), call.filterSize, call.anchor, call.border,
                        traits, call.rounding);
    };
    Description d = described(0);
    d.problem.filterCount = count;
    for (int i = 1; i < count; ++i)
    {
        const Problem other = described(i).problem;
        d.problem.wideIndex |= other.wideIndex;
        d.problem.outputAlignment = std::min(d.problem.outputAlignment, other.outputAlignment);
    }
    int launched = 0;
    const auto attempt = [&](const CompiledPlan& compiled)
    {
        const Mat taps = stacked(filters, compiled.plan.filterCount);
        const auto coefficients = dispatcher.cache().coefficients({taps}, taps.depth());
        std::vector<UMat> images;
        for (int i = 0; i < compiled.plan.filterCount; ++i)
            images.push_back(*outputs[filters[i].index]);
        launchPlan(compiled, d.problem, d.geometry, src, images.data(), *coefficients, call.delta);
        launched = compiled.plan.filterCount;
    };
    const auto rehearsal = [&] { return Rehearsal{d.problem, d.problem, d.geometry, {}}; };
    const std::shared_ptr<const CompiledPlan> compiled = dispatcher.run(d.problem, attempt, rehearsal);
    if (!compiled)
        return -1;
    if (compiled->plan.impl)
        ran = compiled->plan.impl;
    return launched;
}

//! Launches the filters that bank implementations support.
//! @param isCold set where a program is being built: the filters are to run one by one then without further builds
//! @returns for each filter whether it was launched
std::vector<bool> launchBanks(const UMat& src, const std::vector<UMat*>& outputs, const std::vector<Call>& calls,
                              const Implementation*& ran, bool& isCold)
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
            if (calls[i].hasChannelFilters())
                continue;
            const DeviceCall device = describeCall(dispatcher, layoutOf(src), layoutOf(*outputs[i]), calls[i],
                                                   SpecializationTable::Use::Call);
            // A sparse filter that is specialized takes less time alone than in a bank.
            if (!device.problem.specializedTaps || !specializationPays(device.problem, device.coefficients->nonZero()))
                filters.push_back({calls[i], device.coefficients, i});
        }
        padToCommonSize(dispatcher.cache(), filters);
        for (const Group& group : grouped(filters))
            for (size_t first = 0; group.size() - first > 1;)
            {
                const int count = std::min(int(group.size() - first), maxFilters);
                const int launched = launchSome(dispatcher, src, &group[first], count, outputs, ran);
                isCold |= launched < 0;
                if (launched <= 0)
                    break;
                for (const size_t end = first + size_t(launched); first < end; ++first)
                    done[group[first].index] = true;
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
    if (!ocl::useOpenCL() || onDevice || callSettings().inquiry)
        return HostResult::Refused;
    bool together = false;
    const auto work = [&](const UMat& band, const Range&, std::vector<UMat>& dst)
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
        bool isCold = false; // never: calls in bands wait
        const std::vector<bool> done = launchBanks(band, targets, bandCalls, ran, isCold);
        together = std::all_of(done.begin(), done.end(), [](bool i) { return i; });
        for (size_t i = 0; i < dst.size(); ++i)
            if (!done[i] && !(ran = runOnUMats(band, dst[i], bandCalls[i])))
                break;
        return ran;
    };
    try
    {
        FilterReach reach;
        for (const Call& call : calls)
            reach.include(call);
        const HostRun run = runInBands(source, image, results, calls[0], reach, work);
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

void runOnUMats(InputArray src_, OutputArrayOfArrays dst, const std::vector<Call>& calls)
{
    SourceImage source(src_);
    const UMat& src = source.image();
    if (ocl::useOpenCL() && !src_.isUMat())
        checkOnDevice(src, "the source");
    SafeOutputs outputs(&src, 1, dst, calls.size(), calls[0].dstType);
    const std::vector<UMat*>& results = outputs.results();
    const std::unique_ptr<ColdCallsScope> wait = waitWithoutCpu(calls[0]);
    HostResult bands = runBanksInBands(src_, source, results, calls);
    while (bands == HostResult::NoMemory && outputs.moveOneToHost())
        bands = runBanksInBands(src_, source, results, calls);
    std::vector<bool> done(calls.size(), bands == HostResult::Done);
    const Implementation* ran = nullptr;
    bool isCold = false;
    if (!done[0] && !src.empty())
        done = launchBanks(src, results, calls, ran, isCold);
    if (ran)
        setLastImplementation(ran, true);
    outputs.discardMade(done);
    const std::unique_ptr<ColdCallsScope> without(isCold ? new ColdCallsScope(COLD_CPU) : nullptr);
    for (size_t i = 0; i < calls.size(); ++i)
        if (!done[i])
            setLastImplementation(run(src.empty() ? src_ : _InputArray(src), *results[i], calls[i], src_));
    outputs.write(src.empty() ? std::function<Mat(size_t)>() : [&](size_t i) { return computeOnCpu(src, calls[i]); });
}

void runBank(InputArray src, OutputArrayOfArrays dst, const std::vector<Call>& calls)
{
    const UMat* const image = src.isUMat() ? static_cast<const UMat*>(src.getObj()) : nullptr;
    RetainedSources kept(image, image ? 1 : 0);
    const _InputArray source = image ? _InputArray(*kept.images()) : src;
    std::vector<UMat> unwritten;
    const _OutputArray& outputs = callSettings().inquiry ? _OutputArray(unwritten) : dst;
    if (dst.isUMatVector())
        runOnUMats(source, outputs, calls);
    else
        runOneByOne(std::vector<Mat>(calls.size(), MappedImage(source).mat), outputs, calls);
    kept.release();
}

} // namespace

void filterBank(InputArray src, OutputArrayOfArrays dst, int ddepth, InputArrayOfArrays kernels, Point anchor,
                double delta, int borderType)
{
    filterBank(src, dst, ddepth, kernels, anchor, delta, borderType, Scalar());
}

void filterBank(InputArray src, OutputArrayOfArrays dst, int ddepth, InputArrayOfArrays kernels, Point anchor,
                double delta, int borderType, const Scalar& borderValue)
{
    CV_TRACE_FUNCTION();
    std::vector<Call> calls = checkFilterBank(src, dst, ddepth, kernels, anchor, delta, borderType);
    const OneWarning one;
    for (Call& call : calls)
    {
        call.borderValue = borderValue;
        warnAboutPadding(src, call);
    }
    if (!hasBorderValue(calls[0]))
        return runBank(src, dst, calls);
    if (src.isUMat())
        return runBank(withBorderValue(src.getUMat(), calls), dst, calls);
    runBank(withBorderValue(src.getMat(), calls), dst, calls);
}

}} // namespace cv::clconv
