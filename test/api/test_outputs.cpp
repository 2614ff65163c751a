// SPDX-License-Identifier: Apache-2.0
//
// Outputs of calls that throw.

#include "support/thrown.hpp"

namespace opencv_test { namespace {

TEST(Clconv_Outputs, matsStayWhenStockDoesNotTakeTheDepths)
{
    const Mat src(19, 23, CV_32SC1, Scalar(9)), kernel = Mat::ones(3, 3, CV_32F);
    Mat dst(4, 4, CV_8UC1, Scalar(77)), stock;
    const uchar* const data = dst.data;
    const int code = codeOf([&]() { cv::filter2D(src, stock, CV_8U, kernel); });
    ASSERT_NE(0, code);
    EXPECT_EQ(code, codeOf([&]() { clconv::filter2D(src, dst, CV_8U, kernel); }));
    EXPECT_EQ(data, dst.data);
    EXPECT_EQ(Size(4, 4), dst.size());
    Mat same(19, 23, CV_8UC1, Scalar(77));
    EXPECT_EQ(code, codeOf([&]() { clconv::filter2D(src, same, CV_8U, kernel); }));
    EXPECT_EQ(0, cv::norm(same, Mat(19, 23, CV_8UC1, Scalar(77)), NORM_INF));
}

TEST(Clconv_Outputs, smallMatricesOfAnotherSizeGiveStocksCode)
{
    const Mat src(3, 3, CV_8UC1, Scalar(9)), kernel = Mat::ones(3, 3, CV_32F);
    UMat device;
    src.copyTo(device);
    Matx22f other(1, 2, 3, 4);
    const int code = codeOf([&]() { cv::filter2D(src, other, CV_32F, kernel); });
    ASSERT_NE(0, code);
    EXPECT_EQ(code, codeOf([&]() { clconv::filter2D(src, other, CV_32F, kernel); }));
    EXPECT_EQ(code, codeOf([&]() { clconv::filter2D(device, other, CV_32F, kernel); }));
    EXPECT_EQ(Matx22f(1, 2, 3, 4), other);
    Matx33f fits;
    EXPECT_EQ(0, codeOf([&]() { clconv::filter2D(device, fits, CV_32F, kernel); }));
    EXPECT_EQ(81, fits(1, 1));
}

}} // namespace opencv_test
