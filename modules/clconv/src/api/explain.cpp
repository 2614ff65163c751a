// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// explain(): the verdict on each implementation, as text.

#include "api/explain.hpp"
#include "api/device_call.hpp"
#include "api/bands/banded_call.hpp"
#include "api/cpu_fallback.hpp"
#include "implementations/implementation.hpp"
#include "planner/plan_text.hpp"
#include "runtime/launch.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! The layout of a destination that does not exist yet.
Layout newImage(int type, Size size)
{
    return Layout{type, size, size, Point(), size_t(size.width) * CV_ELEM_SIZE(type), 0};
}

std::vector<Verdict> allRefused(const std::string& reason)
{
    std::vector<Verdict> verdicts;
    for (const Implementation* impl : implementations())
        verdicts.push_back({impl->name, false, reason, MultiplyAdds()});
    return verdicts;
}

//! @param onDevice whether the source is, or can be
std::vector<Verdict> verdictsOnDevice(const Layout& src, bool onDevice, const Call& call)
{
    const std::shared_ptr<ContextCache> cache = ContextCache::current();
    const BandsText bands = describeBands(*cache, src, onDevice, call);
    Call planned = call;
    if (!bands.refusal.empty())
        return allRefused(bands.refusal);
    if (bands.inBands)
        planned.border &= ~BORDER_ISOLATED, planned.size = bands.src.size;
    const Layout dst = bands.inBands ? bands.dst : newImage(call.dstType, call.size);
    const DeviceCall device = describeCall(*cache, bands.src, dst, planned, SpecializationTable::Use::Look);
    std::vector<Verdict> verdicts = cache->plan(device.problem, currentForce()).verdicts;
    for (Verdict& verdict : verdicts)
        if (verdict.taken && bands.inBands)
            verdict.reason += ", " + bands.text;
    return verdicts;
}

std::vector<Verdict> verdictsOn(InputArray src, const Call& call)
{
    if (!ocl::useOpenCL())
        return allRefused("OpenCL is unavailable or disabled");
    try
    {
        const Layout layout = src.isUMat() ? layoutOf(src.getUMat()) : layoutOf(src.getMat());
        const size_t most = ContextCache::current()->traits().maxBufferBytes;
        const bool onDevice =
            src.isUMat() ? isOnDevice(src.getUMat()) : layout.step * size_t(layout.parent.height) <= most;
        return verdictsOnDevice(layout, onDevice, call);
    }
    catch (const std::exception& e)
    {
        std::string message = e.what(); // on one line
        std::replace(message.begin(), message.end(), '\n', ' ');
        return allRefused("the device failed: " + message);
    }
}

//! The line of the CPU fallback, which runs if no implementation does.
Verdict cpuVerdict(const std::vector<Verdict>& others, bool mat)
{
    for (const Verdict& verdict : others)
        if (verdict.taken)
            return {cpuFallbackName, false,
                    "'" + verdict.name + "' comes first" + (mat ? ", unless the output is a Mat as well" : ""),
                    MultiplyAdds()};
    return {cpuFallbackName, true, "cv::filter2D on the CPU", MultiplyAdds()};
}

} // namespace

std::vector<Verdict> verdictsOf(InputArray src, int ddepth, InputArray kernel, Point anchor, int borderType)
{
    const Call call = checkFilter2D(src, NULL, ddepth, kernel, anchor, 0, borderType);
    std::vector<Verdict> verdicts = verdictsOn(src, call);
    verdicts.push_back(cpuVerdict(verdicts, !src.isUMat()));
    return verdicts;
}

String explain(InputArray src, int ddepth, InputArray kernel, Point anchor, int borderType)
{
    return toText(verdictsOf(src, ddepth, kernel, anchor, borderType));
}

} // namespace clconv
} // namespace cv
