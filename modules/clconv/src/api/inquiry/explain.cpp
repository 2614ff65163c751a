// SPDX-License-Identifier: Apache-2.0
//
// explain(): the verdict on each implementation, as text.

#include "api/cpu_fallback.hpp"
#include "api/filter2d.hpp"
#include "api/host/host_run.hpp"
#include "implementations/implementation.hpp"
#include "opencv2/clconv.hpp"
#include "planner/make_plan.hpp"
#include "runtime/launch.hpp"

namespace cv { namespace clconv {
namespace {

Layout sourceLayout(InputArray src)
{
    return src.isUMat() ? layoutOf(src.getUMat()) : layoutOf(src.getMat());
}

std::vector<Verdict> allRefused(const std::string& reason)
{
    std::vector<Verdict> verdicts;
    for (const Implementation* impl : implementations())
        verdicts.push_back({impl->name, false, reason, MultiplyAdds()});
    return verdicts;
}

Verdict* takenOf(std::vector<Verdict>& verdicts)
{
    const auto taken = std::find_if(verdicts.begin(), verdicts.end(), [](const Verdict& v) { return v.taken; });
    return taken != verdicts.end() ? &*taken : nullptr;
}

//! The call of a band, or the whole call where it does not run in bands.
DeviceCall describeInBands(Dispatcher& dispatcher, const BandsText& bands, Call call)
{
    if (bands.inBands && !call.stages)
        call.border &= ~BORDER_ISOLATED;
    if (bands.inBands)
        call.size = bands.src.size;
    const Layout dst = bands.inBands ? bands.dst : newImage(call.dstType, call.size);
    return describeCall(dispatcher, bands.src, dst, call, SpecializationTable::Use::Look);
}

//! @param onDevice whether the source is, or can be
//! @param devices as for describeBands
std::vector<Verdict> verdictsOnDevice(const Layout& src, bool onDevice, const Call& call, int devices)
{
    const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
    const BandsText bands = describeBands(*dispatcher, src, onDevice, call, devices);
    if (!bands.refusal.empty())
        return allRefused(bands.refusal);
    std::vector<Verdict> verdicts = dispatcher->plan(describeInBands(*dispatcher, bands, call).problem).verdicts;
    Verdict* const taken = takenOf(verdicts);
    if (taken && bands.inBands)
        taken->reason += ", " + bands.text;
    return verdicts;
}

//! Whether a call finds its program built; for a sparse filter that has become hot, the one for all filters suffices.
bool findsProgram(const UMat& src, const Call& call)
{
    const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
    const BandsText bands = describeBands(*dispatcher, layoutOf(src), isOnDevice(src), call, 0);
    if (!bands.refusal.empty())
        return true; // the CPU runs it
    Problem problem = describeInBands(*dispatcher, bands, call).problem;
    if (!dispatcher->readyProgram(problem) && problem.specializedTaps)
        problem.specializedTaps = nullptr;
    return dispatcher->readyProgram(problem) != nullptr;
}

//! The verdicts for the first device of a SplitScope that filters bands, with the names of all that do. Empty if none
//! does: the call runs as without a scope.
std::vector<Verdict> verdictsOnDevices(const Layout& src, const Call& call)
{
    std::vector<Verdict> first;
    std::string reason, names;
    int count = 0;
    const int all = int(callSettings().split->size());
    for (const ocl::OpenCLExecutionContext& context : *callSettings().split)
        try
        {
            const ocl::OpenCLExecutionContextScope scope(context);
            std::vector<Verdict> verdicts = verdictsOnDevice(src, false, call, all);
            const Verdict* const taken = takenOf(verdicts);
            if (!taken)
                continue;
            if (first.empty())
                first = verdicts, reason = taken->name + taken->reason;
            names += (count++ ? "; " : "") + context.getDevice().name();
            if (taken->name + taken->reason != reason)
                names += " with '" + taken->name + "', " + taken->reason;
        }
        catch (const std::exception&) // the others filter its bands
        {
        }
    if (count)
        takenOf(first)->reason += format(", by %d of the %d devices of the SplitScope (", count, all) + names +
                                  "), unless the output is on a device";
    return first;
}

std::vector<Verdict> verdictsOn(InputArray src, const Call& call)
{
    if (!ocl::useOpenCL())
        return allRefused("OpenCL is unavailable or disabled");
    if (src.isUMat() && isMapped(src.getUMat()))
        return allRefused("the source is mapped by a Mat of the program (UMat::getMat)");
    try
    {
        const Layout layout = sourceLayout(src);
        const size_t most = Dispatcher::current()->traits().maxBufferBytes;
        const bool onDevice =
            src.isUMat() ? isOnDevice(src.getUMat()) : layout.step * size_t(layout.parent.height) <= most;
        return verdictsOnDevice(layout, onDevice, call, 0);
    }
    catch (const std::exception& e)
    {
        std::string message = e.what(); // on one line
        std::replace(message.begin(), message.end(), '\n', ' ');
        return allRefused("the device failed: " + message);
    }
}

//! Whether a call on a UMat that the device takes would run without its program.
bool isCold(InputArray src, const Call& call)
{
    return src.isUMat() && ocl::useOpenCL() && currentColdCalls() != COLD_WAIT && !findsProgram(src.getUMat(), call);
}

//! The line of the CPU fallback, which runs if no implementation does.
//! @param unless when it also runs; empty: never
Verdict cpuVerdict(std::vector<Verdict>& others, const std::string& unless)
{
    if (const Verdict* const taken = takenOf(others))
        return {cpuFallbackName, false, "'" + taken->name + "' comes first" + unless, MultiplyAdds()};
    return {cpuFallbackName, true, "cv::filter2D on the CPU", MultiplyAdds()};
}

//! Whether the call needs no program, or finds it built.
bool findsAll(InputArray src, const Call& call)
{
    if (!src.isUMat() || !ocl::useOpenCL())
        return true;
    const UMat image = src.getUMat();
    return isMapped(image) || findsProgram(image, call);
}

//! What explain() prints about a call, also on images that have no Problem.
Problem summaryOf(const Call& call)
{
    Problem problem = Problem();
    problem.srcDepth = CV_MAT_DEPTH(call.srcType);
    problem.dstDepth = CV_MAT_DEPTH(call.dstType);
    problem.channels = CV_MAT_CN(call.srcType);
    problem.filterSize = call.filterSize;
    problem.size = call.size;
    problem.border = call.border & ~BORDER_ISOLATED;
    problem.channelFilters = call.hasChannelFilters();
    return problem;
}

void lookAtFilter2D(InputArray src, int ddepth, InputArray kernel, Point anchor, int borderType, const char* function)
{
    refuseEmpty(src.empty(), function);
    lookAt(src, checkFilter2D(src, NULL, ddepth, kernel, anchor, 0, borderType));
}

} // namespace

std::vector<Verdict> verdictsOf(InputArray src, const Call& call)
{
    std::vector<Verdict> verdicts;
    if (isSplit(src))
        verdicts = verdictsOnDevices(sourceLayout(src), call);
    const bool split = !verdicts.empty();
    if (!split)
        verdicts = verdictsOn(src, call);
    const bool takesMats = split && isSupportedOnMats(call);
    const bool cold = takenOf(verdicts) && isCold(src, call);
    const bool onMats = !src.isUMat() && !takesMats;
    verdicts.push_back(cpuVerdict(verdicts, cold     ? ", as soon as its program is built"
                                            : onMats ? ", unless the output is a Mat as well"
                                                     : ""));
    return verdicts;
}

void lookAt(InputArray src, const Call& call)
{
    const std::vector<Verdict> verdicts = verdictsOf(src, call);
    callSettings().inquiry->add(summaryOf(call), verdicts, findsAll(src, call));
}

bool isReady(const std::function<void()>& calls)
{
    Inquiry inquiry;
    calls();
    return inquiry.areReady();
}

bool isReady(InputArray src, int ddepth, InputArray kernel, Point anchor, int borderType)
{
    return isReady([&] { lookAtFilter2D(src, ddepth, kernel, anchor, borderType, "isReady"); });
}

String explain(const std::function<void()>& calls)
{
    Inquiry inquiry;
    calls();
    return inquiry.text();
}

String explain(InputArray src, int ddepth, InputArray kernel, Point anchor, int borderType)
{
    return explain([&] { lookAtFilter2D(src, ddepth, kernel, anchor, borderType, "explain"); });
}

}} // namespace cv::clconv
