// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Coefficients as a program's text: which taps, how they are written, where they pay, what the environment says of it.

#include "invented.hpp"
#include "sparse.hpp"

#include "literal_table.hpp"

#include <limits>

namespace opencv_test
{
namespace
{

std::vector<uchar> packed(const Mat& kernel)
{
    return std::vector<uchar>(kernel.data, kernel.data + kernel.total() * kernel.elemSize());
}

TEST(Clconv_Literals, areTheTapsThatAreNotZero)
{
    const Mat kernel = (Mat_<float>(2, 3) << 0, -3, 0.1f, -0.f, 1, 0);
    const clconv::Literals literals = clconv::literalsOf(packed(kernel), 3, CV_32F);
    EXPECT_EQ("", literals.refusal);
    ASSERT_EQ(3u, literals.taps.size());
    EXPECT_TRUE(literals.taps[0] == (clconv::Literals::Tap{1, 0, -3}));
    EXPECT_TRUE(literals.taps[1] == (clconv::Literals::Tap{2, 0, double(0.1f)}));
    EXPECT_TRUE(literals.taps[2] == (clconv::Literals::Tap{1, 1, 1}));
}

TEST(Clconv_Literals, areWrittenExactly)
{
    clconv::Problem problem = problemOf(CV_32F, CV_32F, 1, Size(3, 2));
    const Mat kernel = (Mat_<float>(2, 3) << 0, -3, 0.1f, 1, 1e-45f, 0);
    problem.literals = std::make_shared<clconv::Literals>(clconv::literalsOf(packed(kernel), 3, CV_32F));
    clconv::BuildOptions options;
    clconv::defineLiterals(problem, 2, options);
    EXPECT_EQ("-D STRIP_ROWS=SOURCE(0,TO(0,TAPS_0))SOURCE(1,TO(0,TAPS_1)TO(1,TAPS_0))SOURCE(2,TO(1,TAPS_1)) "
              "-D TAPS_0=TAP(1,-0xcp-2f)TAP(2,0xcccccdp-27f) -D TAPS_1=TAP(0,0x8p-3f)TAP(1,0x8p-152f)",
              options.text());
}

TEST(Clconv_Literals, refuseWhatNoProgramHolds)
{
    Mat kernel = Mat::zeros(21, 21, CV_32F);
    EXPECT_NE("", clconv::literalsOf(packed(kernel), 21, CV_32F).refusal);
    kernel.setTo(Scalar(1));
    EXPECT_NE(std::string::npos, clconv::literalsOf(packed(kernel), 21, CV_32F).refusal.find("441 taps"));
    kernel = spread(5, 1);
    EXPECT_EQ("", clconv::literalsOf(packed(kernel), 5, CV_32F).refusal);
    kernel.at<float>(2, 2) = std::numeric_limits<float>::infinity();
    EXPECT_NE("", clconv::literalsOf(packed(kernel), 5, CV_32F).refusal);
}

TEST(Clconv_Literals, payWhereHalfOfTheTapsOrMoreAreZero)
{
    clconv::Problem problem = problemOf(CV_32F, CV_32F, 1, Size(15, 15));
    EXPECT_TRUE(clconv::literalsPay(problem, 6));
    EXPECT_TRUE(clconv::literalsPay(problem, 112));
    EXPECT_FALSE(clconv::literalsPay(problem, 113));
    EXPECT_FALSE(clconv::literalsPay(problem, 0));
    problem.separable = true; // 30 multiplications
    EXPECT_TRUE(clconv::literalsPay(problem, 15));
    EXPECT_FALSE(clconv::literalsPay(problem, 16));
    EXPECT_FALSE(clconv::literalsPay(problemOf(CV_32F, CV_32F, 1, Size(101, 101)), 401));
    EXPECT_FALSE(clconv::literalsPay(problemOf(CV_32F, CV_32F, 1, Size(3, 3)), 2));
}

TEST(Clconv_Literals, policyIsReadFromText)
{
    EXPECT_LT(0, clconv::parseLiteralPolicy("").after);
    EXPECT_EQ(0, clconv::parseLiteralPolicy("off").after);
    EXPECT_EQ(17, clconv::parseLiteralPolicy("after:17").after);
    EXPECT_EQ("", clconv::parseLiteralPolicy("after:17").error);
    static const char* const bad[] = {
        "on", "after", "after:", "after:0", "after:-3", "after:3x", "after:99999999999999999999"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
    {
        EXPECT_NE("", clconv::parseLiteralPolicy(bad[i]).error) << bad[i];
        EXPECT_EQ(clconv::parseLiteralPolicy("").after, clconv::parseLiteralPolicy(bad[i]).after) << bad[i];
    }
}

} // namespace
} // namespace opencv_test
