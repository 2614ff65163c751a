// SPDX-License-Identifier: Apache-2.0
//
// clconv_fuzz_tuning: parses the text of a tuning file, and plans with it. The first eight bytes of the input give the
// problem and the device.

#include "text_target.hpp"

#include "implementations/parameters.hpp"
#include "planner/make_plan.hpp"

using namespace cv;
using namespace clconv_test;

namespace {

//! Requires that every entry has valid names, and is read as it was written.
void requireSoundEntries(const clconv::TuningTable& table)
{
    for (const clconv::TuningEntry& entry : table.entries)
    {
        const auto known = clconv::knownParameters().find(entry.implementation);
        require(known != clconv::knownParameters().end(), "a known implementation: " + entry.implementation);
        for (const auto& param : entry.params)
            require(known->second.count(param.first) == 1, "a known parameter: " + param.first);
        const std::string text = clconv::toString(entry);
        clconv::TuningEntry again;
        const std::string error = clconv::readEntry(text, clconv::knownParameters(), again);
        require(error.empty(), "an entry is read as it was written: " + text + ": " + error);
        require(clconv::toString(again) == text, "an entry is written as it was read: " + text);
    }
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Bytes bytes(data, size);
    const PlannedProblem planned = problemFrom(bytes);
    clconv::Tuning tuning;
    tuning.id = 1;
    tuning.tables.push_back(clconv::parseTuning(bytes.rest(), "fuzzed.txt", clconv::knownParameters()));
    const clconv::TuningTable& table = tuning.tables[0];
    require(table.error.empty() || table.entries.empty(), "a file is taken whole or not at all");
    requireSoundEntries(table);
    const clconv::Plan plan = clconv::makePlan(planned.problem, planned.device, clconv::Force(), {}, tuning);
    requireSoundPlan(planned, plan);
    return 0;
}
