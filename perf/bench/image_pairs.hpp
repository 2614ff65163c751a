// SPDX-License-Identifier: Apache-2.0
//
// Image pairs used in turn: by the time a pair is used again, it has left the device's caches.

#pragma once

#include "cases/ceilings.hpp"
#include "../common/grid.hpp"

namespace bench {

struct Pair
{
    cv::UMat src, dst;
};

class ImagePairs
{
public:
    //! Makes enough pairs to exceed 256 MB, but at most 64, and in at most a quarter of the device's memory.
    //! @param inset makes the images regions of images three columns wider, from the second column on
    //! @param minCount pairs whatever their size, as many as a bank has outputs
    ImagePairs(cv::Size size, const PixelType& pixel, const DeviceInfo& device, const Fill& fill, bool inset = false,
               size_t minCount = 1);

    //! All engines share one sequence, so that none finds another's images in a cache.
    Pair& next() { return pairs_[cursor_++ % pairs_.size()]; }
    Pair& first() { return pairs_.front(); }
    //! The destinations of this pair and the following ones, for the outputs of a bank.
    std::vector<cv::UMat> outputs(const Pair& pair, size_t count) const;
    //! Skips pairs whose destinations a call has used.
    void skip(size_t count) { cursor_ += count; }
    size_t size() const { return pairs_.size(); }

private:
    std::vector<Pair> pairs_;
    size_t cursor_ = 0;
};

} // namespace bench
