// SPDX-License-Identifier: Apache-2.0
//
// Which lines take part in decisions, the first that holds, and the decisions of an implementation.

#include "implementations/table_lookup.hpp"

namespace cv { namespace clconv {

//! "fill=2 waves=436": the image's size relative to the device, where conditions compare it. Other quantities follow
//! from the call's arguments or are among the parameters that explain() prints.
static std::string quantitiesText(const std::vector<Condition>& conditions, const Quantities& quantities)
{
    std::string text;
    for (const Condition& condition : conditions)
        for (const char* name : {"fill", "waves", "narrow"})
            if (condition.quantity == name)
                text += (text.empty() ? "" : " ") + condition.quantity + "=" + std::to_string(quantities.at(name));
    return text;
}

bool decidesStepwise(const TuningEntry& line)
{
    if (line.preferred)
        return false;
    for (const Condition& condition : line.problems.conditions)
        if (!isProblemQuantity(condition.quantity))
            return true;
    for (const auto& param : line.params)
        if (isPlanning(param.first))
            return true;
    return false;
}

Lookup::Lookup(const char* implementation, const Problem& problem, const DeviceTraits& traits, const Params& given,
               const Tuning& first, const std::vector<TuningTable>& kinds) :
    quantities_(quantitiesOf(problem, traits)),
    given_(given)
{
    for (const auto& param : given)
        (isPlanning(param.first) ? planning : params).insert(param);
    const auto isOwn = [&](const TuningEntry& line) { return line.implementation == implementation; };
    const auto isStepwise = [&](const TuningEntry& line)
    { return isOwn(line) && decidesStepwise(line) && specsOf(implementation).refusal(line.params).empty(); };
    for (const TuningTable& table : first.tables)
        addMatching(&table, 1, problem, traits, isStepwise, lines_);
    tuned_ = !lines_.empty();
    addMatching(kinds.data(), kinds.size(), problem, traits, isOwn, lines_);
}

int Lookup::line(const std::string& parameter, int otherwise)
{
    const bool plans = isPlanning(parameter), given = isGiven(parameter);
    if (plans && given)
        return planning[parameter];
    int result = otherwise;
    for (const TuningEntry* line : lines_)
    {
        const auto found = line->params.find(parameter);
        if (found == line->params.end() || !hold(line->problems.conditions, quantities_))
            continue;
        if (!given)
        {
            sources[parameter] = line->source;
            lineValues[parameter] = found->second;
            quantities[parameter] = quantitiesText(line->problems.conditions, quantities_);
        }
        result = found->second;
        break;
    }
    if (plans)
        planning[parameter] = result;
    return result;
}

int Lookup::value(const std::string& parameter, int otherwise)
{
    const int value = line(parameter, otherwise);
    return isPlanning(parameter) ? value : decide(parameter, value);
}

Params Lookup::given(Params decided) const
{
    for (auto& param : decided)
        if (isGiven(param.first))
            param.second = given_.at(param.first);
    return decided;
}

int Lookup::decide(const std::string& parameter, int value)
{
    int& decided = params[parameter];
    if (!isGiven(parameter))
        decided = value;
    set(parameter, decided);
    return decided;
}

//! Decides with this lookup, and returns as `complete` does.
static std::string completeBy(Lookup& lookup, const Implementation& impl, const Problem& problem,
                              const DeviceTraits& traits, Decisions& decisions)
{
    impl.decideAll(problem, traits, lookup);
    decisions = lookup;
    const std::string refusal = impl.parameters.refusal(decisions.params);
    return refusal.empty() ? impl.unsupported(problem, traits, decisions.params) : refusal;
}

std::string complete(const Implementation& impl, const Problem& problem, const DeviceTraits& traits,
                     const Params& given, const Tuning& tuning, Decisions& decisions)
{
    const std::string refusal = impl.parameters.refusal(given);
    if (!refusal.empty()) // such values must not decide others: some are divisors
        return refusal;
    Lookup lookup(impl.name, problem, traits, given, tuning);
    const std::string reason = completeBy(lookup, impl, problem, traits, decisions);
    if (reason.empty() || !lookup.tuned())
        return reason;
    Lookup compiledIn(impl.name, problem, traits, given);
    return completeBy(compiledIn, impl, problem, traits, decisions);
}

void Implementation::decideAll(const Problem& problem, const DeviceTraits& traits, Lookup& lookup) const
{
    decide(problem, traits, lookup);
    for (const ParamSpec& spec : parameters)
        if (spec.otherwise.exists)
            lookup.value(spec.name, spec.otherwise.value);
}

Params Implementation::defaults(const Problem& problem, const DeviceTraits& traits) const
{
    Lookup lookup(name, problem, traits);
    decideAll(problem, traits, lookup);
    return lookup.params;
}

}} // namespace cv::clconv
