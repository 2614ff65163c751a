// SPDX-License-Identifier: Apache-2.0
//
// Calls of the eight functions with arguments that are wrong or just allowed, whose effects are compared with those of
// OpenCV's functions on a Mat. Uses only OpenCV, because programs under clconv-run use it too.

#pragma once

#include <opencv2/imgproc.hpp>

#include <functional>
#include <string>
#include <vector>

namespace clconv_test {

enum class Function
{
    Filter2D,
    SepFilter2D,
    GaussianBlur,
    BoxFilter,
    Blur,
    Sobel,
    Scharr,
    Laplacian
};

const std::vector<Function>& allFunctions();
std::string nameOf(Function function);

//! How the output is declared.
enum class Declared
{
    Free,      //!< the call creates it
    SameType,  //!< constant, of the result's type and size
    OtherType, //!< constant, of another type
    OtherSize  //!< constant, of another size
};

//! What clconv does by design, even if OpenCV's function on a Mat differs.
struct ByDesign
{
    const char* reason; //!< null: as OpenCV
    int code;           //!< of the exception; 0: there is an image
};

struct UnusualCall
{
    Function function = Function::Filter2D;
    std::string what; //!< what is unusual
    ByDesign byDesign = {nullptr, 0};
    cv::Mat src;
    cv::Rect region; //!< of src; empty: all of it
    Declared declared = Declared::Free;
    int ddepth = -1;
    cv::Mat kernel, kernelY;
    cv::Point anchor = cv::Point(-1, -1);
    cv::Size ksize = cv::Size(3, 3);
    double sigmaX = 1, sigmaY = 0;
    bool normalize = true;
    int dx = 1, dy = 0, aperture = 3;
    double scale = 1, delta = 0;
    int border = cv::BORDER_DEFAULT;
};

//! Calls of a function with one unusual argument each.
std::vector<UnusualCall> unusualCalls(Function function);

typedef std::function<void(const UnusualCall&, cv::InputArray, cv::OutputArray)> Perform;

//! The body of a Perform with the functions of a namespace.
#define CLCONV_PERFORM(space, c, src, dst)                                                                             \
    switch (c.function)                                                                                                \
    {                                                                                                                  \
    case Function::Filter2D: return space::filter2D(src, dst, c.ddepth, c.kernel, c.anchor, c.delta, c.border);        \
    case Function::SepFilter2D:                                                                                        \
        return space::sepFilter2D(src, dst, c.ddepth, c.kernel, c.kernelY, c.anchor, c.delta, c.border);               \
    case Function::GaussianBlur: return space::GaussianBlur(src, dst, c.ksize, c.sigmaX, c.sigmaY, c.border);          \
    case Function::BoxFilter: return space::boxFilter(src, dst, c.ddepth, c.ksize, c.anchor, c.normalize, c.border);   \
    case Function::Blur: return space::blur(src, dst, c.ksize, c.anchor, c.border);                                    \
    case Function::Sobel: return space::Sobel(src, dst, c.ddepth, c.dx, c.dy, c.aperture, c.scale, c.delta, c.border); \
    case Function::Scharr: return space::Scharr(src, dst, c.ddepth, c.dx, c.dy, c.scale, c.delta, c.border);           \
    case Function::Laplacian: return space::Laplacian(src, dst, c.ddepth, c.aperture, c.scale, c.delta, c.border);     \
    }

void performByOpenCV(const UnusualCall& call, cv::InputArray src, cv::OutputArray dst);

//! Makes the call on UMats, and OpenCV's on Mats. Both must throw the same code or give equal images. After an
//! exception the output must be unchanged, in place too.
//! @returns words that describe what is wrong; empty if nothing is
std::string findDifference(const UnusualCall& call, const Perform& onUMats);

//! Compares a call on Mats likewise, but its output may have changed.
std::string findDifferenceOnMats(const UnusualCall& call, const Perform& onMats);

} // namespace clconv_test
