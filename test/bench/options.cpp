// SPDX-License-Identifier: Apache-2.0
//
// What clconv_bench measures for a command line.

#include "perf/bench/options.hpp"
#include "perf/bench/output/report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace {

using bench::Case;

bench::Options parse(std::vector<const char*> arguments)
{
    arguments.insert(arguments.begin(), "clconv_bench");
    bench::Options options;
    EXPECT_TRUE(bench::parseOptions(int(arguments.size()), const_cast<char**>(arguments.data()), options));
    return options;
}

template<typename T>
std::set<T> all(const std::vector<Case>& cases, T Case::*member)
{
    std::set<T> values;
    for (const Case& c : cases)
        values.insert(c.*member);
    return values;
}

TEST(Clconv_BenchOptions, usualGridReachesFrom3To101)
{
    const std::vector<Case> cases = parse({}).cases;
    EXPECT_EQ((std::set<int>{3, 7, 9, 15, 21, 31, 63, 101}), all(cases, &Case::ksize));
    EXPECT_EQ((std::set<std::string>{"random", "gaussian"}), all(cases, &Case::kernel));
    EXPECT_EQ((std::set<int>{0}), all(cases, &Case::nans));
    EXPECT_EQ(3u * 5 * 8 * 2, cases.size()); // docs/performance.md states a time for this many
}

TEST(Clconv_BenchOptions, quickHasNo8KOnACpu)
{
    const auto widths = [](const std::vector<Case>& cases)
    {
        std::set<int> values;
        for (const Case& c : cases)
            values.insert(c.size.width);
        return values;
    };
    const std::set<int> expected = bench::openDevice().cpu ? std::set<int>{1920} : std::set<int>{1920, 7680};
    EXPECT_EQ(expected, widths(parse({"--quick"}).cases));
    EXPECT_EQ((std::set<int>{7680}), widths(parse({"--quick", "--sizes=7680x4320"}).cases));
}

TEST(Clconv_BenchOptions, wholeGridHasAllSizesAndKinds)
{
    const std::vector<Case> cases =
        parse({"--sizes=640x480", "--types=8UC1", "--ksizes=all", "--kernels=all", "--borders=all"}).cases;
    EXPECT_EQ((std::set<int>{3, 5, 7, 9, 11, 15, 21, 31, 41, 63, 101, 201, 257, 497, 1025}), all(cases, &Case::ksize));
    EXPECT_EQ(programs::coefficientKinds().size(), all(cases, &Case::kernel).size());
    EXPECT_EQ(15u * programs::coefficientKinds().size() * 2, cases.size());
}

TEST(Clconv_BenchOptions, nansAreForFloats)
{
    const std::vector<Case> cases =
        parse({"--sizes=640x480", "--types=8UC1,32FC1", "--ksizes=3", "--kernels=gabor", "--nans=0,1,1000"}).cases;
    ASSERT_EQ(4u, cases.size());
    for (const Case& c : cases)
        EXPECT_TRUE(c.nans == 0 || c.pixel.name == "32FC1");
    EXPECT_EQ((std::set<int>{0, 1, 1000}), all(cases, &Case::nans));
}

TEST(Clconv_BenchOptions, refusesWhatItCannotMeasure)
{
    EXPECT_THROW(parse({"--nans=5", "--types=8UC1"}), programs::UsageError);
    EXPECT_THROW(parse({"--nans=5", "--bank=2"}), programs::UsageError);
    EXPECT_THROW(parse({"--nans=5", "--first-calls"}), programs::UsageError);
    EXPECT_THROW(parse({"--nans=many"}), programs::UsageError);
    EXPECT_THROW(parse({"--nans=1000001"}), programs::UsageError);
    EXPECT_THROW(parse({"--kernels=nonsense"}), programs::UsageError);
    EXPECT_THROW(parse({"--ksizes=13"}), programs::UsageError);
}

TEST(Clconv_BenchColumns, nameNansOnlyWhereThereAreSome)
{
    std::vector<bench::Row> rows(2);
    rows[1].c.nans = 30;
    for (const bench::Column& column : bench::columns(bench::Ceilings()))
        if (column.name == "nans")
        {
            EXPECT_TRUE(std::isnan(column.number(rows[0])));
            EXPECT_EQ(30, column.number(rows[1]));
            return;
        }
    FAIL() << "no such column";
}

} // namespace
