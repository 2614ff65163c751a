// SPDX-License-Identifier: Apache-2.0
//
// Shared by the tests of bands: bands of a few rows, and calls.

#pragma once

#include "api/host/mats.hpp"
#include "host/pipeline.hpp"
#include "support/test_precomp.hpp"
#include "tuning/tuned.hpp"
#include "planner/current_tuning.hpp"

#include <map>

namespace opencv_test {

//! Bands of few rows.
//! @param threads number that runs them on each device, if OpenCV may use so many
inline const clconv::Tuning& tuningOfSmallBands(int threads = 1)
{
    static std::map<int, clconv::Tuning> all; // plans are cached by Tuning
    clconv::Tuning& small = all[threads];
    if (small.tables.empty())
    {
        small = clconv::loadTuning("");
        const std::string line = "default | * | * | * | * | host:BAND_KIB=1,SLOTS=3,THREADS=";
        small.tables.insert(small.tables.begin(), tuningOf({line + std::to_string(threads)}).tables[0]);
    }
    return small;
}

//! Devices that use the host's memory map the buffers of bands, others copy through page-locked memory. The index
//! alternates between these ways.
inline clconv::MatTransfer transferOf(size_t index)
{
    return index / 3 % 2 ? clconv::MatTransfer::Shared : clconv::MatTransfer::Staged;
}

inline clconv::SlotBuffer::Access accessOf(bool mapped)
{
    return mapped ? clconv::SlotBuffer::Access::Mapped : clconv::SlotBuffer::Access::Pinned;
}

//! A UMat on the host.
inline UMat onHost(const Mat& content)
{
    UMat image;
    image.allocator = Mat::getDefaultAllocator();
    content.copyTo(image);
    image.allocator = nullptr;
    return image;
}

//! A call on whole Mats.
inline clconv::HostCall hostCallOf(const Mat& src, Mat& dst, Size filterSize, Point anchor, int border)
{
    clconv::HostCall call(clconv::layoutOf(src), filterSize, anchor, border);
    call.readFrom(src);
    call.dst.push_back({dst.type(), UMat(), dst.data, dst.step});
    return call;
}

inline FilterCase caseOf(int type, Size kernel, int border)
{
    RNG rng(unsigned(type + kernel.area() * 31 + border));
    FilterCase filterCase;
    filterCase.srcType = type;
    filterCase.border = border;
    filterCase.kernel = randomKernel(kernel, CV_MAT_DEPTH(type), -1, Coefficients::Random, rng);
    return filterCase;
}

//! Expects right results in place, and when the output overlaps the source in one of four ways.
inline void expectRightOverItsSource(FilterCase filterCase, int shift)
{
    filterCase.size = Size(61, 53);
    filterCase.placement = Placement::InPlace;
    EXPECT_TRUE(isRight(filterCase));
    filterCase.placement = Placement::Overlap;
    filterCase.srcParent = Size(70, 90);
    filterCase.srcOrigin = Point(4, 8);
    filterCase.dstOrigin = Point(4 + shift % 2, 3 + 4 * shift);
    EXPECT_TRUE(isRight(filterCase));
}

} // namespace opencv_test
