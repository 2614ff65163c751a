// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Image pairs used in turn, so that what a call reads and writes has left the device's caches since its last use.

#pragma once

#include "cases/ceilings.hpp"
#include "../common/grid.hpp"

namespace bench
{

struct Pair
{
    cv::UMat src, dst;
};

class Ring
{
public:
    //! As many pairs as make more than 256 MB, but at most 64, and a quarter of the device's memory.
    //! @param inset regions of images three columns wider, from the second column on
    Ring(cv::Size size, const PixelType& pixel, const DeviceInfo& device, const Fill& fill, bool inset = false);

    //! Everybody who measures takes from the same sequence: no engine finds warm what another one used.
    Pair& next() { return pairs_[cursor_++ % pairs_.size()]; }
    Pair& first() { return pairs_.front(); }
    size_t pairs() const { return pairs_.size(); }

private:
    std::vector<Pair> pairs_;
    size_t cursor_ = 0;
};

} // namespace bench
