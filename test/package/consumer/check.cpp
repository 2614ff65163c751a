// SPDX-License-Identifier: Apache-2.0
//
// Makes an image for the example of the README, or checks the example's result. It uses OpenCV alone, so that
// clconv-run can accelerate its call.
//   check IN        writes an image
//   check IN OUT    compares OUT with the result of OpenCV's filter2D on IN

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <cstdio>

int main(int argc, char** argv)
{
    if (argc == 2)
    {
        cv::Mat image(241, 319, CV_8UC3);
        cv::randu(image, 0, 256);
        return cv::imwrite(argv[1], image) ? 0 : 1;
    }
    cv::UMat image, expected;
    cv::imread(argv[1]).copyTo(image);
    cv::filter2D(image, expected, -1, cv::Matx33f(0, -1, 0, -1, 5, -1, 0, -1, 0));
    const cv::Mat result = cv::imread(argv[2]);
    if (result.size() != expected.size() || result.type() != expected.type())
    {
        std::printf("%s: %d x %d\n", argv[2], result.cols, result.rows);
        return 1;
    }
    const double difference = cv::norm(result, expected.getMat(cv::ACCESS_READ), cv::NORM_INF);
    std::printf("largest difference: %g\n", difference);
    return difference <= 1 ? 0 : 1;
}
