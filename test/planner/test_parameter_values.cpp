// SPDX-License-Identifier: Apache-2.0
//
// The values that parameters get other than from users: those that the tuner tries, those in the compiled-in tables,
// and the defaults in kernels/. The implementation's list must allow each.

#include "support/fake_devices.hpp"
#include "../../perf/tune/search/space.hpp"

#include <set>
#include <sstream>

namespace opencv_test { namespace {

using clconv::Implementation;
using clconv::Problem;

//! @param owner an implementation, or another name that lines may have
testing::AssertionResult isDeclared(const std::string& owner, const std::string& name, int value)
{
    const std::string refusal = clconv::specsOf(owner).refusal({{name, value}});
    return refusal.empty() ? testing::AssertionSuccess() : testing::AssertionFailure() << owner << ": " << refusal;
}

TEST(Clconv_ParameterSpace, holdsDeclaredValuesAlone)
{
    std::vector<Problem> problems = manyProblems();
    const std::vector<Problem> banks = manyBanks();
    problems.insert(problems.end(), banks.begin(), banks.end());
    std::set<std::string> bad, seen;
    for (size_t i = 0; i < problems.size(); i += 20)
        for (const Implementation* impl : listFor(problems[i]))
            for (const clconv::DeviceTraits& device : allFakeDevices())
                for (const auto& parameter : tune::spaceOf(*impl, problems[i], device))
                    for (int value : parameter.second)
                    {
                        seen.insert(impl->name);
                        const testing::AssertionResult result = isDeclared(impl->name, parameter.first, value);
                        if (!result)
                            bad.insert(std::string(result.message()) + " (" + device.name + ")");
                    }
    EXPECT_EQ(clconv::implementations().size(), seen.size());
    for (const std::string& message : bad)
        ADD_FAILURE() << message;
}

TEST(Clconv_ParameterSpace, holdsEachParameterOnce)
{
    for (const Problem& problem : {problemOf(CV_8U, CV_8U, 3, Size(9, 9)), manyBanks()[0]})
        for (const Implementation* impl : listFor(problem))
        {
            std::set<std::string> names;
            for (const auto& parameter : tune::spaceOf(*impl, problem, h200()))
            {
                EXPECT_TRUE(names.insert(parameter.first).second) << impl->name << ' ' << parameter.first;
                EXPECT_FALSE(parameter.second.empty()) << impl->name << ' ' << parameter.first;
            }
        }
}

TEST(Clconv_Tuning, theCompiledInTablesHoldDeclaredValuesAlone)
{
    std::vector<clconv::TuningTable> tables = clconv::kindTables(clconv::knownParameters());
    tables.push_back(clconv::deviceTable(clconv::knownParameters()));
    for (const clconv::TuningTable& table : tables)
        for (const clconv::TuningEntry& line : table.entries)
            for (const auto& param : line.params)
                EXPECT_TRUE(isDeclared(line.implementation, param.first, param.second)) << line.source;
}

//! The defaults of a program, by name: the first `#ifndef NAME`, `#define NAME value` for each.
std::map<std::string, std::string> defaultsIn(const std::string& program)
{
    std::map<std::string, std::string> defaults;
    std::istringstream lines(program);
    std::string guarded;
    for (std::string line; std::getline(lines, line);)
    {
        std::istringstream words(line);
        std::string directive, name, value;
        words >> directive >> name;
        std::getline(words >> std::ws, value);
        if (directive == "#define" && name == guarded)
            defaults.insert(std::make_pair(name, value));
        guarded = directive == "#ifndef" ? name : "";
    }
    return defaults;
}

//! The number that a default stands for; it may be the name of another default.
int numberOf(std::string text, const std::map<std::string, std::string>& defaults)
{
    for (auto other = defaults.find(text); other != defaults.end(); other = defaults.find(text))
        text = other->second;
    size_t length = 0;
    const int number = std::stoi(text, &length); // throws unless it is a number
    EXPECT_EQ(text.size(), length) << text;
    return number;
}

TEST(Clconv_Kernels, haveDeclaredValuesAsDefaults)
{
    for (const Implementation* impl : clconv::allImplementations())
    {
        const std::map<std::string, std::string> defaults = defaultsIn(impl->source->programCode);
        size_t count = 0;
        for (const clconv::ParamSpec& spec : impl->parameters)
        {
            const std::string name = spec.name;
            const auto found = defaults.find(name);
            if (found == defaults.end()) // on the host: it decides other parameters, or is not a macro
                continue;
            EXPECT_TRUE(isDeclared(impl->name, name, numberOf(found->second, defaults))) << found->second;
            count++;
        }
        if (std::string(impl->name).compare(0, 3, "fft") != 0) // their parameters are options of the compiler
        {
            EXPECT_LT(1u, count) << impl->name;
        }
    }
}

}} // namespace opencv_test
