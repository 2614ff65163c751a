// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// explain(): the plan of a call in words.

#include "arguments.hpp"
#include "impls/impl.hpp"
#include "runtime.hpp"

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

std::vector<Verdict> withoutDevice()
{
    std::vector<Verdict> verdicts;
    for (const Impl* impl : implementations())
        verdicts.push_back({impl->name, false, "OpenCL is not there or switched off"});
    return verdicts;
}

std::vector<Verdict> onDevice(const Layout& src, const Call& call)
{
    const std::shared_ptr<Runtime> runtime = Runtime::current();
    const bool separable = runtime->coefficients(call.kernels, call.accDepth())->values().separable;
    const Description d =
        describe(src, newImage(call.dstType, call.size), call.kernel, call.anchor, call.border, separable);
    return runtime->plan(d.problem, currentForce()).verdicts;
}

} // namespace

String explain(InputArray src, int ddepth, InputArray kernel, Point anchor, int borderType)
{
    const Call call = checkFilter2D(src, NULL, ddepth, kernel, anchor, 0, borderType);
    const Layout layout = src.isUMat() ? layoutOf(src.getUMat()) : layoutOf(src.getMat());
    std::vector<Verdict> verdicts = ocl::useOpenCL() ? onDevice(layout, call) : withoutDevice();
    std::string taken;
    for (const Verdict& verdict : verdicts)
        taken = verdict.taken ? verdict.name : taken;
    verdicts.push_back(
        {"native", taken.empty(), taken.empty() ? "cv::filter2D on the CPU" : "'" + taken + "' comes first"});
    return toText(verdicts);
}

} // namespace clconv
} // namespace cv
