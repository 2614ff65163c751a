// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Operands of the matrix instructions.

#include "coefficients/int8_slices.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cv
{
namespace clconv
{
namespace
{

const int lanes = 32;
const int blockPixels = 16, maxWords = 4;
const int headerWords = 4; // the scales of the slices, then zeros, so that what follows is aligned

//! Pixels from a chunk's window to the next: so many taps, and one more, fit between a block's first pixel and the end.
int chunkPixels(const SliceLayout& layout)
{
    return blockPixels * (layout.words - 1);
}

int lastDigit(int value)
{
    return ((value + 128) & 255) - 128;
}

//! slice 0 is the most significant of `slices`
int sliceOf(int tap, int slice, int slices)
{
    for (int i = slices - 1; i > slice; --i)
        tap = (tap - lastDigit(tap)) / 256;
    return slice == 0 ? tap : lastDigit(tap);
}

//! Operand A of the matrix instruction, by lane. The digits of a chunk's taps in a row are padded with zeros, so that
//! any word is four consecutive bytes.
class Operand
{
public:
    Operand(const FixedPoint& fixed, Size filterSize, CoefficientKind form) :
        filterSize_(filterSize), layout_(sliceLayout(filterSize.width, form)), form_(form),
        pixels_(chunkPixels(layout_)), pitch_(size_t(pixels_ + 1 + 2 * margin)),
        digits_(size_t(layout_.chunks) * size_t(fixed.slices * filterSize.height) * pitch_, 0)
    {
        for (int slice = 0; slice < fixed.slices; ++slice)
            for (int row = 0; row < filterSize.height; ++row)
                for (int i = 0; i < filterSize.width; ++i)
                {
                    const int pixel = layout_.lead + i, chunk = std::min(pixel / pixels_, layout_.chunks - 1);
                    digits_[rowAt(chunk, slice, row) + size_t(margin + pixel - chunk * pixels_)] =
                        uchar(sliceOf(fixed.taps[size_t(row * filterSize.width + i)], slice, fixed.slices) & 255);
                }
    }

    //! Rows m and m + 8 alternately, four bytes each.
    //! @returns the end of what was written
    uchar* write(int chunk, int step, int slice, uchar* out) const
    {
        for (int word = 0; word < layout_.words; word += 2)
            for (int lane = 0; lane < lanes; ++lane)
                for (int i = word; i < std::min(word + 2, layout_.words); ++i)
                    for (int side = 0; side < 2; ++side, out += 4)
                        if (form_ == CoefficientKind::SparseSlices)
                            writeSparseWord(2 * step + i, slice, lane, side, out);
                        else
                            writeWord(chunk, step, slice, lane, i, side, out);
        return out;
    }

private:
    static const int margin =
        blockPixels; //!< a window's first pixel may be that many before a tap, its last as many after

    size_t rowAt(int chunk, int slice, int row) const
    {
        return (size_t(chunk * filterSize_.height + row) +
                size_t(slice) * size_t(layout_.chunks * filterSize_.height)) *
               pitch_;
    }

    void writeWord(int chunk, int step, int slice, int lane, int word, int side, uchar* out) const
    {
        const int m = lane / 4;
        const int below = layout_.rows > 1 ? m / 4 : 0; // row of the block
        const int row = (layout_.paired ? 2 * step + word : step) - below;
        const int pixel = 2 * (m - 4 * below) + side; // of the row
        static const uchar zeros[4] = {0, 0, 0, 0};
        const bool there = row >= 0 && row < filterSize_.height;
        const size_t at = size_t(margin + firstPixel(word, lane % 4) - pixel);
        std::memcpy(out, there ? &digits_[rowAt(chunk, slice, row) + at] : zeros, 4);
    }

    //! Of each two pixels of the window, j and j + 16, the tap that the output has, or zero.
    void writeSparseWord(int row, int slice, int lane, int side, uchar* out) const
    {
        const int t = lane % 4, pixel = 2 * (lane / 4) + side; // of the block
        for (int digit = 0; digit < 4; ++digit)
        {
            const int j = 4 * (2 * t % 4 + digit / 2) + 2 * (t / 2) + digit % 2; // BYTE_PIXEL in kernels/
            const int column = j < layout_.lead + pixel ? j + blockPixels : j;
            out[digit] = row < filterSize_.height ? digits_[rowAt(0, slice, row) + size_t(margin + column - pixel)] : 0;
        }
    }

    //! first pixel of a word, relative to the input window: WORD_PIXEL in kernels/
    int firstPixel(int word, int t) const
    {
        if (layout_.paired)
            return 4 * t;
        const bool alone =
            form_ == CoefficientKind::BlockSlices || (word == layout_.words - 1 && layout_.words % 2 != 0);
        return alone ? 16 * word + 4 * t : 32 * (word / 2) + 8 * t + 4 * (word % 2);
    }

    Size filterSize_;
    SliceLayout layout_;
    CoefficientKind form_;
    int pixels_; //!< from a chunk's window to the next
    size_t pitch_;
    std::vector<uchar> digits_;
};

} // namespace

SliceLayout sliceLayout(int columns, CoefficientKind form)
{
    const int left = columns / 2;                       // pixels before a centred anchor
    const int leadOfFour = (4 - left % 4) % 4;          // where windows begin at four pixels
    const int halfWidth = leadOfFour + 8 - 1 + columns; // of the window of a block of two rows
    if (form == CoefficientKind::BlockSlices)
        return {leadOfFour, int(ceilDiv(size_t(halfWidth), blockPixels)), false, 1, 2};
    if (halfWidth <= 16)
        return {leadOfFour, 2, true, 1, 2};
    const int lead = (8 - left % 8) % 8;
    const size_t last = size_t(lead) + size_t(columns) - 1; // pixels from a window's begin to the last tap
    const size_t chunks = std::max<size_t>(ceilDiv(last, blockPixels * (maxWords - 1)), 1);
    return {lead, std::max(int(ceilDiv(last, blockPixels * chunks)) + 1, 2), false, int(chunks), 1};
}

bool canBeSparse(int columns)
{
    const SliceLayout layout = sliceLayout(columns);
    return !layout.paired && layout.words == 2 && columns <= blockPixels;
}

bool canBeBlocks(int columns)
{
    return columns > blockPixels && sliceLayout(columns).chunks == 1;
}

std::vector<uchar> sliceOperands(const FixedPoint& fixed, Size filterSize, CoefficientKind form)
{
    CV_DbgAssert(form != CoefficientKind::SparseSlices || canBeSparse(filterSize.width));
    CV_DbgAssert(form != CoefficientKind::BlockSlices || canBeBlocks(filterSize.width));
    const Operand operand(fixed, filterSize, form);
    float header[headerWords] = {};
    for (int slice = 0; slice < fixed.slices; ++slice)
        header[slice] = float(std::ldexp(fixed.scale, 8 * (fixed.slices - 1 - slice)));
    std::vector<uchar> bytes(sliceOperandBytes(filterSize, fixed.slices, form));
    std::memcpy(bytes.data(), header, sizeof(header));
    uchar* out = bytes.data() + sizeof(header);
    for (int chunk = 0; chunk < sliceLayout(filterSize.width, form).chunks; ++chunk)
        for (int step = 0; step < sliceSteps(filterSize, form); ++step)
            for (int slice = 0; slice < fixed.slices; ++slice)
                out = operand.write(chunk, step, slice, out);
    return bytes;
}

int sliceSteps(Size filterSize, CoefficientKind form)
{
    if (form == CoefficientKind::SparseSlices)
        return (filterSize.height + 1) / 2;
    if (form == CoefficientKind::BlockSlices)
        return filterSize.height + 1;
    return sliceLayout(filterSize.width).paired ? filterSize.height / 2 + 1 : filterSize.height;
}

size_t sliceOperandBytes(Size filterSize, int slices, CoefficientKind form)
{
    const SliceLayout layout = sliceLayout(filterSize.width, form);
    const size_t stepWords = size_t(slices * lanes * 2 * layout.words);
    return sizeof(float) * (headerWords + size_t(layout.chunks) * size_t(sliceSteps(filterSize, form)) * stepWords);
}

size_t sliceOperandBytes(Size filterSize, int slices)
{
    const size_t dense = sliceOperandBytes(filterSize, slices, CoefficientKind::DenseSlices);
    return canBeBlocks(filterSize.width)
               ? std::max(dense, sliceOperandBytes(filterSize, slices, CoefficientKind::BlockSlices))
               : dense;
}

} // namespace clconv
} // namespace cv
