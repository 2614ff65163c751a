// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Planning: asks the implementations in their order and remembers what each said.

#include "plan.hpp"
#include "impls/impl.hpp"

#include <climits>

namespace cv
{
namespace clconv
{
namespace
{

//! Whether a kernel's 32-bit coordinates along an axis overflow. They go as far as the readable image, a kernel beyond it and a
//! group that reaches over the edge; borders that reflect take twice the image's length (border.cl).
bool exceedsInt(int length, int taps, int channels)
{
    const int64 mostGroup = 1024 * 16; // WG_X or WG_Y times PX or ROWS; BLOCK and ROWS*STEPS are less
    return 2 * int64(length) > INT_MAX || (int64(length) + taps) * channels + mostGroup > INT_MAX;
}

//! what no implementation can do on this device
std::string impossibleForAll(const Problem& p, const DeviceTraits& traits)
{
    if (typeName(p.srcDepth).empty() || typeName(p.dstDepth).empty())
        return "a depth outside CV_8U to CV_64F";
    if (p.accDepth() == CV_64F && !traits.fp64)
        return "the device has no double precision, and CV_64F needs it";
    if (p.taps() > INT_MAX)
        return "a kernel of more than 2^31 - 1 taps";
    if (exceedsInt(p.readable.width, p.kernel.width, p.channels))
        return "a row of more scalars than 32 bits count";
    return exceedsInt(p.readable.height, p.kernel.height, 1) ? "more rows than 32 bits count" : "";
}

//! Why OpenCV's own functions do better than any implementation; not asked where one is forced. On a CPU device `reference`,
//! tap by tap, is what is left for kernels too large for lines in private memory, or where programs do not build.
std::string unwiseForAll(const Impl& impl, const Problem& p, const DeviceTraits& traits)
{
    // PoCL 3.1, two cores, 512x512 8U: 5x5 taps 16.2 ms, cv::filter2D 0.9 ms; 31x31 taps 503 ms, 13 ms
    const int64 mostTaps = 24;
    return traits.cpu && &impl == &referenceImpl && p.taps() > mostTaps
               ? "cv::filter2D is faster on a CPU for so many taps"
               : "";
}

//! forced parameters over the implementation's own; a name it does not know is an error
std::string overlay(Params& params, const Params& forced)
{
    for (const auto& param : forced)
    {
        auto found = params.find(param.first);
        if (found == params.end())
            return "it has no parameter " + param.first;
        found->second = param.second;
    }
    return "";
}

//! Why this implementation does not run, or empty; params become those it would run with.
std::string refusal(const Impl& impl, const Problem& problem, const DeviceTraits& traits, const Force& force,
                    const std::map<std::string, std::string>& failed, Params& params)
{
    std::string reason = impossibleForAll(problem, traits);
    if (!reason.empty())
        return reason;
    const auto failure = failed.find(impl.name);
    if (failure != failed.end())
        return failure->second;
    const bool forced = force.name == impl.name;
    params = impl.defaults(problem, traits, forced ? force.params : Params());
    if (forced)
        reason = overlay(params, force.params);
    if (reason.empty())
        reason = impl.impossible(problem, traits, params);
    if (reason.empty() && !forced)
        reason = impl.unwise(problem, traits, params);
    if (reason.empty() && !forced)
        reason = unwiseForAll(impl, problem, traits);
    return reason;
}

CoefficientSpace chooseSpace(const DeviceTraits& traits, size_t bytes, const Plan& plan)
{
    const size_t otherArguments = 128; // the fixed ones, rounded up generously
    const size_t mostByValue = 4096;   // what every NVIDIA driver takes; larger structs gain nothing
    if (plan.layout == CoefficientLayout::Limbs)
        return CoefficientSpace::Global;
    if (plan.kernelSizeIsData)
        return CoefficientSpace::Global; // one program for every size must not depend on it here either
    if (bytes + otherArguments <= std::min(traits.parameterBytes, mostByValue))
        return CoefficientSpace::Value;
    return bytes <= traits.constantBytes ? CoefficientSpace::Constant : CoefficientSpace::Global;
}

void take(const Impl& impl, const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    static const char* const spaces[] = {"VALUE", "CONSTANT", "GLOBAL"};
    plan.impl = &impl;
    plan.params = params;
    plan.options = commonOptions(problem);
    impl.configure(problem, traits, params, plan);
    const size_t count = plan.layout == CoefficientLayout::Full
                             ? size_t(problem.kernel.width) * size_t(problem.kernel.height)
                             : size_t(problem.kernel.width) + size_t(problem.kernel.height);
    plan.space = chooseSpace(traits, count * problem.accSize(), plan);
    plan.options.define(std::string("K_") + spaces[int(plan.space)], 1);
    if (plan.kernelSizeIsData)
        return;
    plan.options.define("K_COLS", problem.kernel.width).define("K_ROWS", problem.kernel.height);
    if (plan.space == CoefficientSpace::Value)
        plan.options.define("K_COUNT", int(count));
}

std::string describePlan(const Plan& plan)
{
    const std::string params = toString(plan.params);
    return (params.empty() ? "" : params + ", ") + format("group %zux%zu, global %zux%zu, local memory %zu bytes",
                                                          plan.local[0], plan.local[1], plan.global[0], plan.global[1],
                                                          plan.localBytes);
}

//! the list, the forced implementation first
std::vector<const Impl*> order(const Force& force)
{
    std::vector<const Impl*> impls = implementations();
    for (size_t i = 0; i < impls.size(); ++i)
        if (force.name == impls[i]->name)
            std::rotate(impls.begin(), impls.begin() + i, impls.begin() + i + 1);
    return impls;
}

} // namespace

Plan makePlan(const Problem& problem, const DeviceTraits& traits, const Force& force,
              const std::map<std::string, std::string>& failed)
{
    Plan plan;
    bool known = force.empty();
    for (const Impl* impl : order(force))
    {
        Params params;
        const bool forced = force.name == impl->name;
        known = known || forced;
        std::string reason = refusal(*impl, problem, traits, force, failed, params);
        if (forced && !force.error.empty())
            reason = force.error;
        if (forced && !reason.empty())
            plan.warning = "forced '" + force.text + "' does not apply: " + reason;
        if (reason.empty() && plan.impl)
            reason = std::string("'") + plan.impl->name + "' comes first";
        const bool taken = reason.empty();
        if (taken)
        {
            take(*impl, problem, traits, params, plan);
            reason = describePlan(plan);
        }
        plan.verdicts.push_back({impl->name, taken, reason});
    }
    if (!known)
        plan.warning = "forced '" + force.text + "': there is no implementation of that name";
    return plan;
}

std::string toText(const std::vector<Verdict>& verdicts)
{
    std::string text;
    for (const Verdict& verdict : verdicts)
        text += verdict.name + (verdict.taken ? ": taken, " : ": refused, ") + verdict.words + "\n";
    return text;
}

} // namespace clconv
} // namespace cv
