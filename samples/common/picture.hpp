// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Putting pictures together for people: scaled, side by side, with words on them.

#ifndef CLCONV_SAMPLES_PICTURE_HPP
#define CLCONV_SAMPLES_PICTURE_HPP

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <string>

namespace samples
{

//! @p width wide, the height in proportion; both even, as video formats with shared chroma want them.
inline cv::Size sizeOfWidth(cv::Size picture, int width)
{
    const int height = cvRound(static_cast<double>(picture.height) * width / picture.width);
    return cv::Size(std::max(width & ~1, 2), std::max(height & ~1, 2));
}

//! A Mat, or a UMat, where the device does it.
template<typename Picture>
Picture scaledTo(const Picture& picture, cv::Size size)
{
    Picture denormTaps;
    cv::resize(picture, denormTaps, size, 0, 0, size.width < picture.cols ? cv::INTER_AREA : cv::INTER_LINEAR);
    return denormTaps;
}

inline cv::Mat sideBySide(const cv::Mat& left, const cv::Mat& right)
{
    cv::Mat pair;
    cv::hconcat(left, right, pair);
    return pair;
}

//! Writes into a darkened band along the top, as large as fits, @p lineHeight pixels high at most.
inline void label(cv::Mat picture, const std::string& text, int lineHeight)
{
    const int font = cv::FONT_HERSHEY_SIMPLEX;
    const cv::Size unit = cv::getTextSize(text, font, 1, 2, nullptr);
    const double room = 0.96 * picture.cols / std::max(unit.width, 1);
    const double scale = std::min(room, 0.55 * lineHeight / std::max(unit.height, 1));
    const int bandHeight = std::min(lineHeight, picture.rows);
    cv::Mat band = picture.rowRange(0, bandHeight);
    band.convertTo(band, -1, 0.35);
    const cv::Point baseLine(cvRound(0.02 * picture.cols), cvRound(0.5 * (bandHeight + scale * unit.height)));
    cv::putText(picture, text, baseLine, font, scale, cv::Scalar::all(255), scale > 0.7 ? 2 : 1, cv::LINE_AA);
}

} // namespace samples

#endif // CLCONV_SAMPLES_PICTURE_HPP
