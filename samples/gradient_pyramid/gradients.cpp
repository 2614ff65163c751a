// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The application itself: a pyramid of images, their derivatives, their gradients' magnitudes, all on the device.

#include "gradients.hpp"
#include "../../perf/studies/list/sellner_workload.hpp"
#include "../../perf/common/check.hpp"

#include <opencv2/clconv.hpp>

#include <cmath>

namespace pyramid
{
namespace
{

namespace his = study::sellner_workload;

const int border = cv::BORDER_REPLICATE;
const cv::Point middle(-1, -1);
const double smallestScale = 1.6; // of an octave; it doubles from one octave to the next

//! What smooths the image before it to the scale of an octave's image of that number, 1 and up.
cv::Mat smoothing(int number)
{
    const auto scale = [](int i) { return smallestScale * std::pow(2., double(i) / his::imagesOfOctave); };
    const double sigma = std::sqrt(std::pow(scale(number), 2) - std::pow(scale(number - 1), 2));
    return cv::getGaussianKernel(2 * cvCeil(4 * sigma) + 1, sigma, CV_32F);
}

} // namespace

Gradients::Gradients(const cv::UMat& first, int ksize) : filters_(his::derivatives(ksize))
{
    for (const cv::Size& size : his::pyramid(first.size()))
    {
        const auto make = [&] { return cv::UMat(size, CV_32FC1); };
        images_.push_back({images_.empty() ? first : make(), make(), {make(), make()}});
    }
    for (const cv::Mat& filter : filters_) // sparse ones get programs of their own before the first image comes
        cv::clconv::prepare(filter, CV_32FC1, CV_32F, middle, border, first.size());
    for (int number = 1; number < his::imagesOfOctave; number++)
        smoothings_.push_back(smoothing(number));
}

void Gradients::build()
{
    for (size_t i = 1; i < images_.size(); i++)
    {
        const cv::UMat& before = images_[i - 1].pixels;
        cv::UMat& image = images_[i].pixels;
        const size_t number = i % his::imagesOfOctave;
        if (number == 0)
        {
            cv::resize(before, image, image.size(), 0, 0, cv::INTER_AREA);
            continue;
        }
        const cv::Mat& kernel = smoothings_[number - 1];
        cv::clconv::sepFilter2D(before, image, -1, kernel, kernel, middle, 0, border);
    }
}

void Gradients::differentiate(int octave)
{
    for (int i = 0; i < his::imagesOfOctave; i++)
    {
        Image& image = images_[size_t(octave * his::imagesOfOctave + i)];
        cv::clconv::filterBank(image.pixels, image.derivatives, CV_32F, filters_, middle, 0, border);
    }
}

void Gradients::differentiate()
{
    for (int octave = 0; octave < his::octaves; octave++)
        differentiate(octave);
}

void Gradients::takeMagnitudes()
{
    for (Image& image : images_)
        cv::magnitude(image.derivatives[0], image.derivatives[1], image.magnitude);
}

double Gradients::pixels(int octave) const
{
    return double(images_[size_t(octave * his::imagesOfOctave)].pixels.total()) * his::imagesOfOctave;
}

double Gradients::pixels() const
{
    double sum = 0;
    for (int octave = 0; octave < his::octaves; octave++)
        sum += pixels(octave);
    return sum;
}

std::string Gradients::check()
{
    for (Image& image : images_)
        for (cv::UMat& derivative : image.derivatives)
            derivative.setTo(cv::Scalar::all(77)); // what an earlier call left would hide pixels that are never written
    differentiate();
    for (size_t i = 0; i < images_.size(); i++)
        for (size_t f = 0; f < filters_.size(); f++)
        {
            const cv::UMat& pixels = images_[i].pixels;
            const bench::Case c{pixels.size(), {"", CV_32FC1, CV_32F}, ksize(), "", {"", border}};
            const bench::Expected expected(pixels, c, filters_[f]);
            const double difference = expected.difference(images_[i].derivatives[f]);
            if (difference > expected.tolerance())
                return cv::format("image %d, derivative %d is off by %g, allowed are %g", int(i) + 1, int(f) + 1,
                                  difference, expected.tolerance());
        }
    return std::string();
}

} // namespace pyramid
