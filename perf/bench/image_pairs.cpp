// SPDX-License-Identifier: Apache-2.0
//
// Allocates and fills the image pairs.

#include "image_pairs.hpp"

#include <algorithm>

namespace bench {

ImagePairs::ImagePairs(cv::Size size, const PixelType& pixel, const DeviceInfo& device, const Fill& fill, bool inset,
                       size_t minCount)
{
    const size_t caches = size_t(256) << 20, maxPairs = 64;
    const size_t bytes = size_t(size.area()) * size_t(CV_ELEM_SIZE(pixel.type) + CV_ELEM_SIZE(pixel.dstType()));
    const size_t fitting = std::max<size_t>(device.memory / 4 / bytes, 1);
    const size_t count = std::max(std::min({caches / bytes + 1, maxPairs, fitting}), minCount);
    for (size_t i = 0; i < count; i++)
    {
        const cv::Size whole = size + (inset ? cv::Size(3, 0) : cv::Size());
        const cv::Rect region(cv::Point(inset ? 1 : 0, 0), size);
        cv::UMat src(whole, pixel.type), dst(whole, pixel.dstType());
        fill(src, unsigned(i));
        fillBytes(dst, 0);
        pairs_.push_back({src(region), dst(region)});
    }
    cv::ocl::finish();
}

std::vector<cv::UMat> ImagePairs::outputs(const Pair& pair, size_t count) const
{
    std::vector<cv::UMat> all;
    for (size_t i = 0; i < count; i++)
        all.push_back(pairs_[(size_t(&pair - pairs_.data()) + i) % pairs_.size()].dst);
    return all;
}

} // namespace bench
