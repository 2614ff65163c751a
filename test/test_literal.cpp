// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Programs for one kernel alone: what their taps may be, who gets one, and how many there are.

#include "variants.hpp"

#include "invented.hpp"
#include "literal_table.hpp"
#include "program.hpp"
#include "runtime.hpp"
#include "thrown.hpp"

#include <limits>
#include <thread>

namespace opencv_test
{
namespace
{

//! The one that runs on this device where it is left the choice.
std::string ownProgram()
{
    return clconv::traitsOf(ocl::Device::getDefault()).cpu ? "cpu_literal" : "literal";
}

//! Six taps, the weights of Scharr's derivative times `scale`: each scale is another kernel.
Mat spread(int ksize, float scale)
{
    Mat kernel = Mat::zeros(ksize, ksize, CV_32F);
    static const float weights[] = {3, 10, 4}; // no outer product
    for (int i = 0; i < 3; i++)
    {
        kernel.at<float>(i * (ksize / 2), 0) = -weights[i] * scale;
        kernel.at<float>(i * (ksize / 2), ksize - 1) = 3 * scale;
    }
    return kernel;
}

//! Filters a small image with the usual arguments; the result must be right.
//! @returns what ran
std::string filtered(const Mat& kernel, int type = CV_32FC1)
{
    Trial trial;
    trial.srcType = type;
    trial.kernel = kernel;
    trial.size = Size(64, 43);
    EXPECT_TRUE(right(trial));
    return clconv::lastImplementation();
}

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

class Clconv_LiteralForced : public testing::TestWithParam<const char*>
{
};

TEST_P(Clconv_LiteralForced, takesTapsOfAnyValue)
{
    static const float tiny = 1e-40f, large = 1e30f;
    static const float rows[][6] = {
        {1, -1, 0, 1, -1, 0},        {-0.f, 0, 2, -0.f, 2, 2},         {tiny, 0, -tiny, 0, 0, tiny},
        {large, 0, 0, 0, -large, 1}, {0.1f, 0, 0.1f, -0.1f, 0, 1e-3f}, {0, 0, 0, 0, 0, -7}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
    {
        Trial trial;
        trial.srcType = CV_32FC1;
        trial.kernel = Mat(2, 3, CV_32F, const_cast<float*>(rows[i])).clone();
        trial.force = GetParam();
        EXPECT_TRUE(right(trial, GetParam())) << i;
    }
    Trial trial; // not exact in float
    trial.srcType = CV_32FC1;
    trial.ddepth = CV_64F;
    trial.kernel = (Mat_<double>(2, 3) << 0.1, 0, -1. / 3, 0, 1e-300, 1);
    trial.force = GetParam();
    EXPECT_TRUE(right(trial, GetParam()));
}

TEST_P(Clconv_LiteralForced, takesSparseKernels)
{
    static const int ksizes[] = {7, 15, 31};
    static const int borders[] = {BORDER_CONSTANT, BORDER_REFLECT_101, BORDER_WRAP};
    for (int i = 0; i < 3; i++)
    {
        Trial trial;
        trial.srcType = i == 1 ? CV_8UC3 : CV_32FC1;
        trial.border = borders[i];
        trial.size = Size(83, 47);
        trial.kernel = spread(ksizes[i], i == 1 ? 0.05f : 1);
        trial.force = GetParam();
        const std::vector<Trial> all = layouts(trial);
        for (size_t j = 0; j < all.size(); j++)
            EXPECT_TRUE(right(all[j], GetParam()));
    }
}

TEST_P(Clconv_LiteralForced, doesNotRunWithoutFiniteTaps)
{
    clconv::ForceScope force(GetParam());
    const UMat src(31, 41, CV_32FC1, Scalar(2));
    UMat dst;
    Mat kernel = Mat::zeros(3, 3, CV_32F);
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_NE(GetParam(), clconv::lastImplementation());
    EXPECT_EQ(0, cv::norm(dst, NORM_INF));
    kernel.at<float>(1, 1) = std::numeric_limits<float>::infinity();
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_NE(GetParam(), clconv::lastImplementation());
}

//! As cv::filter2D on a Mat, which leaves zero taps out.
TEST_P(Clconv_LiteralForced, passesOverNaNsUnderZeroTaps)
{
    Mat src(29, 37, CV_32FC1, Scalar(1)), expected;
    src.at<float>(14, 20) = std::numeric_limits<float>::quiet_NaN();
    src.at<float>(5, 9) = std::numeric_limits<float>::infinity();
    const Mat kernel = spread(5, 1);
    cv::filter2D(src, expected, -1, kernel);
    UMat dst;
    clconv::ForceScope force(GetParam());
    clconv::filter2D(src.getUMat(ACCESS_READ), dst, -1, kernel);
    EXPECT_EQ(GetParam(), clconv::lastImplementation());
    const Mat result = dst.getMat(ACCESS_READ);
    for (int y = 0; y < src.rows; y++)
        for (int x = 0; x < src.cols; x++)
        {
            const float a = expected.at<float>(y, x), b = result.at<float>(y, x);
            EXPECT_TRUE(a == b || (a != a && b != b)) << x << ", " << y << ": " << a << ", " << b;
        }
}

CLCONV_INSTANTIATE(Both, Clconv_LiteralForced, testing::Values("literal", "cpu_literal"));

TEST(Clconv_Prepare, buildsAhead)
{
    const Mat kernel = spread(9, 0.3f);
    const int before = clconv::programsBuilt();
    EXPECT_TRUE(clconv::prepare(kernel, CV_8UC3, CV_16S, Point(-1, -1), BORDER_REPLICATE));
    const int built = clconv::programsBuilt();
    EXPECT_EQ(before + 1, built);
    for (int turn = 0; turn < 6; turn++)
    {
        UMat parent(300 + turn, 208 + 16 * turn, CV_8UC3, Scalar::all(turn)), dst;
        const UMat src = parent(Rect(16 * turn, 2 * turn, 97 + turn, 45 + 7 * turn));
        clconv::filter2D(src, dst, CV_16S, kernel.clone(), Point(4, 8 - turn), turn * 0.5, BORDER_REPLICATE);
        EXPECT_EQ(ownProgram(), clconv::lastImplementation());
    }
    EXPECT_EQ(built, clconv::programsBuilt());
    EXPECT_TRUE(clconv::prepare(kernel, CV_8UC3, CV_16S, Point(-1, -1), BORDER_REPLICATE));
    EXPECT_EQ(built, clconv::programsBuilt());
    const String words =
        clconv::explain(UMat(45, 67, CV_8UC3, Scalar::all(0)), CV_16S, kernel, Point(-1, -1), BORDER_REPLICATE);
    EXPECT_NE(std::string::npos, std::string(words).find(ownProgram() + ": taken")) << words;
}

//! Where a program of its own would not help it is the usual one.
TEST(Clconv_Prepare, buildsAheadForAnyKernel)
{
    RNG rng(3);
    static const int sizes[][2] = {{5, 5}, {13, 11}, {23, 22}, {37, 35}, {1, 1}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        for (int separable = 0; separable < 2; separable++)
        {
            const Mat kernel = randomKernel(Size(sizes[i][0], sizes[i][1]), CV_32F, CV_32F,
                                            separable ? Coefficients::OuterProduct : Coefficients::Random, rng);
            EXPECT_TRUE(clconv::prepare(kernel, CV_32FC1, -1, Point(-1, -1), BORDER_DEFAULT, Size(64, 43)));
            const int built = clconv::programsBuilt();
            filtered(kernel);
            EXPECT_EQ(built, clconv::programsBuilt()) << i;
        }
    EXPECT_TRUE(clconv::prepare(Mat::zeros(5, 5, CV_32F), CV_32FC1, -1));
}

TEST(Clconv_Prepare, throwsWhatFilter2DThrows)
{
    const Mat kernel = spread(5, 1);
    EXPECT_EQ(Error::StsAssert, codeOf([&] { clconv::prepare(Mat(), CV_8UC1, -1); }));
    EXPECT_EQ(Error::StsAssert, codeOf([&] { clconv::prepare(kernel, CV_8UC1, -1, Point(5, 0)); }));
    EXPECT_EQ(Error::StsBadArg,
              codeOf([&] { clconv::prepare(kernel, CV_8UC1, -1, Point(-1, -1), BORDER_TRANSPARENT); }));
    EXPECT_EQ(Error::StsNotImplemented, codeOf([&] { clconv::prepare(kernel, CV_16FC1, -1); }));
    EXPECT_EQ(Error::StsAssert,
              codeOf([&] { clconv::prepare(kernel, CV_8UC1, -1, Point(-1, -1), BORDER_REFLECT, Size(0, 7)); }));
}

TEST(Clconv_Prepare, saysNoWithoutOpenCL)
{
    ocl::setUseOpenCL(false);
    EXPECT_FALSE(clconv::prepare(spread(5, 1), CV_8UC1, -1));
    ocl::setUseOpenCL(true);
}

TEST(Clconv_Often, getsAProgramOfItsOwn)
{
    clconv::LiteralScope policy("after:4");
    const Mat kernel = spread(11, 0.7f);
    const std::string usual = filtered(kernel);
    EXPECT_NE(ownProgram(), usual);
    const int before = clconv::programsBuilt();
    for (int call = 2; call <= 4; call++)
        EXPECT_EQ(usual, filtered(kernel)) << call;
    for (int call = 1; call <= 9; call++)
        filtered(spread(11, 0.7f + call)); // others in between count for themselves
    const UMat like(45, 67, CV_32FC1, Scalar(0));
    for (int i = 0; i < 9; i++)
        EXPECT_EQ(0u, clconv::explain(like, -1, kernel).find("cpu_literal: refused, "));
    EXPECT_EQ(before, clconv::programsBuilt());
    EXPECT_EQ(ownProgram(), filtered(kernel));
    EXPECT_EQ(ownProgram(), filtered(kernel.clone()));
    EXPECT_EQ(before + 1, clconv::programsBuilt());
    EXPECT_NE(std::string::npos, std::string(clconv::explain(like, -1, kernel)).find(ownProgram() + ": taken"));
    clconv::LiteralScope off("off");
    EXPECT_EQ(usual, filtered(kernel));
    EXPECT_EQ(before + 1, clconv::programsBuilt());
}

TEST(Clconv_Often, isForSparseKernelsAlone)
{
    clconv::LiteralScope policy("after:1");
    RNG rng(8);
    const Mat dense = randomKernel(Size(7, 7), CV_32F, CV_32F, Coefficients::Random, rng);
    filtered(dense);
    const int before = clconv::programsBuilt();
    for (int call = 0; call < 5; call++)
        EXPECT_NE(ownProgram(), filtered(dense));
    EXPECT_EQ(before, clconv::programsBuilt());
}

//! Over the bound all start over, but those that were prepared.
TEST(Clconv_Often, isBounded)
{
    clconv::LiteralScope policy("after:1");
    const Mat prepared = spread(5, 0.11f), first = spread(5, 100);
    EXPECT_TRUE(clconv::prepare(prepared, CV_32FC1, -1));
    filtered(first);
    EXPECT_EQ(ownProgram(), filtered(first));
    for (size_t i = 1; i <= clconv::mostOftenKernels; i++)
    {
        const Mat kernel = spread(5, 100 + float(i));
        filtered(kernel);
        EXPECT_EQ(ownProgram(), filtered(kernel)) << i;
    }
    const int built = clconv::programsBuilt();
    EXPECT_NE(ownProgram(), filtered(first));
    EXPECT_EQ(ownProgram(), filtered(prepared));
    EXPECT_EQ(built, clconv::programsBuilt());
    EXPECT_EQ(ownProgram(), filtered(first));
    EXPECT_EQ(built + 1, clconv::programsBuilt()); // it was let go
}

TEST(Clconv_Often, buildsOnceForManyThreads)
{
    const Mat kernel = spread(13, 0.9f);
    filtered(kernel);
    const int before = clconv::programsBuilt();
    std::vector<std::string> errors(16);
    std::vector<std::thread> threads;
    for (size_t t = 0; t < errors.size(); t++)
        threads.push_back(std::thread(
            [&errors, &kernel, t]()
            {
                clconv::LiteralScope policy("after:20");
                for (int i = 0; i < 10 && errors[t].empty(); i++)
                {
                    Trial trial;
                    trial.srcType = CV_32FC1;
                    trial.kernel = kernel;
                    trial.size = Size(40 + 4 * i, 30 + int(t));
                    errors[t] = perform(trial).error;
                }
            }));
    for (size_t t = 0; t < threads.size(); t++)
        threads[t].join();
    for (size_t t = 0; t < errors.size(); t++)
        EXPECT_EQ("", errors[t]) << "thread " << t;
    EXPECT_EQ(before + 1, clconv::programsBuilt());
}

} // namespace
} // namespace opencv_test
