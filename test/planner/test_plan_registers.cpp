// SPDX-License-Identifier: Apache-2.0
//
// Register caps: which plans pass one to the compiler, and that only compilers with the option get it.

#include "support/fake_devices.hpp"

namespace opencv_test { namespace {

using clconv::Plan;
using clconv::Problem;

//! The compiler option for a plan's register cap, after the name of the implementation; empty if there is none.
std::string limitOf(Problem problem, const clconv::DeviceTraits& device, const std::string& force, Size size)
{
    problem.size = problem.readable = size;
    const Plan plan = clconv::makePlan(problem, device, clconv::parseForce(force));
    const std::string options = plan.options.text();
    const size_t at = options.find(" -cl-nv-maxrregcount=");
    EXPECT_EQ(at != std::string::npos, options.find("-D NO_REQD_GROUP_SIZE=1") != std::string::npos) << options;
    return at == std::string::npos ? std::string() : nameOf(plan) + options.substr(at);
}

const Size largeImage(7680, 4320), smallImage(640, 480);

//! A cap is set if the registers of a tile shape were measured, and only for compilers with the option.
TEST(Clconv_Plan, limitsRegistersWhereTheCompilerSupportsIt)
{
    const Problem bytes = problemOf(CV_8U, CV_8U, 4, Size(3, 3));
    EXPECT_EQ("direct -cl-nv-maxrregcount=128", limitOf(bytes, h200(), "direct", largeImage));
    EXPECT_EQ("", limitOf(bytes, nvidiaCard(), "direct", largeImage)) << "not measured";
    EXPECT_EQ("", limitOf(bytes, h200(), "direct", smallImage));
    EXPECT_EQ("", limitOf(bytes, h200(), "direct:ROWS=4", largeImage)) << "another shape";
    EXPECT_EQ("", limitOf(bytes, h200(), "direct:WG_X=128,WG_Y=8", largeImage)) << "such groups do not have as many";
    EXPECT_EQ("direct -cl-nv-maxrregcount=64", limitOf(bytes, nvidiaCard(), "direct:MAX_REGISTERS=64", smallImage));
    EXPECT_EQ("direct -cl-nv-maxrregcount=136",
              limitOf(bytes, h200(), "direct:MAX_REGISTERS=136,WG_X=32,WG_Y=12", smallImage));
    EXPECT_EQ("", limitOf(bytes, h200(), "direct:MAX_REGISTERS=136,WG_X=32,WG_Y=13", smallImage))
        << "three warps in each of the four partitions";
    for (const char* wrong : {"direct:MAX_REGISTERS=1", "direct:MAX_REGISTERS=256", "direct:MAX_REGISTERS=-1"})
        EXPECT_EQ("", limitOf(bytes, h200(), wrong, smallImage)) << wrong;
    for (const clconv::DeviceTraits& device : fakeDevices())
        if (!device.hasRegisterCap)
        {
            EXPECT_EQ("", limitOf(bytes, device, "direct", largeImage)) << device.name;
            EXPECT_EQ("", limitOf(bytes, device, "direct:MAX_REGISTERS=64", largeImage)) << device.name;
        }
}

TEST(Clconv_Plan, limitsRegistersOfTwoPassesAndBanks)
{
    const auto outerProduct = [](int side)
    {
        Problem problem = problemOf(CV_32F, CV_32F, 1, Size(side, side));
        problem.rank = 1;
        return problem;
    };
    EXPECT_EQ("separable -cl-nv-maxrregcount=80", limitOf(outerProduct(9), h200(), "separable", largeImage));
    EXPECT_EQ("separable -cl-nv-maxrregcount=72", limitOf(outerProduct(31), h200(), "separable", largeImage));
    EXPECT_EQ("", limitOf(outerProduct(9), h200(), "separable", smallImage));
    EXPECT_EQ("", limitOf(outerProduct(9), h200(), "separable:UNROLL=0", largeImage));
    const auto sixteen = [](int depth, Size kernel)
    {
        Problem problem = problemOf(depth, depth, 1, kernel);
        problem.filterCount = 16;
        return problem;
    };
    EXPECT_EQ("direct -cl-nv-maxrregcount=64", limitOf(sixteen(CV_32F, Size(5, 5)), h200(), "direct", largeImage));
    EXPECT_EQ("direct -cl-nv-maxrregcount=64", limitOf(sixteen(CV_32F, Size(9, 9)), h200(), "direct", largeImage));
    EXPECT_EQ("", limitOf(sixteen(CV_32F, Size(3, 3)), h200(), "direct", largeImage));
    EXPECT_EQ("", limitOf(sixteen(CV_32F, Size(49, 1)), h200(), "direct", largeImage)) << "the window alone takes 52";
    EXPECT_EQ("", limitOf(sixteen(CV_32F, Size(5, 5)), h200(), "direct:FILTERS=8,ROWS=2", largeImage));
    EXPECT_EQ("", limitOf(sixteen(CV_8U, Size(5, 5)), h200(), "direct", largeImage));
}

}} // namespace opencv_test
