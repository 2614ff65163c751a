// SPDX-License-Identifier: Apache-2.0
//
// Makes tuning tables from lines.

#pragma once

#include "support/fake_devices.hpp"
#include "implementations/parameters.hpp"

namespace opencv_test {

inline std::string tuningText(const std::vector<std::string>& lines)
{
    std::string text = "clconv tuning 1\n";
    for (size_t i = 0; i < lines.size(); i++)
        text += lines[i] + "\n";
    return text + "end\n";
}

//! A table "t", whose first entry is in line 2.
inline clconv::Tuning tuningOf(const std::vector<std::string>& lines)
{
    clconv::Tuning tuning;
    tuning.tables.push_back(clconv::parseTuning(tuningText(lines), "t", clconv::knownParameters()));
    EXPECT_EQ("", tuning.tables[0].error);
    return tuning;
}

//! Plans with these tables.
inline clconv::Plan planFor(const clconv::Problem& problem, const clconv::DeviceTraits& traits,
                            const clconv::Tuning& tuning, const std::string& force = std::string())
{
    return clconv::makePlan(problem, traits, clconv::parseForce(force), std::map<std::string, std::string>(), tuning);
}

} // namespace opencv_test
