// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The values of each kind.

#include "coefficients.hpp"
#include "support.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace samples
{
namespace
{

//! Sum 1, so that 8-bit results do not saturate: saturation would hide errors.
cv::Mat randomCoefficients(cv::Size size, int seed)
{
    cv::Mat kernel(size, CV_32F);
    cv::RNG rng(uint64(1000 * seed + std::max(size.width, size.height)));
    rng.fill(kernel, cv::RNG::UNIFORM, -1, 1);
    kernel -= cv::mean(kernel)[0];
    kernel *= 1. / std::sqrt(double(size.area()));
    kernel += 1. / size.area();
    return kernel;
}

//! Scharr's derivative; in a matrix larger than 3x3 the same six taps farther apart.
cv::Mat scharrCoefficients(cv::Size size)
{
    cv::Mat kernel = cv::Mat::zeros(size, CV_32F);
    const float weights[] = {3, 10, 3};
    for (int i = 0; i < 3; i++)
    {
        kernel.at<float>(i * (size.height / 2), 0) = -weights[i];
        kernel.at<float>(i * (size.height / 2), size.width - 1) = weights[i];
    }
    return kernel;
}

} // namespace

cv::Mat coefficientsOf(const std::string& kind, cv::Size size, int seed)
{
    if (kind == "gaussian")
        return cv::getGaussianKernel(size.height, 0, CV_32F) * cv::getGaussianKernel(size.width, 0, CV_32F).t();
    if (kind == "box")
        return cv::Mat(size, CV_32F, cv::Scalar(1. / size.area()));
    if (kind == "random")
        return randomCoefficients(size, seed);
    if (kind == "scharr" && size.width >= 3 && size.height >= 3)
        return scharrCoefficients(size);
    throw UsageError("unknown coefficients '" + kind + "': gaussian, box, random, or scharr from 3x3 on");
}

} // namespace samples
