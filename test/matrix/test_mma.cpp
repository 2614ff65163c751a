// SPDX-License-Identifier: Apache-2.0
//
// Bytes through matrix units in blocks of two rows: the smallest and largest widths, rows of a tile, types, channels
// and borders in every layout. Needs an NVIDIA GPU; on any machine clconv_emulated runs the same kernel.

#include "cases/variants.hpp"
#include "support/fake_devices.hpp"

namespace opencv_test { namespace {

TEST(Clconv_Mma, runsInBlocksOfTwoRows)
{
    if (!isForThisDevice(variantOf("mma")))
        CLCONV_SKIP("the device has no such matrix units");
    for (const char* parameters : {"ROWS=2", "ROWS=6,UNROLL=0", "ROWS=8,WG_Y=1"})
        for (Size kernel : {Size(21, 21), Size(25, 4), Size(18, 7), Size(17, 30), Size(49, 3)})
            for (int channels = 1; channels <= 4; channels++)
            {
                const Variant variant = variantOf("mma:BLOCKS=1," + std::string(parameters));
                const int depth = channels % 2 ? CV_8U : CV_8S;
                const int border = kernel.width % 2 ? int(BORDER_REFLECT_101) : int(BORDER_CONSTANT);
                expectRight(variant, caseFor(variant, CV_MAKETYPE(depth, channels), CV_8U, kernel, border), 2);
            }
}

TEST(Clconv_Mma, takesBlocksOfTwoRowsForEighteenColumnsAndMore)
{
    const auto parameter = [](const char* name, Size kernel, int slices, int channels = 1)
    {
        clconv::Problem problem = problemOf(CV_8U, CV_8U, channels, kernel, Size(7680, 4320));
        problem.slices = slices;
        return planFor(problem, ::programs::devices::h200()).params.at(name);
    };
    for (int slices = 1; slices <= 3; slices++)
        for (int columns : {17, 18, 25, 26})
            EXPECT_EQ(columns == 18 || columns == 25, parameter("BLOCKS", Size(columns, 21), slices)) << columns;
    EXPECT_EQ(0, parameter("BLOCKS", Size(21, 3), 3)) << "a row of taps more would be most of it";
    EXPECT_EQ(12, parameter("ROWS", Size(21, 21), 3));
    EXPECT_EQ(16, parameter("ROWS", Size(21, 21), 1));
    EXPECT_EQ(8, parameter("ROWS", Size(21, 21), 3, 3));
    EXPECT_EQ(6, parameter("ROWS", Size(21, 21), 3, 4));
}

}} // namespace opencv_test
