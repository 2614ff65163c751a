// SPDX-License-Identifier: Apache-2.0
//
// Coefficients as constants of a program: which taps, their text, when specialization is profitable, and the policy
// that the environment sets.

#include "support/fake_devices.hpp"
#include "cases/sparse.hpp"

#include "coefficients/specialization.hpp"

#include <limits>

namespace opencv_test { namespace {

TEST(Clconv_Specialization, areTheTapsThatAreNotZero)
{
    const Mat kernel = Mat_<float>({2, 3}, {0, -3, 0.1f, -0.f, 1, 0});
    const clconv::SpecializedTaps specializedTaps = clconv::specializedTapsOf(kernel);
    EXPECT_EQ("", specializedTaps.refusal);
    ASSERT_EQ(3u, specializedTaps.taps.size());
    EXPECT_TRUE(specializedTaps.taps[0] == (clconv::SpecializedTaps::Tap{1, 0, -3}));
    EXPECT_TRUE(specializedTaps.taps[1] == (clconv::SpecializedTaps::Tap{2, 0, double(0.1f)}));
    EXPECT_TRUE(specializedTaps.taps[2] == (clconv::SpecializedTaps::Tap{1, 1, 1}));
}

TEST(Clconv_Specialization, areWrittenExactly)
{
    clconv::Problem problem = problemOf(CV_32F, CV_32F, 1, Size(3, 2));
    const Mat kernel = Mat_<float>({2, 3}, {0, -3, 0.1f, 1, 1e-45f, 0});
    problem.specializedTaps = std::make_shared<clconv::SpecializedTaps>(clconv::specializedTapsOf(kernel));
    clconv::BuildOptions options;
    clconv::defineSpecializedTaps(problem, 2, 3, options);
    const std::string taps =
        "-D TAPS_0=TAP(1,-0xcp-2f)TAP(2,0xcccccdp-27f) -D TAPS_1=TAP(0,0x8p-3f)TAP(1,0x8p-152f) -D TILE_ROWS=";
    const std::string above = "SOURCE(0,TO(0,TAPS_0))", middle = "SOURCE(1,TO(0,TAPS_1)TO(1,TAPS_0))",
                      below = "SOURCE(2,TO(1,TAPS_1))";
    EXPECT_EQ(taps + above + middle + below, options.text());

    clconv::BuildOptions inPairs;
    clconv::defineSpecializedTaps(problem, 2, 2, inPairs);
    EXPECT_EQ(taps + above + below + middle, inPairs.text());
}

TEST(Clconv_Specialization, refuseWhatNoProgramHolds)
{
    Mat kernel = Mat::zeros(21, 21, CV_32F);
    EXPECT_NE("", clconv::specializedTapsOf(kernel).refusal);
    kernel.setTo(Scalar(1));
    EXPECT_NE(std::string::npos, clconv::specializedTapsOf(kernel).refusal.find("441 taps"));
    kernel = spread(5, 1);
    EXPECT_EQ("", clconv::specializedTapsOf(kernel).refusal);
    kernel.at<float>(2, 2) = std::numeric_limits<float>::infinity();
    EXPECT_NE("", clconv::specializedTapsOf(kernel).refusal);
}

TEST(Clconv_Specialization, payWhereHalfOfTheTapsOrMoreAreZero)
{
    clconv::Problem problem = problemOf(CV_32F, CV_32F, 1, Size(15, 15));
    EXPECT_TRUE(clconv::specializationPays(problem, 6));
    EXPECT_TRUE(clconv::specializationPays(problem, 112));
    EXPECT_FALSE(clconv::specializationPays(problem, 113));
    EXPECT_FALSE(clconv::specializationPays(problem, 0));
    problem.rank = 1; // an outer product: 30 multiplications
    EXPECT_TRUE(clconv::specializationPays(problem, 15));
    EXPECT_FALSE(clconv::specializationPays(problem, 16));
    EXPECT_FALSE(clconv::specializationPays(problemOf(CV_32F, CV_32F, 1, Size(101, 101)), 401));
    EXPECT_FALSE(clconv::specializationPays(problemOf(CV_32F, CV_32F, 1, Size(3, 3)), 2));
}

TEST(Clconv_Specialization, policyIsReadFromText)
{
    EXPECT_LT(0, clconv::parseSpecializationPolicy("").after);
    EXPECT_EQ(0, clconv::parseSpecializationPolicy("off").after);
    EXPECT_EQ(17, clconv::parseSpecializationPolicy("after:17").after);
    EXPECT_EQ("", clconv::parseSpecializationPolicy("after:17").error);
    for (const char* text : {"on", "after", "after:", "after:0", "after:-3", "after:3x", "after:99999999999999999999"})
    {
        EXPECT_NE("", clconv::parseSpecializationPolicy(text).error) << text;
        EXPECT_EQ(clconv::parseSpecializationPolicy("").after, clconv::parseSpecializationPolicy(text).after) << text;
    }
}

}} // namespace opencv_test
