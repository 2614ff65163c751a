// SPDX-License-Identifier: Apache-2.0
//
// Invalid arguments: the error codes of cv::filter2D on a Mat, thrown before anything is written, also to outputs.

#include "support/thrown.hpp"

#include <climits>
#include <cstring>
#include <set>

namespace opencv_test { namespace {

//! The arguments of a call that must fail.
struct Wrong
{
    Mat src, kernel;
    int ddepth;
    Point anchor;
    int border;

    Wrong() : src(19, 23, CV_8UC1, Scalar(9)), kernel(Mat::ones(3, 5, CV_32F)), ddepth(-1), anchor(-1, -1), border(4) {}
};

int codeOnMats(const Wrong& w)
{
    Mat dst;
    return codeOf([&]() { cv::filter2D(w.src, dst, w.ddepth, w.kernel, w.anchor, 0, w.border); });
}

//! Expects that clconv on UMats throws the error code of stock on Mats, and leaves the output unchanged.
void expectStocksError(const Wrong& w, const std::string& what, int expected = 0)
{
    const int code = expected ? expected : codeOnMats(w);
    ASSERT_NE(0, code) << what;
    UMat src;
    w.src.copyTo(src);
    static const int types[] = {CV_8UC1, CV_32FC3, CV_8UC1};
    for (int i = 0; i < 3; i++)
    {
        const Size size = i == 2 ? Size(3, 3) : w.src.dims <= 2 && !w.src.empty() ? w.src.size() : Size(23, 19);
        UMat dst(size, types[i], Scalar::all(77)), same = dst;
        EXPECT_EQ(code, codeOf([&]() { clconv::filter2D(src, dst, w.ddepth, w.kernel, w.anchor, 0, w.border); }))
            << what;
        EXPECT_EQ(same.u, dst.u) << what << ": the output was created anew";
        EXPECT_EQ(types[i], dst.type()) << what;
        EXPECT_EQ(0, cv::norm(dst, Mat(size, types[i], Scalar::all(77)), NORM_INF)) << what;
    }
    Mat matDst(w.src.dims <= 2 && !w.src.empty() ? w.src.size() : Size(23, 19), CV_8UC1, Scalar(77));
    const uchar* const data = matDst.data;
    EXPECT_EQ(code, codeOf([&]() { clconv::filter2D(w.src, matDst, w.ddepth, w.kernel, w.anchor, 0, w.border); }))
        << what << " on Mats";
    EXPECT_EQ(data, matDst.data) << what << " on Mats";
    EXPECT_EQ(code, codeOf([&]() { clconv::explain(src, w.ddepth, w.kernel, w.anchor, w.border); }))
        << what << ", explain";
}

//! The usual cause is a wrong path for imread.
TEST(Clconv_Contract, namesTheFunctionOfAnEmptySource)
{
    const Mat src, kernel = Mat::ones(3, 3, CV_32F), row = Mat::ones(1, 3, CV_32F);
    Mat dst;
    std::vector<Mat> outputs;
    const std::vector<Mat> kernels(1, kernel), sources = {Mat(9, 9, CV_8UC1, Scalar(9)), Mat()};
    const std::pair<std::string, std::function<void()>> calls[] = {
        {"filter2D", [&] { clconv::filter2D(src, dst, -1, kernel); }},
        {"sepFilter2D", [&] { clconv::sepFilter2D(src, dst, -1, row, row); }},
        {"filterBank", [&] { clconv::filterBank(src, outputs, -1, kernels); }},
        {"filterBatch", [&] { clconv::filterBatch(sources, outputs, -1, kernel); }},
        {"GaussianBlur", [&] { clconv::GaussianBlur(src, dst, Size(3, 3), 1); }},
        {"boxFilter", [&] { clconv::boxFilter(src, dst, -1, Size(3, 3)); }},
        {"blur", [&] { clconv::blur(src, dst, Size(3, 3)); }},
        {"Sobel", [&] { clconv::Sobel(src, dst, -1, 1, 0); }},
        {"Scharr", [&] { clconv::Scharr(src, dst, -1, 1, 0); }},
        {"Laplacian", [&] { clconv::Laplacian(src, dst, -1); }},
        {"explain", [&] { clconv::explain(src, -1, kernel); }}};
    for (const auto& call : calls)
        try
        {
            call.second();
            FAIL() << call.first;
        }
        catch (const cv::Exception& e)
        {
            const std::string image = call.first == "filterBatch" ? "an image of src" : "src";
            EXPECT_EQ(Error::StsAssert, e.code) << call.first;
            EXPECT_EQ(call.first, e.func);
            EXPECT_EQ(image + " is empty: most often imread was given a wrong path", e.err) << call.first;
        }
}

TEST(Clconv_Contract, refusesAnAnchorOutsideTheKernel)
{
    static const int anchors[][2] = {{5, 0},  {0, 3},  {5, 3},    {-2, 0},     {0, -2},
                                     {-1, 3}, {5, -1}, {1000, 1}, {INT_MIN, 0}};
    for (size_t i = 0; i < sizeof(anchors) / sizeof(anchors[0]); i++)
    {
        Wrong w;
        w.anchor = Point(anchors[i][0], anchors[i][1]);
        expectStocksError(w, cv::format("anchor %d,%d", w.anchor.x, w.anchor.y), Error::StsAssert);
    }
}

//! Expects the error codes of filterBank, sepFilter2D and prepare for the source, the 3x5 kernel and the depth of w.
void expectCodesOfOthers(const Wrong& w, int filter2DCode, int sepCode, const std::string& what)
{
    const std::vector<Mat> bank(2, w.kernel);
    const Mat row = Mat::ones(1, 5, CV_32F), column = Mat::ones(3, 1, CV_32F);
    UMat src, dst;
    w.src.copyTo(src);
    std::vector<UMat> outputs;
    std::vector<Mat> mats;
    Mat mat;
    EXPECT_EQ(filter2DCode, codeOf([&]() { clconv::filterBank(src, outputs, w.ddepth, bank); })) << what;
    EXPECT_EQ(filter2DCode, codeOf([&]() { clconv::filterBank(w.src, mats, w.ddepth, bank); })) << what;
    EXPECT_EQ(filter2DCode, codeOf([&]() { clconv::prepare(w.kernel, w.src.type(), w.ddepth); })) << what;
    EXPECT_EQ(sepCode, codeOf([&]() { clconv::sepFilter2D(src, dst, w.ddepth, row, column); })) << what;
    EXPECT_EQ(sepCode, codeOf([&]() { clconv::sepFilter2D(w.src, mat, w.ddepth, row, column); })) << what;
    EXPECT_TRUE(outputs.empty() && mats.empty() && dst.empty() && mat.empty()) << what;
}

//! Tries each depth as source, as destination and as both. Stock's code depends on the pair of depths.
TEST(Clconv_Contract, refusesDepthsWithoutFiltersWithStocksCodes)
{
    std::set<int> codes;
    for (int srcDepth : joined(depths(), otherDepths()))
        for (int ddepth : joined(joined(depths(), otherDepths()), {-1}))
        {
            const bool onUMats = clconv::isKnownDepth(srcDepth) && (ddepth < 0 || clconv::isKnownDepth(ddepth));
            if (onUMats && srcDepth != CV_16F && ddepth != CV_16F)
                continue;
            Wrong w;
            w.src = Mat(19, 23, srcDepth);
            std::memset(w.src.data, 0, w.src.total() * w.src.elemSize());
            w.ddepth = ddepth;
            const std::string what = cv::format("from depth %d to depth %d", srcDepth, ddepth);
            Mat dst;
            const Mat row = Mat::ones(1, 5, CV_32F), column = Mat::ones(3, 1, CV_32F);
            const int sepCode = codeOf([&]() { cv::sepFilter2D(w.src, dst, ddepth, row, column); });
            ASSERT_NE(0, sepCode) << what;
            if (onUMats)
            {
                EXPECT_EQ(codeOnMats(w), codeOf([&]() { clconv::filter2D(w.src, dst, ddepth, w.kernel); })) << what;
                EXPECT_EQ(sepCode, codeOf([&]() { clconv::sepFilter2D(w.src, dst, ddepth, row, column); })) << what;
            }
            else
            {
                expectStocksError(w, what);
                expectCodesOfOthers(w, codeOnMats(w), sepCode, what);
            }
            codes.insert(codeOnMats(w));
        }
    EXPECT_EQ((std::set<int>{Error::StsAssert, Error::StsNotImplemented}), codes);
}

TEST(Clconv_Contract, namesTheDepthsThatItRefuses)
{
    const Mat src(19, 23, CV_16FC1, Scalar(0)), kernel = Mat::ones(3, 5, CV_32F);
    Mat dst;
    try
    {
        clconv::filter2D(src, dst, CV_8U, kernel);
        FAIL() << "it is accepted";
    }
    catch (const cv::Exception& e)
    {
        EXPECT_EQ("src and ddepth: no filter from CV_16F to CV_8U; images are CV_8U to CV_64F, UMats CV_16F too",
                  e.err);
    }
}

TEST(Clconv_Contract, refusesOutputsOfAFixedOtherType)
{
    const UMat src(19, 23, CV_8UC1, Scalar(9));
    const Mat kernel = Mat::ones(3, 5, CV_32F), matSrc(19, 23, CV_8UC1, Scalar(9));
    Mat_<float> fixed(19, 23, 77.f);
    const uchar* const data = fixed.data;
    const int code = codeOf([&]() { cv::filter2D(matSrc, fixed, CV_8U, kernel); });
    EXPECT_EQ(Error::StsAssert, code);
    EXPECT_EQ(code, codeOf([&]() { clconv::filter2D(matSrc, fixed, CV_8U, kernel); }));
    EXPECT_EQ(code, codeOf([&]() { clconv::filter2D(src, fixed, CV_8U, kernel); }));
    EXPECT_EQ(data, fixed.data);
    EXPECT_EQ(0, cv::norm(fixed, Mat(19, 23, CV_32F, Scalar(77)), NORM_INF));
    clconv::filter2D(src, fixed, CV_32F, kernel);
    EXPECT_EQ(135, fixed(7, 7));
}

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
