// SPDX-License-Identifier: Apache-2.0
//
// Linked like a user's program with only the shared library and OpenCV: each header compiles by itself, the macros have
// the version of CMake, and a filter gives OpenCV's result. shared_library.cmake checks that the others are there.
// Exit code 1 if one of these is not so.

#include <opencv2/clconv/named_filters.hpp> // these three first: each compiles by itself
#include <opencv2/clconv/split.hpp>
#include <opencv2/clconv/version.hpp>
#include <opencv2/clconv.hpp>

#include "support/device.hpp"

namespace {

using namespace cv;

bool isTrue(const char* what, bool condition)
{
    if (!condition)
        std::cerr << what << ": not as expected\n";
    return condition;
}

//! The macros must have the values that CMake read for the name of the library.
bool areVersionsOfCMake()
{
    return isTrue("CLCONV_VERSION", format("%d.%d.%d", CLCONV_VERSION_MAJOR, CLCONV_VERSION_MINOR,
                                           CLCONV_VERSION_PATCH) == CLCONV_PROJECT_VERSION &&
                                        String(CLCONV_VERSION) == CLCONV_PROJECT_VERSION);
}

//! On a UMat, and on a Mat in a SplitScope. Integers may differ by one, because a rounding error can cross a tie.
bool isOpenCVsResult()
{
    const Mat kernel = Mat_<float>({3, 3}, {-2, -1, 0.25f, -1, 1, 1, 0, 1, 2});
    Mat image(61, 83, CV_8UC3), expected, split;
    RNG(7).fill(image, RNG::UNIFORM, 0, 256);
    UMat result;
    cv::filter2D(image, expected, -1, kernel);
    clconv::filter2D(image.getUMat(ACCESS_READ), result, -1, kernel);
    const clconv::SplitScope scope({ocl::OpenCLExecutionContext::getCurrent()});
    clconv::filter2D(image, split, -1, kernel);
    const bool near = isTrue("filter2D", cv::norm(result, expected, NORM_INF) <= 1);
    return isTrue("SplitScope", cv::norm(split, expected, NORM_INF) <= 1) && near;
}

} // namespace

int main()
{
    return clconv_test::chooseDevice() && areVersionsOfCMake() && isOpenCVsResult() ? 0 : 1;
}
