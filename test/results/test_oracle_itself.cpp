// SPDX-License-Identifier: Apache-2.0
//
// Compares the two oracles, the project's own loop and cv::filter2D on a Mat, in all cases that stock supports.

#include "support/test_precomp.hpp"

#include <algorithm>

namespace opencv_test { namespace {

//! Compares with the result of cv::filter2D on a Mat for a case's source.
std::string stockAgrees(const FilterCase& filterCase, bool& applies)
{
    RNG rng(filterCase.seed);
    const bool region = !filterCase.srcParent.empty();
    const Mat pixels = randomImage(region ? filterCase.srcParent : filterCase.size, filterCase.srcType, rng);
    const Mat src = pixels(Rect(region ? filterCase.srcOrigin : Point(), filterCase.size));
    const FilterInput input = {
        src, filterCase.kernel, filterCase.anchor, filterCase.delta, filterCase.border, filterCase.dstDepth()};
    applies = stockTakes(input);
    if (!applies)
        return std::string();
    Mat dst;
    cv::filter2D(src, dst, filterCase.ddepth, filterCase.kernel, filterCase.anchor, filterCase.delta,
                 filterCase.border);
    return findDifference(dst, exactSums(input), Tolerance::PlainSum);
}

TEST(Clconv_Oracle, agreesWithStockOnMats)
{
    std::vector<int> borders = borderTypes();
    borders.erase(std::remove(borders.begin(), borders.end(), int(BORDER_WRAP)),
                  borders.end()); // unsupported by stock
    RNG rng(3);
    int compared = 0;
    for (int i = 0; i < 500; i++)
    {
        FilterCase filterCase;
        const int srcDepth = oneOf(depths(), rng);
        const int channels = rng.uniform(1, 5);
        filterCase.srcType = CV_MAKETYPE(srcDepth, channels);
        filterCase.ddepth = oneOf(depths(), rng);
        filterCase.border = oneOf(borders, rng);
        filterCase.seed = unsigned(i);
        const Size size = randomSize(1, 8, rng);
        const Coefficients kind = Coefficients(rng.uniform(0, 5));
        filterCase.kernel = randomKernel(size, srcDepth, filterCase.ddepth, kind, rng);
        const std::vector<FilterCase> all = layouts(filterCase);
        for (size_t j = 0; j < all.size(); j++)
        {
            bool applies = false;
            EXPECT_EQ("", stockAgrees(all[j], applies)) << describe(all[j]);
            compared += applies;
        }
    }
    EXPECT_GT(compared, 1000);
}

TEST(Clconv_Oracle, findsAWrongNumber)
{
    const Mat src(4, 5, CV_8UC1, Scalar(7)), kernel = Mat::ones(3, 3, CV_32F);
    const Exact exact = exactSums(FilterInput{src, kernel, Point(-1, -1), 0, BORDER_REPLICATE, CV_8U});
    Mat result(4, 5, CV_8UC1, Scalar(63));
    EXPECT_EQ("", findDifference(result, exact, Tolerance::PlainSum));
    result.at<uchar>(2, 3) = 64;
    EXPECT_NE("", findDifference(result, exact, Tolerance::PlainSum));
}

TEST(Clconv_Oracle, wrapsAround)
{
    const Mat src = Mat_<float>({1, 3}, {1, 10, 100}), kernel = Mat_<float>({1, 5}, {1, 0, 0, 0, 2});
    const Exact exact = exactSums(FilterInput{src, kernel, Point(-1, -1), 0, BORDER_WRAP, CV_32F});
    EXPECT_EQ(210, exact.sum[0]); // 10 is two pixels to the left of the first, 100 two to the right
    EXPECT_EQ(102, exact.sum[1]);
    EXPECT_EQ(21, exact.sum[2]);
}

}} // namespace opencv_test
