// SPDX-License-Identifier: Apache-2.0
//
// Composes pictures for display: scaling, side by side, captions.

#ifndef CLCONV_SAMPLES_PICTURE_HPP
#define CLCONV_SAMPLES_PICTURE_HPP

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <string>

namespace samples {

//! A size of that width and a height in proportion; both even, as video formats with subsampled chroma require.
inline cv::Size sizeOfWidth(cv::Size picture, int width)
{
    const int height = cvRound(static_cast<double>(picture.height) * width / picture.width);
    return cv::Size(std::max(width & ~1, 2), std::max(height & ~1, 2));
}

//! @p Picture is cv::Mat, or cv::UMat, which is scaled on the device.
template<typename Picture>
Picture scaledTo(const Picture& picture, cv::Size size)
{
    Picture scaled;
    cv::resize(picture, scaled, size, 0, 0, size.width < picture.cols ? cv::INTER_AREA : cv::INTER_LINEAR);
    return scaled;
}

inline cv::Mat sideBySide(const cv::Mat& left, const cv::Mat& right)
{
    cv::Mat pair;
    cv::hconcat(left, right, pair);
    return pair;
}

//! Writes text into a darkened band at the top, as large as fits and at most @p lineHeight pixels high.
inline void label(cv::Mat picture, const std::string& text, int lineHeight)
{
    const int font = cv::FONT_HERSHEY_SIMPLEX;
    const cv::Size textSize = cv::getTextSize(text, font, 1, 2, nullptr);
    const double maxScale = 0.96 * picture.cols / std::max(textSize.width, 1);
    const double scale = std::min(maxScale, 0.55 * lineHeight / std::max(textSize.height, 1));
    const int bandHeight = std::min(lineHeight, picture.rows);
    cv::Mat band = picture.rowRange(0, bandHeight);
    band.convertTo(band, -1, 0.35);
    const cv::Point baseLine(cvRound(0.02 * picture.cols), cvRound(0.5 * (bandHeight + scale * textSize.height)));
    cv::putText(picture, text, baseLine, font, scale, cv::Scalar::all(255), scale > 0.7 ? 2 : 1, cv::LINE_AA);
}

} // namespace samples

#endif // CLCONV_SAMPLES_PICTURE_HPP
