// SPDX-License-Identifier: Apache-2.0
//
// The parameters that the tuner varies, and the defaults in kernels/, which the implementation's list must allow.

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
