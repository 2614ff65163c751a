// SPDX-License-Identifier: Apache-2.0
//
// The largest image of the pyramid: read from a picture file, or a drawn pattern.

#include "first_image.hpp"
#include "gradients.hpp"
#include "../common/pattern.hpp"
#include "../common/picture.hpp"
#include "../common/quiet.hpp"
#include "programs/command_line.hpp"

#include <opencv2/core/ocl.hpp>
#include <opencv2/imgcodecs.hpp>

#include <cmath>

namespace pyramid {
namespace {

using programs::UsageError;

const cv::Size defaultSize(3866, 4320); // of J. Sellner's study, docs/studies.md

cv::Mat readPicture(const std::string& file)
{
    const samples::Quiet quiet;
    cv::Mat picture;
    try
    {
        picture = cv::imread(file, cv::IMREAD_GRAYSCALE);
    }
    catch (const cv::Exception&) // too large for OpenCV, or broken
    {
    }
    if (picture.empty())
        throw programs::UsageError("not a picture that OpenCV can read: " + file);
    return picture;
}

cv::Mat drawPattern(cv::Size size)
{
    cv::Mat picture;
    samples::Pattern(size).draw(picture, 0);
    cv::cvtColor(picture, picture, cv::COLOR_BGR2GRAY);
    return picture;
}

//! A size with as many pixels as the default, in the picture's aspect ratio.
cv::Size sizeLike(cv::Size picture)
{
    const double scale = std::sqrt(double(defaultSize.area()) / double(picture.area()));
    return cv::Size(cvRound(picture.width * scale), cvRound(picture.height * scale));
}

void requireValidSize(cv::Size size)
{
    const int minSide = 1 << (octaves - 1);
    const std::string name = cv::format("%dx%d", size.width, size.height);
    if (std::min(size.width, size.height) < minSide)
        throw programs::UsageError("too small for four octaves: " + name +
                                   cv::format(", minimum %dx%d", minSide, minSide));
    if (!cv::ocl::useOpenCL())
        return;
    double pixels = 0;
    for (const cv::Size& s : sizes(size))
        pixels += double(s.width) * s.height;
    const cv::ocl::Device& device = cv::ocl::Device::getDefault();
    const double imageBytes = double(size.width) * size.height * sizeof(float);
    const double bytes = 4 * sizeof(float) * pixels; // each image, its two derivatives, its magnitude
    const double memory = double(device.globalMemSize());
    if (imageBytes > double(device.maxMemAllocSize()) || bytes > memory / 2)
        throw programs::UsageError(
            cv::format("too large for this device: %s needs %.1f GiB; the limit is half of its %.1f GiB", name.c_str(),
                       bytes / (1 << 30), memory / (1 << 30)));
}

} // namespace

cv::UMat firstImage(const Options& options)
{
    cv::Mat picture = options.image.empty() ? cv::Mat() : readPicture(options.image);
    cv::Size size = options.size;
    if (size.empty())
        size = picture.empty() ? defaultSize : sizeLike(picture.size());
    requireValidSize(size);
    if (picture.empty())
        picture = drawPattern(size);
    picture.convertTo(picture, CV_32F, 1. / 255);
    cv::UMat image;
    samples::scaledTo(picture, size).copyTo(image);
    return image;
}

} // namespace pyramid
