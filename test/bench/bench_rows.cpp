// SPDX-License-Identifier: Apache-2.0
//
// What clconv_bench derives from times. Needs no device.

#include "perf/bench/output/row.hpp"

#include <gtest/gtest.h>

namespace {

using bench::Row;
using cv::clconv::MultiplyAdds;

//! 10^6 values, 8*10^6 bytes; at the ceilings at least 4 us of traffic, and 0.2 us for each multiply-add per value.
Row rowOf(const MultiplyAdds& expected, double microseconds)
{
    Row row;
    row.c = {cv::Size(1000, 250), {"32FC4", CV_32FC4, CV_32F}, 15, "random", {"replicate", cv::BORDER_REPLICATE}};
    row.implementation = "separable"; // names do not matter
    row.expected = expected;
    row.deviceUs = microseconds;
    return row;
}

bench::Ceilings ceilings()
{
    bench::Ceilings top;
    top.copyGBs = 2000;
    top.fmaTflops = 10;
    return top;
}

TEST(Clconv_BenchRow, roofIsTheNearerOfMemoryAndMultiplyAdds)
{
    EXPECT_DOUBLE_EQ(0.5, rowOf(MultiplyAdds(3), 8).roofShare(ceilings()));
    EXPECT_DOUBLE_EQ(0.5, rowOf(MultiplyAdds(20), 8).roofShare(ceilings())); // both take 4 us
    EXPECT_DOUBLE_EQ(0.75, rowOf(MultiplyAdds(30), 8).roofShare(ceilings()));
    EXPECT_DOUBLE_EQ(0.75, rowOf(MultiplyAdds(225), 60).roofShare(ceilings()));
}

TEST(Clconv_BenchRow, roofTakesTheWallTimeWhereNothingElseIsKnown)
{
    Row row = rowOf(MultiplyAdds(30), NAN);
    row.wallUs = 12;
    EXPECT_DOUBLE_EQ(0.5, row.roofShare(ceilings()));
}

TEST(Clconv_BenchRow, hasNoRoofForMatrixUnitsAndWhereNothingIsStated)
{
    EXPECT_TRUE(std::isnan(rowOf(MultiplyAdds(1440, "int8"), 8).roofShare(ceilings())));
    EXPECT_TRUE(std::isnan(rowOf(MultiplyAdds(), 8).roofShare(ceilings())));
}

TEST(Clconv_BenchRow, filesHoldTheMultiplyAddsAndTheirUnits)
{
    const Row rows[] = {rowOf(MultiplyAdds(58.5), 8), rowOf(MultiplyAdds(1440, "int8"), 8), rowOf(MultiplyAdds(), 8)};
    int columns = 0;
    for (const bench::Column& column : bench::columns(ceilings()))
        if (column.name == "multiply_adds")
        {
            EXPECT_DOUBLE_EQ(58.5, column.number(rows[0]));
            EXPECT_DOUBLE_EQ(1440, column.number(rows[1]));
            EXPECT_TRUE(std::isnan(column.number(rows[2])));
            columns++;
        }
        else if (column.name == "matrix_units")
        {
            EXPECT_EQ("", column.text(rows[0]));
            EXPECT_EQ("int8", column.text(rows[1]));
            EXPECT_EQ("", column.text(rows[2]));
            columns++;
        }
    EXPECT_EQ(2, columns);
}

} // namespace
