// SPDX-License-Identifier: Apache-2.0
//
// A drawn test pattern, the same on every machine; successive frames move.

#include "pattern.hpp"

#include <opencv2/imgproc.hpp>

#include <cmath>

namespace samples {

namespace {

void drawStar(cv::Mat& frame, int index)
{
    const cv::Point centre(frame.cols / 2, frame.rows / 2);
    const cv::Size axes(frame.rows * 2 / 5, frame.rows * 2 / 5);
    for (int spoke = 0; spoke < 36; spoke++)
        cv::ellipse(frame, centre, axes, index, spoke * 10, spoke * 10 + 5,
                    cv::Scalar(60 + spoke * 5, 255 - spoke * 5, 240), cv::FILLED, cv::LINE_AA);
}

void drawDiscs(cv::Mat& frame, int index)
{
    for (int disc = 0; disc < 6; disc++)
    {
        const double angle = index * 0.02 * (disc + 1) + disc;
        const cv::Point centre(cvRound(frame.cols * (0.5 + 0.42 * std::sin(angle))),
                               cvRound(frame.rows * (0.5 + 0.38 * std::cos(angle * 0.7))));
        const cv::Scalar colour(255 - 40 * disc, 40 * disc, disc % 2 * 255);
        cv::circle(frame, centre, frame.rows / 20, colour, cv::FILLED, cv::LINE_AA);
        cv::circle(frame, centre, frame.rows / 20, cv::Scalar::all(255), 2, cv::LINE_AA);
    }
}

} // namespace

Pattern::Pattern(cv::Size size) : background_(size, CV_8UC3)
{
    for (int y = 0; y < size.height; y++)
        for (int x = 0; x < size.width; x++)
            background_.at<cv::Vec3b>(y, x) = cv::Vec3b(cv::saturate_cast<uchar>(220 - 160 * y / size.height), 90,
                                                        cv::saturate_cast<uchar>(40 + 160 * x / size.width));
}

void Pattern::draw(cv::Mat& frame, int index) const
{
    background_.copyTo(frame);
    drawStar(frame, index);
    drawDiscs(frame, index);
    cv::putText(frame, cv::format("frame %d", index), cv::Point(frame.cols / 20, frame.rows * 19 / 20),
                cv::FONT_HERSHEY_DUPLEX, frame.cols / 800., cv::Scalar::all(255), 1 + frame.cols / 640, cv::LINE_AA);
}

} // namespace samples
