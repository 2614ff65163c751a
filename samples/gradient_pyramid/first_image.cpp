// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The image that a pyramid begins with: a picture file's, or a pattern.

#include "first_image.hpp"
#include "../common/pattern.hpp"
#include "../common/picture.hpp"
#include "../common/quiet.hpp"
#include "../../perf/studies/list/sellner_workload.hpp"
#include "../common/support.hpp"

#include <opencv2/imgcodecs.hpp>

#include <cmath>

namespace pyramid
{
namespace
{

namespace his = study::sellner_workload;
using samples::UsageError;

cv::Mat readPicture(const std::string& file)
{
    const samples::Quiet quiet;
    cv::Mat picture;
    try
    {
        picture = cv::imread(file, cv::IMREAD_GRAYSCALE);
    }
    catch (const cv::Exception&) // so large that OpenCV refuses it, or broken
    {
    }
    if (picture.empty())
        throw UsageError("not a picture that OpenCV can read: " + file);
    return picture;
}

cv::Mat drawPattern(cv::Size size)
{
    cv::Mat picture;
    samples::Pattern(size).draw(picture, 0);
    cv::cvtColor(picture, picture, cv::COLOR_BGR2GRAY);
    return picture;
}

//! As many pixels as the study's, in the shape of the picture.
cv::Size sizeLike(cv::Size picture)
{
    const double scale = std::sqrt(double(his::base.area()) / double(picture.area()));
    return cv::Size(cvRound(picture.width * scale), cvRound(picture.height * scale));
}

//! Every image has its derivatives and its magnitude.
void refuseSize(cv::Size size, const bench::DeviceInfo& device)
{
    const int least = 1 << (his::octaves - 1);
    const std::string name = bench::nameOf(size);
    if (std::min(size.width, size.height) < least)
        throw UsageError(
            cv::format("too small for four octaves: %s, at least %dx%d is needed", name.c_str(), least, least));
    double pixels = 0;
    for (const cv::Size& some : his::pyramid(size))
        pixels += double(some.width) * some.height;
    const double bytes = 4 * sizeof(float) * pixels, one = double(size.width) * size.height * sizeof(float);
    if (one > double(device.maxMemory) || bytes > double(device.memory) / 2)
        throw UsageError(
            cv::format("too large for this device: %s needs %.1f GiB, taken is at most half of its %.1f GiB",
                       name.c_str(), bytes / (1 << 30), double(device.memory) / (1 << 30)));
}

} // namespace

cv::UMat firstImage(const Options& options, const bench::DeviceInfo& device)
{
    cv::Mat picture = options.image.empty() ? cv::Mat() : readPicture(options.image);
    cv::Size size = options.size;
    if (size.empty())
        size = picture.empty() ? his::base : sizeLike(picture.size());
    refuseSize(size, device);
    if (picture.empty())
        picture = drawPattern(size);
    picture.convertTo(picture, CV_32F, 1. / 255);
    cv::UMat image;
    samples::scaledTo(picture, size).copyTo(image);
    return image;
}

} // namespace pyramid
