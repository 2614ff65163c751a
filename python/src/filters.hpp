// SPDX-License-Identifier: Apache-2.0
//
// The functions that cv2 has, too, for an engine that computes the call: clconv's functions, or those that serve calls
// of a patched cv2 (patch/patch.cpp).

#pragma once

#include "arguments.hpp"
#include "images.hpp"

#include "preload/calls.hpp"

namespace clconv_python {

#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 11)
#define CLCONV_DEFAULT_HINT , cv::ALGO_HINT_DEFAULT
#else
#define CLCONV_DEFAULT_HINT
#endif

const cv::Point middle(-1, -1);

//! @param outside the border's value, if the engine takes one
template<typename Engine, typename... Outside>
py::object filter2D(py::handle src, py::handle ddepth, py::handle kernel, py::handle dst, py::handle anchor,
                    py::handle delta, py::handle border, const Outside&... outside)
{
    const Input image(src, "src"), filter(kernel, "kernel", true);
    Output result(dst, image.isUMat());
    const int depth = toInt(ddepth, "ddepth"), borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    const cv::Point point = toPoint(anchor, "anchor", middle);
    const double add = toDouble(delta, "delta");
    return Engine::run(result, [&]
                       { return Engine::filter2D(image, result, depth, filter, point, add, borderType, outside...); });
}

//! @param outside the border's value, if the engine takes one
template<typename Engine, typename... Outside>
py::object sepFilter2D(py::handle src, py::handle ddepth, py::handle kernelX, py::handle kernelY, py::handle dst,
                       py::handle anchor, py::handle delta, py::handle border, const Outside&... outside)
{
    const Input image(src, "src"), row(kernelX, "kernelX", true), column(kernelY, "kernelY", true);
    Output result(dst, image.isUMat());
    const int depth = toInt(ddepth, "ddepth"), borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    const cv::Point point = toPoint(anchor, "anchor", middle);
    const double add = toDouble(delta, "delta");
    return Engine::run(
        result,
        [&] { return Engine::sepFilter2D(image, result, depth, row, column, point, add, borderType, outside...); });
}

template<typename Engine>
py::object gaussianBlur(py::handle src, py::handle ksize, py::handle sigmaX, py::handle dst, py::handle sigmaY,
                        py::handle border)
{
    const Input image(src, "src");
    Output result(dst, image.isUMat());
    const cv::Size size = toSize(ksize, "ksize");
    const double alongX = toDouble(sigmaX, "sigmaX"), alongY = toDouble(sigmaY, "sigmaY");
    const int borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    return Engine::run(
        result,
        [&] { return Engine::GaussianBlur(image, result, size, alongX, alongY, borderType CLCONV_DEFAULT_HINT); });
}

template<typename Engine>
py::object boxFilter(py::handle src, py::handle ddepth, py::handle ksize, py::handle dst, py::handle anchor,
                     py::handle normalize, py::handle border)
{
    const Input image(src, "src");
    Output result(dst, image.isUMat());
    const int depth = toInt(ddepth, "ddepth"), borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    const cv::Size size = toSize(ksize, "ksize");
    const cv::Point point = toPoint(anchor, "anchor", middle);
    const bool normalized = toBool(normalize, "normalize", true);
    return Engine::run(result,
                       [&] { return Engine::boxFilter(image, result, depth, size, point, normalized, borderType); });
}

template<typename Engine>
py::object blur(py::handle src, py::handle ksize, py::handle dst, py::handle anchor, py::handle border)
{
    const Input image(src, "src");
    Output result(dst, image.isUMat());
    const cv::Size size = toSize(ksize, "ksize");
    const cv::Point point = toPoint(anchor, "anchor", middle);
    const int borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    return Engine::run(result, [&] { return Engine::blur(image, result, size, point, borderType); });
}

template<typename Engine>
py::object sobel(py::handle src, py::handle ddepth, py::handle dx, py::handle dy, py::handle dst, py::handle ksize,
                 py::handle scale, py::handle delta, py::handle border)
{
    const Input image(src, "src");
    Output result(dst, image.isUMat());
    const int depth = toInt(ddepth, "ddepth"), size = toInt(ksize, "ksize", 3);
    const int orderX = toInt(dx, "dx"), orderY = toInt(dy, "dy");
    const double factor = toDouble(scale, "scale", 1), add = toDouble(delta, "delta");
    const int borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    return Engine::run(result, [&]
                       { return Engine::Sobel(image, result, depth, orderX, orderY, size, factor, add, borderType); });
}

template<typename Engine>
py::object scharr(py::handle src, py::handle ddepth, py::handle dx, py::handle dy, py::handle dst, py::handle scale,
                  py::handle delta, py::handle border)
{
    const Input image(src, "src");
    Output result(dst, image.isUMat());
    const int depth = toInt(ddepth, "ddepth"), orderX = toInt(dx, "dx"), orderY = toInt(dy, "dy");
    const double factor = toDouble(scale, "scale", 1), add = toDouble(delta, "delta");
    const int borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    return Engine::run(result,
                       [&] { return Engine::Scharr(image, result, depth, orderX, orderY, factor, add, borderType); });
}

template<typename Engine>
py::object laplacian(py::handle src, py::handle ddepth, py::handle dst, py::handle ksize, py::handle scale,
                     py::handle delta, py::handle border)
{
    const Input image(src, "src");
    Output result(dst, image.isUMat());
    const int depth = toInt(ddepth, "ddepth"), size = toInt(ksize, "ksize", 1);
    const double factor = toDouble(scale, "scale", 1), add = toDouble(delta, "delta");
    const int borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    return Engine::run(result, [&] { return Engine::Laplacian(image, result, depth, size, factor, add, borderType); });
}

} // namespace clconv_python
