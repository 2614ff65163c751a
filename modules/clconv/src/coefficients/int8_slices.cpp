// SPDX-License-Identifier: Apache-2.0
//
// Operands of the matrix instructions.

#include "coefficients/int8_slices.hpp"

namespace cv { namespace clconv {
namespace {

const int lanes = 32;
const int blockPixels = 16, maxWords = 4;
const int headerWords = 4; // the scales of the slices, then zeros, so that what follows is aligned

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

//! first pixel of a word, relative to the input window: WORD_PIXEL in kernels/
int firstPixel(const SliceLayout& layout, CoefficientKind form, int word, int t)
{
    if (layout.paired)
        return 4 * t;
    const bool alone = form == CoefficientKind::BlockSlices || (word == layout.words - 1 && layout.words % 2 != 0);
    return alone ? 16 * word + 4 * t : 32 * (word / 2) + 8 * t + 4 * (word % 2);
}

//! The position in the filter of the tap in a byte of A, by lane, in the first step; outside, the byte is zero.
//! @param side 0: of row m of A; 1: of row m + 8
Point tapOf(const SliceLayout& layout, CoefficientKind form, int chunk, int lane, int word, int side, int byte)
{
    const int m = lane / 4, t = lane % 4;
    // Pixels between windows of chunks: so many taps, and one more, fit between a block's first pixel and the end.
    const int pixels = blockPixels * (layout.words - 1);
    const bool sparse = form == CoefficientKind::SparseSlices;
    const int below = layout.rows > 1 ? m / 4 : 0; // row of the block
    const int output = 2 * (m - 4 * below) + side; // pixel of the row
    int pixel = firstPixel(layout, form, word, t) + byte;
    if (sparse) // of each two pixels of the window, j and j + 16, the tap that the output has
    {
        const int j = 4 * (2 * t % 4 + byte / 2) + 2 * (t / 2) + byte % 2; // BYTE_PIXEL in kernels/
        pixel = j < layout.lead + output ? j + blockPixels : j;
    }
    pixel -= output;
    const bool otherChunk = pixel < 0 || (pixel >= pixels && chunk + 1 < layout.chunks);
    return Point(otherChunk ? -1 : chunk * pixels + pixel - layout.lead, (layout.paired || sparse ? word : 0) - below);
}

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
    const SliceLayout layout = sliceLayout(filterSize.width, form);
    const int taps = filterSize.area();
    std::vector<uchar> digits(size_t(fixed.slices * taps));
    for (int slice = 0; slice < fixed.slices; ++slice)
        for (int tap = 0; tap < taps; ++tap)
            digits[size_t(slice * taps + tap)] = uchar(sliceOf(fixed.taps[size_t(tap)], slice, fixed.slices) & 255);
    float header[headerWords] = {};
    for (int slice = 0; slice < fixed.slices; ++slice)
        header[slice] = float(std::ldexp(fixed.scale, 8 * (fixed.slices - 1 - slice)));
    std::vector<uchar> bytes(sliceOperandBytes(filterSize, fixed.slices, form));
    std::memcpy(bytes.data(), header, sizeof(header));
    uchar* out = bytes.data() + sizeof(header);
    const Rect filter(Point(), filterSize);
    const int stepRows = layout.paired || form == CoefficientKind::SparseSlices ? 2 : 1; // of taps
    for (int chunk = 0; chunk < layout.chunks; ++chunk)
    {
        std::vector<Point> places; // of the first step's taps
        for (int pair = 0; pair < layout.words; pair += 2)
            for (int lane = 0; lane < lanes; ++lane)
                for (int word = pair; word < std::min(pair + 2, layout.words); ++word)
                    for (int byte = 0; byte < 8; ++byte) // rows m and m + 8 alternately, four bytes each
                        places.push_back(tapOf(layout, form, chunk, lane, word, byte / 4, byte % 4));
        for (int step = 0; step < sliceSteps(filterSize, form); ++step)
            for (int slice = 0; slice < fixed.slices; ++slice)
                for (const Point& place : places)
                {
                    const Point tap = place + Point(0, step * stepRows);
                    const int number = (slice * filterSize.height + tap.y) * filterSize.width + tap.x;
                    *out++ = filter.contains(tap) ? digits[size_t(number)] : 0;
                }
    }
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

}} // namespace cv::clconv
