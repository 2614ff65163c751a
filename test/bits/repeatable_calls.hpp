// SPDX-License-Identifier: Apache-2.0
//
// Calls of many kinds on small images, whose bits are compared from call to call and from process to process.

#pragma once

#include <opencv2/clconv.hpp>

#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace clconv_test {

//! A call, and the image that it filters.
struct RepeatableCall
{
    std::string text;
    cv::Mat image;
    cv::Mat sparse; //!< the kernel that could be prepared; empty if none
    std::function<void(cv::InputArray, cv::OutputArray)> filter;
};

inline cv::Mat randomNumbers(cv::Size size, int type, double from, double to, cv::RNG& rng)
{
    cv::Mat numbers(size, type);
    rng.fill(numbers, cv::RNG::UNIFORM, from, to);
    return numbers;
}

//! @param kind 0 to 5: dense, sparse, separable, Gaussian, box, Sobel
//! @param side of the filter, odd
inline void chooseFilter(RepeatableCall& call, int kind, int side, int border, cv::RNG& rng)
{
    using namespace cv;
    static const char* const names[] = {"dense", "sparse", "separable", "Gaussian", "box", "Sobel"};
    const Size size(side, side);
    const int longestSobel = 7, ddepth = kind == 5 ? CV_32F : -1;
    const Mat row = randomNumbers(Size(side, 1), CV_32F, 0, 2. / side, rng), column = row.t();
    Mat kernel = randomNumbers(size, CV_32F, -1. / side, 1. / side, rng);
    if (kind == 1)
    {
        const int nonZero = 5;
        kernel.setTo(0);
        for (int i = 0; i < nonZero; i++)
            kernel.at<float>(rng.uniform(0, side), rng.uniform(0, side)) = rng.uniform(-1.f, 1.f);
        call.sparse = kernel;
    }
    switch (kind)
    {
    case 0:
    case 1:
        call.filter = [=](InputArray a, OutputArray b)
        { cv::clconv::filter2D(a, b, ddepth, kernel, Point(-1, -1), 0, border); };
        break;
    case 2:
        call.filter = [=](InputArray a, OutputArray b)
        { cv::clconv::sepFilter2D(a, b, ddepth, row, column, Point(-1, -1), 0, border); };
        break;
    case 3:
        call.filter = [=](InputArray a, OutputArray b) { cv::clconv::GaussianBlur(a, b, size, 0, 0, border); };
        break;
    case 4:
        call.filter = [=](InputArray a, OutputArray b)
        { cv::clconv::boxFilter(a, b, ddepth, size, Point(-1, -1), true, border); };
        break;
    default:
        side = std::min(side, longestSobel);
        call.filter = [=](InputArray a, OutputArray b) { cv::clconv::Sobel(a, b, ddepth, 1, 0, side, 1, 0, border); };
    }
    std::ostringstream text;
    text << names[kind] << ' ' << typeToString(call.image.type()) << ", side " << side << ", border " << border;
    call.text = text.str();
}

//! The first calls of an endless list: all types and kinds of filters in turn, each call with its own pixels and
//! coefficients. Sizes and borders repeat after 72 calls, because each pair of them needs a program.
inline std::vector<RepeatableCall> repeatableCalls(int count)
{
    using namespace cv;
    static const int types[] = {CV_8UC1, CV_8UC3, CV_16UC1, CV_16UC3, CV_32FC1, CV_32FC3};
    static const int borders[] = {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101};
    const int kinds = 6, typeCount = 6, programs = 2 * kinds * typeCount, borderCount = 4;
    // Up to 21; dense and sparse ones up to 13 but for one in eight: programs of transforms take seconds to build.
    const int sides = 10, sidesWithoutTransforms = 6, oneInEight = 8;
    RNG rng(1);
    std::vector<RepeatableCall> calls;
    for (int i = 0; i < count; i++)
    {
        RNG shape(unsigned(i % programs) + 1);
        RepeatableCall call;
        const Size size(rng.uniform(30, 80), rng.uniform(30, 60));
        call.image = randomNumbers(size, types[i % typeCount], 0, 200, rng);
        const int kind = i / typeCount % kinds, border = borders[shape.uniform(0, borderCount)];
        const bool mayBeLarge = kind > 1 || shape.uniform(0, oneInEight) == 0;
        const int side = 3 + 2 * shape.uniform(0, mayBeLarge ? sides : sidesWithoutTransforms);
        chooseFilter(call, kind, side, border, rng);
        calls.push_back(call);
    }
    return calls;
}

//! Makes the call, and returns the result in its own memory.
template<typename Image>
cv::Mat resultOf(const RepeatableCall& call)
{
    Image src, dst;
    call.image.copyTo(src);
    call.filter(src, dst);
    cv::Mat result;
    dst.copyTo(result);
    return result;
}

inline bool equalBits(const cv::Mat& a, const cv::Mat& b)
{
    return a.size() == b.size() && a.type() == b.type() && cv::norm(a, b, cv::NORM_INF) == 0;
}

} // namespace clconv_test
