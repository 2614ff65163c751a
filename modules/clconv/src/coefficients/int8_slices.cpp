// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Conversion to fixed point, and the operands of the matrix instructions.

#include "coefficients/int8_slices.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace cv
{
namespace clconv
{
namespace
{

const int lanes = 32;
const int largestTap = 127 * 65536 + 127 * 256 + 127; // the maximum of each slice
// The scale and its product with 65536 must be normal floats, the latter also when multiplied by the bias that rounds
// results.
const int smallestExponent = -120, largestExponent = 88;

int lastDigit(int value)
{
    return ((value + 128) & 255) - 128;
}

//! slice 0 is the most significant
int sliceOf(int tap, int slice)
{
    for (int i = sliceCount - 1; i > slice; --i)
        tap = (tap - lastDigit(tap)) / 256;
    return slice == 0 ? tap : lastDigit(tap);
}

//! Operand A of the matrix instruction, by lane. Each row of digits is padded with zeros, so that any word is four
//! consecutive bytes.
class Operand
{
public:
    Operand(const FixedPoint& fixed, Size filterSize) :
        filterSize_(filterSize), layout_(sliceLayout(filterSize.width)), pitch_(size_t(filterSize.width + 2 * margin)),
        digits_(size_t(sliceCount * filterSize.height) * pitch_, 0)
    {
        for (int slice = 0; slice < sliceCount; ++slice)
            for (int row = 0; row < filterSize.height; ++row)
                for (int i = 0; i < filterSize.width; ++i)
                    digits_[rowAt(slice, row) + margin + size_t(i)] =
                        uchar(sliceOf(fixed.taps[size_t(row * filterSize.width + i)], slice) & 255);
    }

    //! Rows m and m + 8 alternately, four bytes each.
    //! @returns the end of what was written
    uchar* write(int step, int slice, uchar* out) const
    {
        for (int word = 0; word < layout_.words; word += 2)
            for (int lane = 0; lane < lanes; ++lane)
                for (int i = word; i < std::min(word + 2, layout_.words); ++i)
                    for (int side = 0; side < 2; ++side, out += 4)
                        writeWord(step, slice, lane, i, side, out);
        return out;
    }

private:
    static const int margin = 64; //!< the widest window

    size_t rowAt(int slice, int row) const { return size_t(slice * filterSize_.height + row) * pitch_; }

    void writeWord(int step, int slice, int lane, int word, int side, uchar* out) const
    {
        const int m = lane / 4;
        const int row = layout_.paired ? 2 * step + word - m / 4 : step;
        const int pixel = 2 * (layout_.paired ? m % 4 : m) + side; // of the block
        const int tap = firstPixel(word, lane % 4) - layout_.lead - pixel;
        static const uchar zeros[4] = {0, 0, 0, 0};
        const bool there = row >= 0 && row < filterSize_.height && tap < filterSize_.width;
        const uchar* from = there ? &digits_[rowAt(slice, row) + size_t(margin + tap)] : zeros;
        std::memcpy(out, from, 4);
    }

    //! first pixel of a word, relative to the input window: WORD_PIXEL in kernels/
    int firstPixel(int word, int t) const
    {
        if (layout_.paired)
            return 4 * t;
        const bool alone = word == layout_.words - 1 && layout_.words % 2 != 0;
        return alone ? 16 * word + 4 * t : 32 * (word / 2) + 8 * t + 4 * (word % 2);
    }

    Size filterSize_;
    SliceLayout layout_;
    size_t pitch_;
    std::vector<uchar> digits_;
};

} // namespace

FixedPoint toFixedPoint(const Mat& filter)
{
    FixedPoint fixed = {1, {}, std::numeric_limits<double>::infinity()};
    const Mat taps = filter.isContinuous() ? filter : filter.clone();
    const double *begin = taps.ptr<double>(), *end = begin + taps.total();
    if (!std::all_of(begin, end, [](double tap) { return std::isfinite(tap); }))
        return fixed;
    double largest = 0;
    for (const double* tap = begin; tap != end; ++tap)
        largest = std::max(largest, std::abs(*tap));
    int exponent = 0;
    if (largest > 0)
        std::frexp(largest / largestTap, &exponent);
    if (exponent < smallestExponent || exponent > largestExponent)
        return fixed;
    fixed.scale = std::ldexp(1., exponent);
    fixed.error = 0;
    fixed.taps.reserve(taps.total());
    for (const double* tap = begin; tap != end; ++tap)
    {
        fixed.taps.push_back(int(std::lrint(*tap / fixed.scale)));
        fixed.error += std::abs(*tap - fixed.taps.back() * fixed.scale);
    }
    return fixed;
}

SliceLayout sliceLayout(int columns)
{
    const int left = columns / 2;                                 // pixels before a centred anchor
    const int pairedWidth = (4 - left % 4) % 4 + 8 - 1 + columns; // of a block's window
    if (pairedWidth <= 16)
        return {(4 - left % 4) % 4, 2, true};
    const int lead = (8 - left % 8) % 8;
    return {lead, std::max((lead + 16 - 1 + columns + 15) / 16, 2), false};
}

std::vector<uchar> sliceOperands(const FixedPoint& fixed, Size filterSize)
{
    CV_Assert(filterSize.width <= maxSliceColumns);
    const Operand operand(fixed, filterSize);
    float header[sliceCount + 1] = {};
    for (int slice = 0; slice < sliceCount; ++slice)
        header[slice] = float(std::ldexp(fixed.scale, 8 * (sliceCount - 1 - slice)));
    std::vector<uchar> bytes(sliceOperandBytes(filterSize));
    std::memcpy(bytes.data(), header, sizeof(header));
    uchar* out = bytes.data() + sizeof(header);
    for (int step = 0; step < sliceSteps(filterSize); ++step)
        for (int slice = 0; slice < sliceCount; ++slice)
            out = operand.write(step, slice, out);
    return bytes;
}

int sliceSteps(Size filterSize)
{
    return sliceLayout(filterSize.width).paired ? filterSize.height / 2 + 1 : filterSize.height;
}

size_t sliceOperandBytes(Size filterSize)
{
    if (filterSize.width > maxSliceColumns)
        return 0;
    const SliceLayout layout = sliceLayout(filterSize.width);
    const size_t stepWords = size_t(sliceCount * lanes * 2 * layout.words);
    return sizeof(float) * (sliceCount + 1 + size_t(sliceSteps(filterSize)) * stepWords);
}

} // namespace clconv
} // namespace cv
