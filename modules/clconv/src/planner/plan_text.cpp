// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The sentences of explain().

#include "planner/plan_text.hpp"

#include <cmath>

namespace cv
{
namespace clconv
{
namespace
{

//! " (nvidia.txt:N; waves=436)": the line that decided a parameter, and the quantities that its conditions compared;
//! empty where no line decided it.
std::string sourceText(const std::string& parameter, const Decisions& decisions)
{
    const auto source = decisions.sources.find(parameter), quantities = decisions.quantities.find(parameter);
    if (source == decisions.sources.end())
        return "";
    const bool compared = quantities != decisions.quantities.end() && !quantities->second.empty();
    return " (" + source->second + (compared ? "; " + quantities->second : "") + ")";
}

//! "PX=4 ROWS=2 (nvidia.txt:N)": each parameter, with the line that decided it if one did.
//! @param decidedOnly without those that no line decided
std::string decisionsText(const Params& params, const Decisions& decisions, bool decidedOnly)
{
    std::string text;
    for (const auto& param : params)
        if (!decidedOnly || decisions.sources.count(param.first) != 0)
            text += (text.empty() ? "" : " ") + param.first + "=" + std::to_string(param.second) +
                    sourceText(param.first, decisions);
    return text;
}

//! "19.1", with a point wherever the program runs.
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

std::string describePlan(const Plan& plan, const Decisions& decisions)
{
    const std::string params = decisionsText(decisions.params, decisions, false);
    const std::string planning = decisionsText(decisions.planning, decisions, true);
    return (params.empty() ? "" : params + ", ") +
           format("group %zux%zu, global %zux%zu, local memory %zu bytes", plan.local[0], plan.local[1], plan.global[0],
                  plan.global[1], plan.localBytes) +
           (planning.empty() ? "" : ", planned with " + planning);
}

std::string toText(const std::vector<Verdict>& verdicts)
{
    std::string text;
    for (const Verdict& verdict : verdicts)
        text += verdict.name + (verdict.taken ? ": taken, " : ": refused, ") + verdict.reason +
                expectedText(verdict.expected) + "\n";
    return text;
}

} // namespace clconv
} // namespace cv
