// SPDX-License-Identifier: Apache-2.0
//
// The application: a pyramid of images and their gradients' magnitudes, all on the device.

#include "gradients.hpp"

#include <opencv2/clconv/chain.hpp>
#include <opencv2/imgproc.hpp>

#include <cmath>

namespace pyramid {
namespace {

const int border = cv::BORDER_REPLICATE;
const cv::Point centre(-1, -1);

//! Scharr's derivative along x; if ksize exceeds 3, the same six coefficients farther apart.
cv::Mat scharr(int ksize)
{
    cv::Mat filter = cv::Mat::zeros(ksize, ksize, CV_32F);
    const float weights[] = {3, 10, 3};
    for (int i = 0; i < 3; i++)
    {
        filter.at<float>(i * (ksize / 2), 0) = -weights[i];
        filter.at<float>(i * (ksize / 2), ksize - 1) = weights[i];
    }
    return filter;
}

//! The Gaussian that takes image index - 1 of an octave to the scale of image `index`. Scales double from octave to
//! octave.
cv::Mat smoothing(int index)
{
    const auto scale = [](int i) { return 1.6 * std::pow(2., double(i) / imagesPerOctave); };
    const double sigma = std::sqrt(std::pow(scale(index), 2) - std::pow(scale(index - 1), 2));
    return cv::getGaussianKernel(2 * cvCeil(4 * sigma) + 1, sigma, CV_32F);
}

//! Each image is the one before it, smoothed; the first of an octave is the one before it at half the size.
std::vector<cv::UMat> buildPyramid(const cv::UMat& first)
{
    const std::vector<cv::Size> all = sizes(first.size());
    std::vector<cv::UMat> images(all.size());
    images[0] = first;
    for (size_t i = 1; i < images.size(); i++)
    {
        const int index = int(i) % imagesPerOctave;
        if (index == 0)
            cv::resize(images[i - 1], images[i], all[i], 0, 0, cv::INTER_AREA);
        else
            cv::clconv::sepFilter2D(images[i - 1], images[i], -1, smoothing(index), smoothing(index), centre, 0,
                                    border);
    }
    return images;
}

cv::clconv::Chain derivative(const cv::Mat& filter)
{
    return cv::clconv::Chain().filter2D(CV_32F, filter, centre, 0, border);
}

} // namespace

std::vector<cv::Size> sizes(cv::Size largest)
{
    std::vector<cv::Size> all;
    for (int octave = 0; octave < octaves; octave++)
        all.insert(all.end(), imagesPerOctave, cv::Size(largest.width >> octave, largest.height >> octave));
    return all;
}

Pyramid computeGradients(const cv::UMat& first, int ksize)
{
    cv::clconv::Chain magnitude = derivative(scharr(ksize));
    magnitude.magnitude(derivative(scharr(ksize).t()));
    magnitude.prepare(first.type(), first.size()); // optional: builds programs now, not in the middle of a stream
    Pyramid pyramid;
    pyramid.images = buildPyramid(first);
    magnitude.apply(pyramid.images, pyramid.magnitudes);
    return pyramid;
}

} // namespace pyramid
