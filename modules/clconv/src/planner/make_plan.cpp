// SPDX-License-Identifier: Apache-2.0
//
// Planning: takes the first implementation in the list that is neither unsupported nor unprofitable. Also writes the
// sentences of explain().

#include "planner/make_plan.hpp"
#include "implementations/implementation.hpp"
#include "implementations/table_lookup.hpp"
#include "problem/fusion.hpp"

namespace cv { namespace clconv {
namespace {

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
        return "a depth that kernels do not have";
    if (p.accDepth() == CV_64F && !traits.fp64)
        return "the device has no double precision, and CV_64F needs it";
    if (p.coefficients() > INT_MAX)
        return "a filter of more than 2^31 - 1 taps";
    if (exceedsInt(p.readable.width, p.filterSize.width, p.channels))
        return "a row of more scalars than 32 bits count";
    return exceedsInt(p.readable.height, p.filterSize.height, 1) ? "more rows than 32 bits count" : "";
}

bool takesSeveral(const Problem& problem)
{
    return problem.filterCount > 1 || problem.images > 1;
}

//! Why the filters of a bank, or the images of a batch, are faster one by one; empty: they are faster together.
//!
//! A bank multiplies by every tap and saves repeated reads of the source. Fewer multiplications (`separable`) or matrix
//! units (`mma`) save more than those reads, except for few taps (MAX_TWO_PASS_TAPS). A batch saves what a call costs
//! the host, some 10 us. Where another implementation multiplies less (transforms, matrix units), it filters the images
//! one by one if their taps would take a GPU or the cores of a CPU longer than that.
std::string severalUnprofitable(const Problem& problem, const DeviceTraits& traits, const Params& planning)
{
    // Multiply-adds that a call on small images does in 8 us: 26 TFLOP/s (NVIDIA H200, 31x31, 32FC1, `direct`) and 66
    // GFLOP/s (PoCL, two AVX2 cores).
    const int64 maxOnGpu = 200 << 20, maxOnCpu = 512 << 10;
    const bool bank = problem.filterCount > 1;
    const std::string what = bank ? "filter" : "image";
    Problem one = problem;
    one.filterCount = one.images = 1;
    one.filterEach = false;
    const Plan plan = makePlan(one, traits, Force());
    if (!plan.impl)
        return "cv::filter2D runs the " + what + "s one by one";
    const auto maxTwoPassTaps = planning.find("MAX_TWO_PASS_TAPS");
    const bool few = bank ? maxTwoPassTaps != planning.end() && problem.taps() <= maxTwoPassTaps->second
                          : one.scalars() * problem.taps() <= (traits.cpu ? maxOnCpu : maxOnGpu);
    return plan.impl->takes(problem) || few
               ? ""
               : std::string("'") + plan.impl->name + "' is faster one " + what + " at a time";
}

//! An implementation with its parameters for the problem, or the reason of its refusal.
struct Candidate
{
    const Implementation* impl;
    bool forced;
    Decisions decisions;
    const TuningEntry* tuned; //!< the entry that gave parameters or preference; may be null
    size_t rank;           //!< the lowest comes first: the place of the entry that prefers it, or the number of entries
    std::string reason;    //!< why it is refused; empty: it can run
    MultiplyAdds expected; //!< with these parameters; unknown if they are unsupported
};

//! Sets the candidate's parameters, and `tuned` and `rank` if an entry contributes to them: the given parameters, then
//! those of the first entry that is supported together with them, then the implementation's own. `entries` are in the
//! order of the lookup, so that the first entry with `prefer` gives the lowest rank.
void decideParameters(Candidate& candidate, const Problem& problem, const DeviceTraits& traits, const Params& given,
                      const std::vector<const TuningEntry*>& entries, const Tuning& tuning)
{
    for (size_t i = 0; i < entries.size(); ++i)
    {
        const TuningEntry& entry = *entries[i];
        Params both = given;
        both.insert(entry.params.begin(), entry.params.end()); // those that are not given
        if (entry.implementation != candidate.impl->name || decidesStepwise(entry) ||
            !complete(*candidate.impl, problem, traits, both, tuning, candidate.decisions).empty())
            continue;
        // A forced implementation runs anyway: the entry counts only if it gives a parameter that was not forced.
        const bool used = !candidate.forced || both.size() > given.size();
        candidate.tuned = used ? &entry : nullptr;
        candidate.rank = entry.preferred ? i : entries.size();
        return;
    }
    candidate.reason = complete(*candidate.impl, problem, traits, given, tuning, candidate.decisions);
}

bool isPreferred(const Implementation& impl, const std::vector<const TuningEntry*>& entries)
{
    return std::any_of(entries.begin(), entries.end(),
                       [&](const TuningEntry* entry)
                       { return entry->preferred && entry->implementation == impl.name; });
}

Candidate evaluate(const Implementation& impl, const Problem& problem, const DeviceTraits& traits, const Force& force,
                   const std::map<std::string, std::string>& failed, const std::vector<const TuningEntry*>& entries,
                   const Tuning& tuning)
{
    Candidate c = {&impl, force.name == impl.name, Decisions(), nullptr, entries.size(), "", MultiplyAdds()};
    const Problem program = programOf(problem); // parameters are those of the program, whatever the call
    const auto failure = failed.find(impl.name);
    c.reason = c.forced ? force.error : "";
    if (c.reason.empty())
        c.reason = unsupportedByAll(problem, traits);
    if (c.reason.empty() && failure != failed.end())
        c.reason = failure->second;
    if (c.reason.empty() && problem.channelFilters && !impl.has(TakesChannelFilters))
        c.reason = "it takes one kernel for all channels";
    if (c.reason.empty() && !c.forced && !problem.general && !isPreferred(impl, entries))
        c.reason = impl.unsuited(traits);
    if (c.reason.empty())
        decideParameters(c, program, traits, c.forced ? force.params : Params(), entries, tuning);
    if (!c.reason.empty())
        return c;
    c.expected = impl.multiplyAdds(problem, c.decisions.params);
    if (c.forced || problem.general || (c.tuned && c.tuned->preferred)) // preferred ones were measured
        return c;
    Params all = c.decisions.params;
    all.insert(c.decisions.planning.begin(), c.decisions.planning.end());
    c.reason = impl.unprofitable(problem, traits, all);
    if (c.reason.empty() && takesSeveral(problem))
        c.reason = severalUnprofitable(problem, traits, c.decisions.planning);
    return c;
}

//! All candidates: the forced one, then those that entries prefer, then the others in the order of the list.
std::vector<Candidate> candidates(const Problem& problem, const DeviceTraits& traits, const Force& force,
                                  const std::map<std::string, std::string>& failed, const Tuning& tuning)
{
    const std::vector<const TuningEntry*> entries = tuning.entriesFor(programOf(problem), traits);
    std::vector<Candidate> all;
    for (const Implementation* impl : implementationsFor(problem))
        if (impl->takes(problem))
            all.push_back(evaluate(*impl, problem, traits, force, failed, entries, tuning));
    for (Candidate& candidate : all)
        if (takesSeveral(problem) && !candidate.forced && implementationOf(force.name))
            candidate.reason = "'" + force.name + "' is forced";
    std::stable_sort(all.begin(), all.end(),
                     [](const Candidate& a, const Candidate& b)
                     { return a.forced != b.forced ? a.forced : a.rank < b.rank; });
    return all;
}

// Bytes of the arguments of CLCONV_ARGUMENTS (kernels/common/interface.cl) other than the coefficients, with 64-bit
// pointers and offsets: source 8 + 8 + 8 and its area 16 (at a multiple of 16: 48), output 8 + 8 + 8 and its size 8
// (80), TileRange 32 (at a multiple of 32: 128), delta 8 (136); rounded up to a multiple of 16.
const size_t firstArguments = 144;

// Stages behind a filter have two pointers and two offsets.
const size_t afterArguments = 32;

// Each further output of a bank takes a pointer, a step and an offset.
const size_t outputArguments = 24;

// Each buffer of a batch takes a pointer. Its other arguments take less than the first ones of other launches.
const size_t batchArguments = 8;

//! @param after whether there are stages behind the filter
CoefficientSpace chooseSpace(const DeviceTraits& traits, size_t bytes, bool after, const Plan& plan)
{
    const size_t otherArguments = firstArguments + (after ? afterArguments : 0) +
                                  outputArguments * size_t(plan.filterCount - 1) +
                                  batchArguments * size_t(plan.sourceBuffers + plan.outputBuffers);
    const size_t maxByValue = 4096; // accepted by every NVIDIA driver; larger structs gain nothing
    // Compilers of Intel, Mesa, and AMD up to ROCm 6 copy a struct to the private memory of each work-item, where the
    // loop over taps of border tiles indexes it.
    const bool takesByValue = traits.nvidiaCompute > 0 || traits.cpu;
    if (isOnDeviceOnly(plan.layout))
        return CoefficientSpace::Global;
    if (plan.filterSizeIsData)
        return CoefficientSpace::Global; // the program is the same for every size
    if (takesByValue && bytes + otherArguments <= std::min(traits.parameterBytes, maxByValue))
        return CoefficientSpace::Value;
    return bytes <= traits.constantBytes ? CoefficientSpace::Constant : CoefficientSpace::Global;
}

//! Number of coefficients, for layouts that can be passed by value.
size_t coefficientCount(const Problem& problem, const Plan& plan)
{
    const size_t columns = size_t(problem.filterSize.width), rows = size_t(problem.filterSize.height);
    if (problem.chain)
        return size_t(problem.chain->numbers);
    switch (plan.layout.kind)
    {
    case CoefficientKind::Factors: return (columns + rows) * size_t(problem.rank);
    case CoefficientKind::DenormFactors: return columns + rows;
    case CoefficientKind::Denorm: return columns * rows + 1;
    default: return size_t(problem.coefficients()) * size_t(plan.filterCount);
    }
}

//! Sets plan.space and its build options; for a plan that its implementation has configured.
void decideCoefficientSpace(const Problem& problem, const DeviceTraits& traits, Plan& plan)
{
    static const char* const spaces[] = {"COEFFICIENTS_BY_VALUE", "COEFFICIENTS_CONSTANT", "COEFFICIENTS_GLOBAL"};
    const size_t count = coefficientCount(problem, plan);
    plan.space = problem.filterEach ? CoefficientSpace::Global // one after another, in one buffer
                                    : chooseSpace(traits, count * problem.accSize(), problem.after != nullptr, plan);
    plan.options.define(spaces[int(plan.space)], 1);
    if (plan.space == CoefficientSpace::Value)
        plan.options.define("COEFFICIENT_COUNT", int(count));
}

void take(const Implementation& impl, const Problem& problem, const DeviceTraits& traits, const Params& params,
          Plan& plan)
{
    plan.impl = &impl;
    plan.params = params;
    plan.options = commonOptions(problem);
    if (traits.nvidiaCompute)
        plan.options.define("NVIDIA", traits.nvidiaCompute);
    if (!traits.fma)
        plan.options.define("NO_FMA", 1);
    if (problem.after)
        plan.options.define("AFTER", problem.after->stages)
            .define("AFTER_RESULT", problem.after->result)
            .define("AFTER_SECOND", problem.after->secondDepth >= 0);
    plan.filterSizeIsData = impl.has(IsGeneral);
    if (!impl.has(IsGeneral))
        defineCall(problem, plan.options);
    defineOptions(params, plan.options);
    impl.configure(problem, traits, params, plan);
    if (problem.images > 1)
    {
        const int most = batchBuffers(std::numeric_limits<int>::max(), traits);
        plan.sourceBuffers = problem.sourceBuffers ? problem.sourceBuffers : most;
        plan.outputBuffers = problem.outputBuffers ? problem.outputBuffers : most;
        plan.options.define("BATCH", 1)
            .define("BATCH_SOURCES", plan.sourceBuffers)
            .define("BATCH_OUTPUTS", plan.outputBuffers);
    }
    decideCoefficientSpace(problem, traits, plan);
    if (!plan.filterSizeIsData)
        plan.options.define("FILTER_COLS", problem.filterSize.width).define("FILTER_ROWS", problem.filterSize.height);
}

//! "PX=4 (gpu.txt:N has 8) ROWS=2 (nvidia.txt:N; waves=436)": each parameter, with the line that decided it, if one
//! did, the value there if the planner shrank it, and the quantities that the line's conditions compared.
//! @param decidedOnly without those that no line decided
std::string decisionsText(const Params& params, const Decisions& decisions, bool decidedOnly)
{
    std::string text;
    for (const auto& param : params)
    {
        const auto source = decisions.sources.find(param.first);
        const bool decided = source != decisions.sources.end();
        if (decidedOnly && !decided)
            continue;
        text += (text.empty() ? "" : " ") + param.first + "=" + std::to_string(param.second);
        if (!decided)
            continue;
        const auto quantities = decisions.quantities.find(param.first);
        const bool compared = quantities != decisions.quantities.end() && !quantities->second.empty();
        const int line = decisions.lineValues.at(param.first);
        text += " (" + source->second + (line == param.second ? "" : " has " + std::to_string(line)) +
                (compared ? "; " + quantities->second : "") + ")";
    }
    return text;
}

//! Parameters, each with the line that decided it, and sizes.
std::string describePlan(const Plan& plan, const Decisions& decisions)
{
    const std::string params = decisionsText(decisions.params, decisions, false);
    const std::string planning = decisionsText(decisions.planning, decisions, true);
    return (params.empty() ? "" : params + ", ") +
           format("group %zux%zu, global %zux%zu, local memory %zu bytes", plan.local[0], plan.local[1], plan.global[0],
                  plan.global[1], plan.localBytes) +
           (planning.empty() ? "" : ", planned with " + planning);
}

//! "19.1", with a decimal point in every locale.
std::string oneDecimal(double number)
{
    const int64 base = 10, tenths = int64(std::llround(number * double(base)));
    return std::to_string(tenths / base) + (tenths % base == 0 ? "" : "." + std::to_string(tenths % base));
}

std::string expectedText(const MultiplyAdds& expected)
{
    if (!(expected.perValue > 0))
        return "";
    return "; expected " + oneDecimal(expected.perValue) +
           (expected.matrixType.empty() ? " multiply-adds a value"
                                        : " " + expected.matrixType + " multiply-adds a value, on matrix units");
}

} // namespace

int batchBuffers(int count, const DeviceTraits& traits)
{
    const int few = 8;
    const size_t bytesForMany = 4096;
    return count <= 1 ? 1 : count <= few ? few : traits.parameterBytes >= bytesForMany ? 64 : 32;
}

Plan makePlan(const Problem& problem, const DeviceTraits& traits, const Force& force,
              const std::map<std::string, std::string>& failed, const Tuning& tuning)
{
    Plan plan;
    if (!force.empty() && !implementationOf(force.name))
        plan.warning = "forced '" + force.text + "': there is no implementation of that name";
    for (const Candidate& candidate : candidates(problem, traits, force, failed, tuning))
    {
        std::string reason = candidate.reason;
        const bool isKnown = failed.count(candidate.impl->name) != 0; // the warning came when it failed
        if (candidate.forced && !reason.empty() && !isKnown)
            plan.warning = "forced '" + force.text + "' does not apply: " + reason;
        if (reason.empty() && plan.impl)
            reason = std::string("'") + plan.impl->name + "' comes first";
        const bool taken = reason.empty();
        if (taken)
        {
            take(*candidate.impl, problem, traits, candidate.decisions.params, plan);
            reason = describePlan(plan, candidate.decisions) +
                     (candidate.tuned ? ", tuned by " + candidate.tuned->source : "");
        }
        plan.verdicts.push_back({candidate.impl->name, taken, reason, candidate.expected});
    }
    return plan;
}

std::string lineOf(const Problem& problem)
{
    static const char* const borders[] = {"CONSTANT", "REPLICATE", "REFLECT", "WRAP", "REFLECT_101"};
    const auto type = [&](int depth) { return typeToString(CV_MAKETYPE(depth, problem.channels)); };
    std::string text = type(problem.srcDepth) + " to " + type(problem.dstDepth) +
                       format(", %dx%d, kernel %dx%d", problem.size.width, problem.size.height,
                              problem.filterSize.width, problem.filterSize.height) +
                       (problem.channelFilters ? " for each channel" : "") + ", BORDER_" + borders[problem.border];
    if (problem.chain)
        text += ", a chain";
    if (problem.after)
        text += ", stages behind it";
    if (problem.filterCount > 1)
        text += format(", %d kernels", problem.filterCount);
    if (problem.images > 1)
        text += format(", up to %d such images", problem.images);
    return text;
}

std::string toText(const std::vector<Verdict>& verdicts)
{
    std::string taken, refused;
    for (const Verdict& verdict : verdicts)
        (verdict.taken ? taken : refused) += verdict.name + (verdict.taken ? ": taken, " : ": refused, ") +
                                             verdict.reason + expectedText(verdict.expected) + "\n";
    return taken + refused;
}

}} // namespace cv::clconv
