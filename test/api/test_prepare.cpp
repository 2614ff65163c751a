// SPDX-License-Identifier: Apache-2.0
//
// Which programs prepare() builds, and for which calls.

#include "bank/banks.hpp"
#include "cases/sparse.hpp"
#include "support/thrown.hpp"

#include "runtime/compiled_kernel.hpp"

namespace opencv_test { namespace {

TEST(Clconv_Prepare, buildsInAdvance)
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

//! Builds the usual program if specialization is not profitable.
TEST(Clconv_Prepare, buildsInAdvanceForAnyKernel)
{
    RNG rng(3);
    const auto kernel = [&](int width, int height, Coefficients kind)
    { return randomKernel(Size(width, height), CV_32F, CV_32F, kind, rng); };
    const Mat kernels[] = {kernel(1, 1, Coefficients::Random), kernel(5, 5, Coefficients::Random),
                           kernel(13, 11, Coefficients::OuterProduct), kernel(23, 22, Coefficients::Random)};
    for (const Mat& k : kernels)
    {
        EXPECT_TRUE(clconv::prepare(k, CV_32FC1, -1, Point(-1, -1), BORDER_DEFAULT, Size(64, 43)));
        const int built = clconv::programsBuilt();
        filtered(k);
        EXPECT_EQ(built, clconv::programsBuilt()) << k.size();
    }
    EXPECT_TRUE(clconv::prepare(Mat::zeros(5, 5, CV_32F), CV_32FC1, -1));
}

TEST(Clconv_Prepare, buildsInAdvanceForAnyNumberOfChannels)
{
    const Mat kernel = spread(5, 0.5f);
    for (int channels : {2, 5, 7})
    {
        const int type = CV_16UC(channels);
        EXPECT_TRUE(clconv::prepare(kernel, type, -1, Point(-1, -1), BORDER_DEFAULT, Size(64, 43))) << channels;
        const int built = clconv::programsBuilt();
        UMat src(Size(64, 43), type), dst;
        clconv::filter2D(src, dst, -1, kernel);
        EXPECT_EQ(built, clconv::programsBuilt()) << channels;
    }
}

//! In a bank, a sparse filter would be computed with its zeros.
TEST(Clconv_Prepare, givesKernelsOfABankTheirOwnProgramsToo)
{
    const Mat sparse = spread(9, 0.3f);
    EXPECT_TRUE(clconv::prepare(sparse, CV_32FC1, -1));
    FilterCase filterCase = bankOf(CV_32FC1, 3, Size(3, 3));
    filterCase.otherKernels[0] = sparse;
    EXPECT_TRUE(isRight(filterCase, ownProgram())); // its own program runs last
}

TEST(Clconv_Prepare, throwsWhatFilter2DThrows)
{
    const Mat kernel = spread(5, 1);
    EXPECT_EQ(Error::StsAssert, codeOf([&] { clconv::prepare(Mat(), CV_8UC1, -1); }));
    EXPECT_EQ(Error::StsAssert, codeOf([&] { clconv::prepare(kernel, CV_8UC1, -1, Point(5, 0)); }));
    EXPECT_EQ(Error::StsBadArg,
              codeOf([&] { clconv::prepare(kernel, CV_8UC1, -1, Point(-1, -1), BORDER_TRANSPARENT); }));
    EXPECT_EQ(0, codeOf([&] { clconv::prepare(kernel, CV_16FC1, -1); }));
    EXPECT_EQ(Error::StsAssert,
              codeOf([&] { clconv::prepare(kernel, CV_8UC1, -1, Point(-1, -1), BORDER_REFLECT, Size(0, 7)); }));
}

TEST(Clconv_Prepare, returnsFalseWithoutOpenCL)
{
    const NoOpenCL noOpenCL;
    EXPECT_FALSE(clconv::prepare(spread(5, 1), CV_8UC1, -1));
}

}} // namespace opencv_test
