// SPDX-License-Identifier: Apache-2.0
//
// Each chain is written once, as a template over libraries and kinds of images.

#include "usual_chains.hpp"

#include <opencv2/imgproc.hpp>

#include <map>

namespace bench {
namespace {

using cv::clconv::Chain;

//! Stages as calls of clconv.
struct Ours
{
    static void gaussian(const cv::UMat& src, cv::UMat& dst, cv::Size size, int border)
    {
        cv::clconv::GaussianBlur(src, dst, size, 0, 0, border);
    }
    static void sobel(const cv::UMat& src, cv::UMat& dst, int dx, int border)
    {
        cv::clconv::Sobel(src, dst, src.depth() == CV_8U ? CV_16S : CV_32F, dx, 1 - dx, 3, 1, 0, border);
    }
    static void scaleAbs(const cv::UMat& src, cv::UMat& dst)
    {
        static const Chain chain = Chain().convertScaleAbs();
        chain.apply(src, dst);
    }
    static void grey(const cv::UMat& src, cv::UMat& dst)
    {
        static const Chain chain = Chain().cvtColor(cv::COLOR_BGR2GRAY);
        chain.apply(src, dst);
    }
    static void threshold(const cv::UMat& src, cv::UMat& dst, double level, double value, int kind)
    {
        static std::map<std::tuple<double, double, int>, Chain> chains; // a new chain would be planned at every call
        Chain& chain = chains[std::make_tuple(level, value, kind)];
        if (chain.empty())
            chain.threshold(level, value, kind);
        chain.apply(src, dst);
    }
    static void scale(const cv::UMat& src, cv::UMat& dst, double factor, double shift)
    {
        static std::map<std::pair<double, double>, Chain> chains;
        Chain& chain = chains[{factor, shift}];
        if (chain.empty())
            chain.convertTo(-1, factor, shift);
        chain.apply(src, dst);
    }
};

//! Stages as calls of OpenCV.
struct OpenCv
{
    static void gaussian(cv::InputArray src, cv::OutputArray dst, cv::Size size, int border)
    {
        cv::GaussianBlur(src, dst, size, 0, 0, border);
    }
    static void sobel(cv::InputArray src, cv::OutputArray dst, int dx, int border)
    {
        cv::Sobel(src, dst, src.depth() == CV_8U ? CV_16S : CV_32F, dx, 1 - dx, 3, 1, 0, border);
    }
    static void scaleAbs(cv::InputArray src, cv::OutputArray dst) { cv::convertScaleAbs(src, dst); }
    static void grey(cv::InputArray src, cv::OutputArray dst) { cv::cvtColor(src, dst, cv::COLOR_BGR2GRAY); }
    static void threshold(cv::InputArray src, cv::OutputArray dst, double level, double value, int kind)
    {
        cv::threshold(src, dst, level, value, kind);
    }
    template<typename Image>
    static void scale(const Image& src, Image& dst, double factor, double shift)
    {
        src.convertTo(dst, -1, factor, shift);
    }
};

cv::Size wider(cv::Size blur)
{
    return {2 * blur.width - 1, 2 * blur.height - 1};
}

//! The value of white in images of this depth.
double whiteOf(int depth)
{
    return depth == CV_8U ? 255 : depth == CV_16U ? 65535 : 1;
}

template<typename Library, typename Image>
struct Gradient
{
    ChainSettings settings;
    Image dx = {}, dy = {}, magnitudeX = {}, magnitudeY = {};

    void operator()(const Image& src, Image& dst)
    {
        Library::sobel(src, dx, 1, settings.border);
        Library::sobel(src, dy, 0, settings.border);
        Library::scaleAbs(dx, magnitudeX);
        Library::scaleAbs(dy, magnitudeY);
        cv::add(magnitudeX, magnitudeY, dst);
    }
};

template<typename Library, typename Image>
struct Edges
{
    ChainSettings settings;
    Gradient<Library, Image> gradient = {settings};
    Image blurred = {};

    static Chain chain(const ChainSettings& s)
    {
        return Chain().GaussianBlur(s.blur, 0, 0, s.border).gradientMagnitude(CV_8U, 3, false, s.border);
    }
    void operator()(const Image& src, Image& dst)
    {
        Library::gaussian(src, blurred, settings.blur, settings.border);
        gradient(blurred, dst);
    }
};

template<typename Library, typename Image>
struct Unsharp
{
    ChainSettings settings;
    Image blurred = {};

    static Chain chain(const ChainSettings& s)
    {
        return Chain().GaussianBlur(s.blur, 0, 0, s.border).addWeighted(-1, Chain(), 2, 0);
    }
    void operator()(const Image& src, Image& dst)
    {
        Library::gaussian(src, blurred, settings.blur, settings.border);
        cv::addWeighted(blurred, -1, src, 2, 0, dst);
    }
};

template<typename Library, typename Image>
struct DifferenceOfGaussians
{
    ChainSettings settings;
    Image narrow = {}, wide = {};

    static Chain chain(const ChainSettings& s)
    {
        const Chain other = Chain().GaussianBlur(wider(s.blur), 0, 0, s.border);
        return Chain().GaussianBlur(s.blur, 0, 0, s.border).subtract(other);
    }
    void operator()(const Image& src, Image& dst)
    {
        Library::gaussian(src, narrow, settings.blur, settings.border);
        Library::gaussian(src, wide, wider(settings.blur), settings.border);
        cv::subtract(narrow, wide, dst);
    }
};

template<typename Library, typename Image>
struct Document
{
    ChainSettings settings;
    Image grey = {}, blurred = {};

    static Chain chain(const ChainSettings& s)
    {
        const double white = whiteOf(s.depth);
        return Chain()
            .cvtColor(cv::COLOR_BGR2GRAY)
            .GaussianBlur(s.blur, 0, 0, s.border)
            .threshold(white / 2, white, cv::THRESH_BINARY);
    }
    void operator()(const Image& src, Image& dst)
    {
        const double white = whiteOf(settings.depth);
        Library::grey(src, grey);
        Library::gaussian(grey, blurred, settings.blur, settings.border);
        Library::threshold(blurred, dst, white / 2, white, cv::THRESH_BINARY);
    }
};

template<typename Library, typename Image>
struct Camera
{
    ChainSettings settings;
    Gradient<Library, Image> gradient = {settings};
    Image grey = {};

    static Chain chain(const ChainSettings& s)
    {
        return Chain().cvtColor(cv::COLOR_BGR2GRAY).gradientMagnitude(CV_8U, 3, false, s.border);
    }
    void operator()(const Image& src, Image& dst)
    {
        Library::grey(src, grey);
        gradient(grey, dst);
    }
};

//! A Gaussian, and five stages that work pixel by pixel.
template<typename Library, typename Image>
struct Levels
{
    ChainSettings settings;
    Image a = {}, b = {};

    static constexpr double contrast = 1.25, lower = 1. / 16, upper = 15. / 16, range = 7. / 8; // of white

    static Chain chain(const ChainSettings& s)
    {
        const double white = whiteOf(s.depth);
        return Chain()
            .GaussianBlur(s.blur, 0, 0, s.border)
            .convertTo(-1, contrast, -white * lower)
            .threshold(white * upper, white, cv::THRESH_TRUNC)
            .threshold(white * lower, white, cv::THRESH_TOZERO)
            .convertTo(-1, range, white * lower)
            .threshold(white / 2, white, cv::THRESH_TOZERO_INV);
    }
    void operator()(const Image& src, Image& dst)
    {
        const double white = whiteOf(settings.depth);
        Library::gaussian(src, a, settings.blur, settings.border);
        Library::scale(a, b, contrast, -white * lower);
        Library::threshold(b, a, white * upper, white, cv::THRESH_TRUNC);
        Library::threshold(a, b, white * lower, white, cv::THRESH_TOZERO);
        Library::scale(b, a, range, white * lower);
        Library::threshold(a, dst, white / 2, white, cv::THRESH_TOZERO_INV);
    }
};

template<template<typename, typename> class Stages>
UsualChain usualChain(const std::string& name, int channels)
{
    return {name,
            channels,
            Stages<Ours, cv::UMat>::chain,
            [](const ChainSettings& s) { return Stages<Ours, cv::UMat>{s}; },
            [](const ChainSettings& s) { return Stages<OpenCv, cv::UMat>{s}; },
            [](const ChainSettings& s) { return Stages<OpenCv, cv::Mat>{s}; }};
}

} // namespace

const std::vector<UsualChain>& usualChains()
{
    const int colours = 3;
    static const std::vector<UsualChain> all = {usualChain<Edges>("edges", 0),
                                                usualChain<Unsharp>("unsharp", 0),
                                                usualChain<DifferenceOfGaussians>("dog", 0),
                                                usualChain<Document>("document", colours),
                                                usualChain<Camera>("camera", colours),
                                                usualChain<Levels>("levels", 0)};
    return all;
}

} // namespace bench
