// SPDX-License-Identifier: Apache-2.0
//
// The coefficient sets that a context caches.

#include "support/test_precomp.hpp"

#include "dispatch/dispatcher.hpp"

namespace opencv_test { namespace {

using clconv::CoefficientKind;
using clconv::CoefficientSet;

TEST(Clconv_CoefficientSet, keepsGivenFactorsAndMultipliesThemOut)
{
    Mat x(1, 501, CV_32F, Scalar(0.5));
    const Mat y(401, 1, CV_32F, Scalar(3));
    const CoefficientSet set({x, y}, CV_32F);
    x.setTo(Scalar(0));
    EXPECT_EQ(1, set.traits().rank);
    EXPECT_EQ(902u, set.onHost(CoefficientKind::Factors).total());
    const Mat& full = set.onHost(CoefficientKind::Full);
    ASSERT_EQ(Size(501, 401), full.size());
    EXPECT_EQ(0, cv::norm(full, Mat(401, 501, CV_32F, Scalar(1.5)), NORM_INF));
}

TEST(Clconv_CoefficientSet, isKeptByItsContent)
{
    const std::shared_ptr<clconv::Dispatcher> runtime = clconv::Dispatcher::current();
    const Mat kernel(5, 7, CV_32F, Scalar(0.3125));
    const auto first = runtime->cache().coefficients({kernel}, CV_32F);
    EXPECT_EQ(first, runtime->cache().coefficients({kernel.clone()}, CV_32F));
    EXPECT_NE(first, runtime->cache().coefficients({kernel}, CV_64F));
    EXPECT_NE(first, runtime->cache().coefficients({kernel * 2}, CV_32F));
}

TEST(Clconv_CoefficientSet, isNotKeptWhereItIsVeryLarge)
{
    const std::shared_ptr<clconv::Dispatcher> runtime = clconv::Dispatcher::current();
    const Mat small(3, 3, CV_32F, Scalar(0.625)), large(4100, 4100, CV_32F, Scalar(1));
    const auto kept = runtime->cache().coefficients({small}, CV_32F);
    const std::weak_ptr<const CoefficientSet> gone = runtime->cache().coefficients({large}, CV_32F);
    EXPECT_TRUE(gone.expired());
    EXPECT_EQ(kept, runtime->cache().coefficients({small}, CV_32F));
}

//! They add up to 64 MiB, on GPUs to 256.
TEST(Clconv_CoefficientSet, isForgottenWhenAllTogetherAreMany)
{
    const std::shared_ptr<clconv::Dispatcher> runtime = clconv::Dispatcher::current();
    std::vector<std::weak_ptr<const CoefficientSet>> sets;
    for (int i = 0; i < 60; i++) // at least 5 MiB each
    {
        Mat kernel = Mat::eye(600, 700, CV_64F);
        kernel.at<double>(5, 6) = i;
        sets.push_back(runtime->cache().coefficients({kernel}, CV_64F));
    }
    int kept = 0;
    for (const auto& set : sets)
        kept += !set.expired();
    const bool cpu = ocl::Device::getDefault().type() == ocl::Device::TYPE_CPU;
    EXPECT_LE(kept, cpu ? 12 : 51);
    EXPECT_GE(kept, 1);
}

}} // namespace opencv_test
