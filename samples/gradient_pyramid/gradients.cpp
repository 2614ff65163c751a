// SPDX-License-Identifier: Apache-2.0
//
// The application: a pyramid of images, their derivatives along x and y, and their gradients' magnitudes, all on the
// device.

#include "gradients.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/imgproc.hpp>

#include <cmath>

namespace pyramid {
namespace {

const int border = cv::BORDER_REPLICATE;
const cv::Point centre(-1, -1);

//! Scharr's derivative along x; in a matrix larger than 3x3 the same six coefficients farther apart.
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

//! The Gaussian that takes image index - 1 of an octave to the scale of image index. Scales double from octave to
//! octave.
cv::Mat smoothing(int index)
{
    const auto scale = [](int i) { return 1.6 * std::pow(2., double(i) / imagesPerOctave); };
    const double sigma = std::sqrt(std::pow(scale(index), 2) - std::pow(scale(index - 1), 2));
    return cv::getGaussianKernel(2 * cvCeil(4 * sigma) + 1, sigma, CV_32F);
}

//! Each image is the one before it, smoothed; the first of an octave is half the size of the one before it.
std::vector<Image> buildPyramid(const cv::UMat& first)
{
    const std::vector<cv::Size> all = sizes(first.size());
    std::vector<Image> images(all.size());
    images[0].pixels = first;
    for (size_t i = 1; i < images.size(); i++)
    {
        const int index = int(i) % imagesPerOctave;
        const cv::UMat& before = images[i - 1].pixels;
        if (index == 0)
            cv::resize(before, images[i].pixels, all[i], 0, 0, cv::INTER_AREA);
        else
            cv::clconv::sepFilter2D(before, images[i].pixels, -1, smoothing(index), smoothing(index), centre, 0,
                                    border);
    }
    return images;
}

} // namespace

std::vector<cv::Size> sizes(cv::Size largest)
{
    std::vector<cv::Size> all;
    for (int octave = 0; octave < octaves; octave++)
        all.insert(all.end(), imagesPerOctave, cv::Size(largest.width >> octave, largest.height >> octave));
    return all;
}

std::vector<Image> computeGradients(const cv::UMat& first, int ksize)
{
    const std::vector<cv::Mat> filters = {scharr(ksize), scharr(ksize).t()};
    for (const cv::Mat& filter : filters) // optional: builds specialized programs now, not in the middle of a stream
        cv::clconv::prepare(filter, CV_32FC1, CV_32F, centre, border, first.size());
    std::vector<Image> images = buildPyramid(first);
    // Large images: both derivatives in one call, for which the image is read once.
    for (int i = 0; i < imagesPerOctave; i++)
        cv::clconv::filterBank(images[size_t(i)].pixels, images[size_t(i)].derivatives, CV_32F, filters, centre, 0,
                               border);
    // Small ones do not fill a GPU by themselves: a call for all of them.
    std::vector<cv::UMat> small;
    for (size_t i = imagesPerOctave; i < images.size(); i++)
        small.push_back(images[i].pixels);
    for (const cv::Mat& filter : filters)
    {
        std::vector<cv::UMat> derivatives;
        cv::clconv::filterBatch(small, derivatives, CV_32F, filter, centre, 0, border);
        for (size_t i = 0; i < small.size(); i++)
            images[imagesPerOctave + i].derivatives.push_back(derivatives[i]);
    }
    for (Image& image : images)
        cv::magnitude(image.derivatives[0], image.derivatives[1], image.magnitude);
    return images;
}

} // namespace pyramid
