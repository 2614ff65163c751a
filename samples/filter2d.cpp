// SPDX-License-Identifier: Apache-2.0
//
// The smallest program: reads an image, sharpens it on the OpenCL device, writes it.

#include <opencv2/clconv.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>
#include <iostream>

int main(int argc, char** argv)
try
{
    if (argc != 3)
        throw std::runtime_error("usage: clconv_filter2d INPUT_IMAGE OUTPUT_IMAGE");
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_ERROR); // a missing file is reported below
    cv::UMat image, sharp;
    cv::imread(argv[1]).copyTo(image);
    if (image.empty())
        throw std::runtime_error(std::string("not a readable image: ") + argv[1]);
    const cv::Matx33f kernel(0, -1, 0, -1, 5, -1, 0, -1, 0);
    cv::clconv::filter2D(image, sharp, -1, kernel); // cv::filter2D takes the same arguments
    if (!cv::haveImageWriter(argv[2]) || !cv::imwrite(argv[2], sharp))
        throw std::runtime_error(std::string("cannot write: ") + argv[2]);
}
catch (const std::exception& error)
{
    std::cerr << "clconv_filter2d: " << error.what() << std::endl;
    return 2;
}
