// SPDX-License-Identifier: Apache-2.0
//
// Images for kernels that run on the host.

#pragma once

#include "opencv2/core.hpp"

#include <algorithm>
#include <vector>

namespace clconv_test {

const uchar mark = 0xff; //!< padding; four of them are a NaN as a float

//! An image in memory with padded rows; the padding must be neither read nor written.
struct Padded
{
    //! @param offset, padding in bytes
    Padded(cv::Size size, int type, size_t offset, size_t padding) :
        step(size_t(size.width) * CV_ELEM_SIZE(type) + padding), bytes(step * size_t(size.height) + offset + 64, mark),
        first(cv::alignPtr(bytes.data(), 64) + offset), mat(size, type, first, step)
    {
    }

    bool paddingIsUntouched() const
    {
        const size_t row = size_t(mat.cols) * mat.elemSize();
        for (int y = 0; y + 1 < mat.rows; y++)
            if (!std::all_of(mat.ptr(y) + row, mat.ptr(y + 1), [](uchar byte) { return byte == mark; }))
                return false;
        return true;
    }

    const size_t step;
    std::vector<uchar> bytes;
    uchar* const first; //!< first pixel, at a multiple of 64 bytes plus the offset
    cv::Mat mat;
};

} // namespace clconv_test
