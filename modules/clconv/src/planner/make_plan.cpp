// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Planning: the first implementation in the list that is neither unsupported nor unprofitable.

#include "planner/make_plan.hpp"
#include "implementations/implementation.hpp"
#include "implementations/table_lookup.hpp"

#include <algorithm>
#include <climits>

namespace cv
{
namespace clconv
{
namespace
{

//! Whether 32-bit coordinates along an axis overflow in a kernel. They reach beyond the readable image by the filter
//! and by a work-group that is partly outside; reflecting borders compute with twice the image's length (border.cl).
bool exceedsInt(int length, int taps, int channels)
{
    const int64 maxGroup = 1024 * 16; // WG_X or WG_Y times PX or ROWS; BLOCK and ROWS*STEPS are less
    return 2 * int64(length) > INT_MAX || (int64(length) + taps) * channels + maxGroup > INT_MAX;
}

//! Why no implementation runs this problem on this device; empty: one may.
std::string unsupportedByAll(const Problem& p, const DeviceTraits& traits)
{
    if (!isKnownDepth(p.srcDepth) || !isKnownDepth(p.dstDepth))
        return "a depth outside CV_8U to CV_64F";
    if (p.accDepth() == CV_64F && !traits.fp64)
        return "the device has no double precision, and CV_64F needs it";
    if (p.taps() > INT_MAX)
        return "a filter of more than 2^31 - 1 taps";
    if (exceedsInt(p.readable.width, p.filterSize.width, p.channels))
        return "a row of more scalars than 32 bits count";
    return exceedsInt(p.readable.height, p.filterSize.height, 1) ? "more rows than 32 bits count" : "";
}

//! Why OpenCV's own functions are faster than any implementation. On a CPU device `reference`, tap by tap, is what
//! remains for filters too large for line buffers in private memory, or where programs do not build.
std::string unprofitableForAll(const Implementation& impl, const Problem& p, const DeviceTraits& traits)
{
    // PoCL 3.1, two cores, 512x512 8U: 5x5 taps 16.2 ms, cv::filter2D 0.9 ms; 31x31 taps 503 ms, 13 ms
    const int64 maxTaps = 24;
    return traits.cpu && &impl == &referenceImplementation && p.taps() > maxTaps
               ? "cv::filter2D is faster on a CPU for so many taps"
               : "";
}

//! Why the filters of a bank are faster one by one; empty: they are faster together. A bank multiplies by every tap, as
//! `direct` and `cpu` do, and saves repeated reads of the source. Fewer multiplications (`separable`) or matrix units
//! (`mma`) save more than those reads.
std::string bankUnprofitable(const Problem& problem, const DeviceTraits& traits)
{
    Problem one = problem;
    one.filterCount = 1;
    const Plan plan = makePlan(one, traits, Force());
    if (!plan.impl)
        return "cv::filter2D runs the filters one by one";
    // Two passes of so few taps save less time than the repeated reads cost.
    const bool wide = problem.srcElemSize() > 1 && problem.channels <= 2;
    const bool cheapPasses = problem.taps() <= (traits.cpu ? 9 : wide ? 25 : 0);
    return plan.impl == &directImplementation || plan.impl == &cpuImplementation || cheapPasses
               ? ""
               : std::string("'") + plan.impl->name + "' is faster one filter at a time";
}

//! An implementation with its parameters for the problem, or the reason of its refusal.
struct Candidate
{
    const Implementation* impl;
    bool forced;
    Decisions decisions;
    const TuningEntry* tuned; //!< the entry that gave parameters or preference; may be null
    size_t rank;              //!< the lowest comes first
    std::string reason;       //!< why it is refused; empty: it can run
};

//! The given parameters, and those of the entry that are not given.
Params merged(const Params& entry, Params given)
{
    given.insert(entry.begin(), entry.end()); // keeps those that are present
    return given;
}

//! Sets the parameters: the given ones, then those of the first entry that is supported together with them, then the
//! implementation's own.
void choose(Candidate& candidate, const Problem& problem, const DeviceTraits& traits, const Params& given,
            const std::vector<const TuningEntry*>& entries, const Tuning& tuning)
{
    for (size_t i = 0; i < entries.size(); ++i)
    {
        const TuningEntry& entry = *entries[i];
        const Params both = merged(entry.params, given);
        if (entry.implementation != candidate.impl->name || decidesStepwise(entry) ||
            !complete(*candidate.impl, problem, traits, both, tuning, candidate.decisions).empty())
            continue;
        const bool used = !candidate.forced || both.size() > given.size();
        candidate.tuned = used ? &entry : nullptr;
        candidate.rank = entry.preferred ? i : entries.size();
        return;
    }
    candidate.reason = complete(*candidate.impl, problem, traits, given, tuning, candidate.decisions);
}

Candidate evaluate(const Implementation& impl, const Problem& problem, const DeviceTraits& traits, const Force& force,
                   const std::map<std::string, std::string>& failed, const std::vector<const TuningEntry*>& entries,
                   const Tuning& tuning)
{
    Candidate c = {&impl,   force.name == impl.name, Decisions(),
                   nullptr, entries.size(),          unsupportedByAll(problem, traits)};
    const auto failure = failed.find(impl.name);
    if (c.reason.empty() && failure != failed.end())
        c.reason = failure->second;
    if (c.reason.empty())
        choose(c, problem, traits, c.forced ? force.params : Params(), entries, tuning);
    const bool checkProfit = !c.forced && !(c.tuned && c.tuned->preferred); // preferred ones were measured
    if (c.reason.empty() && checkProfit)
        c.reason = impl.unprofitable(problem, traits, c.decisions.all());
    if (c.reason.empty() && checkProfit)
        c.reason = unprofitableForAll(impl, problem, traits);
    if (c.reason.empty() && checkProfit && problem.filterCount > 1)
        c.reason = bankUnprofitable(problem, traits);
    if (c.forced && !force.error.empty())
        c.reason = force.error;
    return c;
}

//! All of them: the forced one, then those that entries prefer, then the others in the order of the list.
std::vector<Candidate> candidates(const Problem& problem, const DeviceTraits& traits, const Force& force,
                                  const std::map<std::string, std::string>& failed, const Tuning& tuning)
{
    const std::vector<const TuningEntry*> entries = tuning.entriesFor(problem, traits);
    std::vector<Candidate> all;
    const bool bank = problem.filterCount > 1;
    for (const Implementation* impl : bank ? bankImplementations() : implementations())
        all.push_back(evaluate(*impl, problem, traits, force, failed, entries, tuning));
    for (Candidate& candidate : all)
        if (bank && !candidate.forced && implementationOf(force.name))
            candidate.reason = "'" + force.name + "' is forced";
    std::stable_sort(all.begin(), all.end(),
                     [](const Candidate& a, const Candidate& b)
                     { return a.forced != b.forced ? a.forced : a.rank < b.rank; });
    return all;
}

CoefficientSpace chooseSpace(const DeviceTraits& traits, size_t bytes, const Plan& plan)
{
    const size_t fixed = 144, eachOutput = 24; // bytes of the other arguments, with 64-bit offsets and gaps
    const size_t otherArguments = fixed + eachOutput * size_t(plan.filterCount - 1);
    const size_t maxByValue = 4096; // accepted by every NVIDIA driver; larger structs gain nothing
    if (plan.layout == CoefficientLayout::Int8Slices)
        return CoefficientSpace::Global;
    if (plan.filterSizeIsData)
        return CoefficientSpace::Global; // the program is the same for every size
    if (bytes + otherArguments <= std::min(traits.parameterBytes, maxByValue))
        return CoefficientSpace::Value;
    return bytes <= traits.constantBytes ? CoefficientSpace::Constant : CoefficientSpace::Global;
}

//! Number of coefficients, for layouts that can be passed by value.
size_t coefficientCount(const Problem& problem, const Plan& plan)
{
    const size_t columns = size_t(problem.filterSize.width), rows = size_t(problem.filterSize.height);
    switch (plan.layout)
    {
    case CoefficientLayout::Factors:
    case CoefficientLayout::DenormFactors8:
    case CoefficientLayout::DenormFactors16: return columns + rows;
    case CoefficientLayout::Denorm8:
    case CoefficientLayout::Denorm16: return columns * rows + 1;
    default: return columns * rows * size_t(plan.filterCount);
    }
}

void take(const Implementation& impl, const Problem& problem, const DeviceTraits& traits, const Params& params,
          Plan& plan)
{
    static const char* const spaces[] = {"COEFFICIENTS_BY_VALUE", "COEFFICIENTS_CONSTANT", "COEFFICIENTS_GLOBAL"};
    plan.impl = &impl;
    plan.params = params;
    plan.options = commonOptions(problem);
    if (traits.nvidiaCompute)
        plan.options.define("NVIDIA", traits.nvidiaCompute);
    impl.configure(problem, traits, params, plan);
    const size_t count = coefficientCount(problem, plan);
    plan.space = chooseSpace(traits, count * problem.accSize(), plan);
    plan.options.define(spaces[int(plan.space)], 1);
    if (plan.filterSizeIsData)
        return;
    plan.options.define("FILTER_COLS", problem.filterSize.width).define("FILTER_ROWS", problem.filterSize.height);
    if (plan.space == CoefficientSpace::Value)
        plan.options.define("COEFFICIENT_COUNT", int(count));
}

//! "PX=4 ROWS=2 (nvidia.txt:12)": each parameter, with the line that decided it if one did.
std::string decisionsText(const Params& params, const std::map<std::string, std::string>& sources)
{
    std::string text;
    for (const auto& param : params)
    {
        const auto source = sources.find(param.first);
        text += (text.empty() ? "" : " ") + param.first + "=" + std::to_string(param.second) +
                (source == sources.end() ? "" : " (" + source->second + ")");
    }
    return text;
}

//! Planning parameters that a line decided.
Params decidedPlanning(const Decisions& decisions)
{
    Params params;
    for (const auto& param : decisions.planning)
        if (decisions.sources.count(param.first) != 0)
            params.insert(param);
    return params;
}

std::string describePlan(const Plan& plan, const Decisions& decisions)
{
    const std::string params = decisionsText(decisions.params, decisions.sources);
    const std::string planning = decisionsText(decidedPlanning(decisions), decisions.sources);
    return (params.empty() ? "" : params + ", ") +
           format("group %zux%zu, global %zux%zu, local memory %zu bytes", plan.local[0], plan.local[1], plan.global[0],
                  plan.global[1], plan.localBytes) +
           (planning.empty() ? "" : ", planned with " + planning);
}

} // namespace

Plan makePlan(const Problem& problem, const DeviceTraits& traits, const Force& force,
              const std::map<std::string, std::string>& failed, const Tuning& tuning)
{
    Plan plan;
    if (!force.empty() && !implementationOf(force.name))
        plan.warning = "forced '" + force.text + "': there is no implementation of that name";
    for (const Candidate& candidate : candidates(problem, traits, force, failed, tuning))
    {
        std::string reason = candidate.reason;
        const bool isKnown = failed.count(candidate.impl->name) != 0; // was warned of when it failed
        if (candidate.forced && !reason.empty() && !isKnown)
            plan.warning = "forced '" + force.text + "' does not apply: " + reason;
        if (reason.empty() && plan.impl)
            reason = std::string("'") + plan.impl->name + "' comes first";
        const bool taken = reason.empty();
        if (taken)
        {
            take(*candidate.impl, problem, traits, candidate.decisions, plan);
            reason = describePlan(plan, candidate.decisions) +
                     (candidate.tuned ? ", tuned by " + candidate.tuned->source : "");
        }
        plan.verdicts.push_back({candidate.impl->name, taken, reason});
    }
    return plan;
}

std::string toText(const std::vector<Verdict>& verdicts)
{
    std::string text;
    for (const Verdict& verdict : verdicts)
        text += verdict.name + (verdict.taken ? ": taken, " : ": refused, ") + verdict.reason + "\n";
    return text;
}

} // namespace clconv
} // namespace cv
