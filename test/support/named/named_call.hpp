// SPDX-License-Identifier: Apache-2.0
//
// A call of a filter by name (GaussianBlur, Sobel, ...) with all its arguments as a value; made by clconv, compared
// with OpenCV's function on a Mat, and described. Independent of GoogleTest: the fuzz program uses it too.

#pragma once

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace clconv_test {

enum class Named
{
    GaussianBlur,
    BoxFilter,
    Blur,
    Sobel,
    Scharr,
    Laplacian
};

const std::vector<Named>& namedFunctions();
std::string nameOf(Named function);

struct NamedCall
{
    Named function = Named::Sobel;
    int srcType = CV_8UC1;
    int ddepth = -1; //!< not for GaussianBlur and Blur
    cv::Size size = cv::Size(37, 23);
    cv::Size ksize = cv::Size(3, 3); //!< for Sobel and Laplacian only the width counts
    double sigmaX = 0, sigmaY = 0;
    cv::Point anchor = cv::Point(-1, -1);
    bool normalize = true;
    int dx = 1, dy = 0;
    double scale = 1, delta = 0;
    int border = cv::BORDER_DEFAULT; //!< with or without BORDER_ISOLATED
    cv::Size parent;                 //!< empty: the source is a separate image
    cv::Point origin;
    cv::Size dstParent; //!< empty: the call creates the output
    cv::Point dstOrigin;
    bool inPlace = false; //!< the source is the output argument
    bool onMats = false;
    bool withoutOpenCL = false;
    bool spoiled = false; //!< one argument is to be refused
    unsigned seed = 1;    //!< of the source's pixels

    int dstDepth() const { return ddepth < 0 ? CV_MAT_DEPTH(srcType) : ddepth; }
    int dstType() const { return CV_MAKETYPE(dstDepth(), CV_MAT_CN(srcType)); }
};

std::string describe(const NamedCall& call);

//! The sum of the absolute coefficients, computed by OpenCV's function from a single bright pixel.
double coefficientSum(const NamedCall& call);

//! Draws types, size of the filter and border: what a program is built for.
NamedCall randomNamedShape(Named function, cv::RNG& rng);

//! Draws the other arguments and images; one call in ten has an argument that OpenCV refuses.
NamedCall randomNamedCall(const NamedCall& shape, cv::RNG& rng);

//! Makes the call and compares the numbers, the output's surroundings, the source, and the code of an exception.
//! @returns words that describe what is wrong; empty if nothing is
std::string perform(const NamedCall& call);

} // namespace clconv_test
