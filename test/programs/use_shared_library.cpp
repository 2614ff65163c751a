// SPDX-License-Identifier: Apache-2.0
//
// Calls the public functions, linked like a user's program with only the shared library and OpenCV, and compares the
// results with OpenCV's own on Mats. Exit code 1 if one differs.

#include <opencv2/clconv/named_filters.hpp> // these three first: each compiles by itself
#include <opencv2/clconv/split.hpp>
#include <opencv2/clconv/version.hpp>
#include <opencv2/clconv.hpp>

#include "support/device.hpp"

#include <vector>

namespace {

using namespace cv;

//! Integers may differ by one, because a rounding error can cross a tie.
bool isNear(const char* function, InputArray result, const Mat& expected)
{
    const bool same = result.size() == expected.size() && result.type() == expected.type() &&
                      cv::norm(result, expected, NORM_INF) <= 1;
    if (!same)
        std::cerr << function << ": the result differs from OpenCV's\n";
    return same;
}

bool isTrue(const char* function, bool condition)
{
    if (!condition)
        std::cerr << function << ": an unexpected answer\n";
    return condition;
}

Mat randomBytes()
{
    Mat image(61, 83, CV_8UC3);
    RNG(7).fill(image, RNG::UNIFORM, 0, 256);
    return image;
}

//! The macros must have the values that CMake read for the name of the library.
bool areVersionsOfCMake()
{
    return isTrue("CLCONV_VERSION", format("%d.%d.%d", CLCONV_VERSION_MAJOR, CLCONV_VERSION_MINOR,
                                           CLCONV_VERSION_PATCH) == CLCONV_PROJECT_VERSION &&
                                        String(CLCONV_VERSION) == CLCONV_PROJECT_VERSION);
}

//! Runs the same call of OpenCV's function on a Mat and of clconv's on a UMat.
#define CLCONV_IS_NEAR(function, ...)                                                                                  \
    (cv::function(image, expected, __VA_ARGS__), clconv::function(src, result, __VA_ARGS__),                           \
     isNear(#function, result, expected))

bool callFiltersByName(const Mat& image)
{
    const UMat src = image.getUMat(ACCESS_READ);
    Mat expected;
    UMat result;
    bool right = CLCONV_IS_NEAR(GaussianBlur, Size(5, 5), 1.5);
    right = CLCONV_IS_NEAR(boxFilter, CV_32F, Size(4, 3), Point(-1, -1), false) && right;
    right = CLCONV_IS_NEAR(blur, Size(7, 7)) && right;
    right = CLCONV_IS_NEAR(Sobel, CV_16S, 1, 0) && right;
    right = CLCONV_IS_NEAR(Scharr, CV_16S, 0, 1) && right;
    return CLCONV_IS_NEAR(Laplacian, CV_16S, 5) && right;
}

bool callInSplitScope(const Mat& image, const Mat& kernel, const Mat& expected)
{
    const clconv::SplitScope split({ocl::OpenCLExecutionContext::getCurrent()});
    Mat result;
    clconv::filter2D(image, result, -1, kernel);
    return isNear("SplitScope", result, expected);
}

bool callAll()
{
    const Mat image = randomBytes();
    const Mat row = Mat_<float>({1, 5}, {0.1f, 0.2f, 0.4f, 0.2f, 0.1f}), column = row.t();
    const Mat emboss = Mat_<float>({3, 3}, {-2, -1, 0.25f, -1, 1, 1, 0, 1, 2});
    const std::vector<Mat> kernels = {emboss, emboss.t()};
    Mat expected[4];
    cv::filter2D(image, expected[0], -1, emboss);
    cv::sepFilter2D(image, expected[1], CV_32F, row, column);
    for (size_t i = 0; i < 2; i++)
        cv::filter2D(image, expected[2 + i], -1, kernels[i]);

    const UMat src = image.getUMat(ACCESS_READ);
    UMat filtered, separated;
    std::vector<UMat> bank;
    bool right = callFiltersByName(image);
    right = callInSplitScope(image, emboss, expected[0]) && right;
    right = isTrue("prepare", clconv::prepare(emboss, CV_8UC3, -1)) && right;
    clconv::filter2D(src, filtered, -1, emboss);
    clconv::sepFilter2D(src, separated, CV_32F, row, column);
    clconv::filterBank(src, bank, -1, kernels);
    right = isNear("filter2D", filtered, expected[0]) && right;
    right = isNear("sepFilter2D", separated, expected[1]) && right;
    right = isTrue("filterBank", bank.size() == 2) && right;
    for (size_t i = 0; i < bank.size(); i++)
        right = isNear("filterBank", bank[i], expected[2 + i]) && right;
    return isTrue("explain", clconv::explain(src, -1, emboss).find(": taken") != String::npos) && right;
}

} // namespace

int main()
{
    return clconv_test::chooseDevice() && areVersionsOfCMake() && callAll() ? 0 : 1;
}
