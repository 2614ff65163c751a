// SPDX-License-Identifier: Apache-2.0
//
// Random images, and the regions that are computed.

#include "workload.hpp"

namespace study {

cv::Rect Workload::computed(cv::Size size) const
{
    if (!interiorOnly)
        return cv::Rect(cv::Point(), size);
    return cv::Rect(anchor(), cv::Size(size.width - width() + 1, size.height - width() + 1));
}

double Workload::pixels() const
{
    double sum = 0;
    for (const cv::UMat& source : sources)
        sum += double(computed(source.size()).area());
    return sum;
}

std::vector<cv::UMat> randomImages(const std::vector<cv::Size>& sizes, int type)
{
    cv::RNG rng(1);
    std::vector<cv::UMat> images;
    for (const cv::Size& size : sizes)
    {
        cv::Mat pixels(size, type);
        rng.fill(pixels, cv::RNG::UNIFORM, 0, CV_MAT_DEPTH(type) == CV_32F ? 1 : 256);
        images.emplace_back();
        pixels.copyTo(images.back());
    }
    return images;
}

Workload interiorOf(cv::Size size, int type, const cv::Mat& filter)
{
    return {randomImages({size}, type), {filter}, cv::BORDER_REPLICATE, true};
}

std::string filterName(int width)
{
    return cv::format("%dx%d", width, width);
}

} // namespace study
