// SPDX-License-Identifier: Apache-2.0
//
// Random problems for the golden plans, weighted so that each decision in implementations/ is made both ways many
// times. The thresholds of those decisions are among their sizes and numbers of taps.

#include "golden_problems.hpp"

#include "coefficients/specialization.hpp"

#include <climits>
#include <limits>

namespace clconv_test {

using namespace cv;
using clconv::Problem;
using clconv::SpecializedTaps;

namespace {

template<size_t N>
Size oneSizeOf(const int (&sizes)[N][2], Draw& draw)
{
    const int* size = sizes[draw.below(int(N))];
    return Size(size[0], size[1]);
}

//! @param usualOnes prefer common types
void drawTypes(Problem& p, bool usualOnes, Draw& draw)
{
    static const int usual[][3] = {{CV_8U, CV_8U, 1},   {CV_8U, CV_8U, 1},   {CV_8U, CV_8U, 3},   {CV_8U, CV_8U, 3},
                                   {CV_8U, CV_8U, 4},   {CV_8U, CV_8U, 4},   {CV_16U, CV_16U, 1}, {CV_32F, CV_32F, 1},
                                   {CV_32F, CV_32F, 1}, {CV_32F, CV_32F, 4}, {CV_32F, CV_32F, 3}};
    static const int pairs[][2] = {{CV_8U, CV_8U},   {CV_8U, CV_16S},  {CV_8U, CV_32F}, {CV_16U, CV_16U},
                                   {CV_16U, CV_32F}, {CV_16S, CV_16S}, {CV_32F, CV_8U}, {CV_32F, CV_32F}};
    static const int channels[] = {1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 17};
    const int kind = draw.below(usualOnes ? 60 : 110);
    if (kind < 50)
    {
        const int* type = usual[draw.below(int(sizeof(usual) / sizeof(usual[0])))];
        p.srcDepth = type[0], p.dstDepth = type[1], p.channels = type[2];
        return;
    }
    p.channels = draw.oneOf(channels);
    const int* pair = pairs[draw.below(int(sizeof(pairs) / sizeof(pairs[0])))];
    p.srcDepth = pair[0], p.dstDepth = pair[1];
    if (kind < 80)
        return;
    p.srcDepth = draw.between(CV_8U, CV_64F);
    p.dstDepth = draw.oneIn(100) ? CV_64F + 1 : draw.between(CV_8U, CV_64F); // half precision is unsupported
}

//! A filter whose number of taps, columns or rows is the threshold of a decision, or one more.
Size drawThreshold(Draw& draw)
{
    static const int sizes[][2] = {
        {4, 2},  {5, 2},  {12, 2},  {4, 6},   {8, 3},   {13, 2},  {26, 1},  {29, 1},  {5, 6},   {31, 1},
        {6, 6},  {37, 1}, {5, 8},   {41, 1},  {10, 5},  {17, 3},  {51, 1},  {6, 10},  {20, 3},  {61, 1},
        {7, 10}, {71, 1}, {10, 10}, {20, 5},  {101, 1}, {1, 101}, {20, 20}, {80, 5},  {401, 1}, {25, 20},
        {3, 25}, {3, 24}, {9, 25},  {9, 24},  {11, 9},  {12, 9},  {11, 31}, {15, 8},  {8, 15},  {2, 25},
        {25, 2}, {50, 3}, {49, 3},  {40, 40}, {3, 7},   {21, 1},  {7, 3},   {13, 13}, {13, 12}, {167, 3},
        {17, 9}, {33, 9}, {97, 3},  {81, 1},  {32, 50}, {80, 80}, {2, 16},  {10, 3},  {3, 10},  {19, 19}};
    return oneSizeOf(sizes, draw);
}

Size drawKernel(Draw& draw)
{
    static const int odd[] = {1, 3, 3, 3, 3, 5, 5, 5, 5, 7, 7, 7, 9, 9, 11, 13, 15, 15, 17, 21, 25, 31, 31, 49, 63};
    static const int even[] = {2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 32, 64};
    static const int longest[] = {2, 3, 5, 7, 9, 15, 21, 25, 31, 49, 63, 101, 255, 513, 1500};
    static const int large[][2] = {{101, 101}, {127, 127},  {255, 255},    {201, 3},   {3, 201},
                                   {2001, 3},  {3, 2001},   {41, 1500},    {49, 1400}, {150, 40},
                                   {7, 20000}, {1, 100000}, {65536, 65536}};
    const int kind = draw.below(100);
    if (kind < 60)
    {
        const int length = draw.oneOf(odd);
        return Size(length, length);
    }
    if (kind < 66)
    {
        const int length = draw.oneOf(even);
        return Size(length, length);
    }
    if (kind < 72)
    {
        const int length = draw.oneOf(longest);
        return draw.oneIn(2) ? Size(length, 1) : Size(1, length);
    }
    if (kind >= 96)
        return oneSizeOf(large, draw);
    const int width = draw.between(1, 40);
    return Size(width, draw.between(1, 40));
}

//! An image that gives a device a whole number of waves of work-items of a certain size, or one row less.
Size fillingSize(int channels, Draw& draw)
{
    static const int units[] = {132, 132, 68, 14}, times[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 48};
    const int items = 1800, multiprocessors = draw.oneOf(units);
    const int height = multiprocessors << draw.between(0, 4);
    const int width = items * draw.oneOf(times) / channels;
    return Size(width, height - draw.below(2));
}

//! @param filling percentage of the images that fill a whole number of waves
Size drawSize(int channels, int perWave, Draw& draw)
{
    static const int usual[][2] = {{640, 480},   {1280, 720},  {1920, 1080}, {1920, 1080}, {3840, 2160},
                                   {3840, 2160}, {7680, 4320}, {7680, 4320}, {15360, 8640}};
    static const int others[][2] = {{1, 1},     {7, 5},     {17, 1},      {1, 17},       {33, 21},
                                    {64, 64},   {100, 75},  {256, 256},   {512, 512},    {641, 479},
                                    {20011, 3}, {7, 20011}, {1921, 1081}, {16384, 16384}};
    static const int limits[][2] = {{1 << 30, 1}, {1, 1 << 30}, {INT_MAX / 2 - 8, 2}, {130000000, 2}};
    if (draw.below(100) < perWave)
        return fillingSize(channels, draw);
    const int kind = draw.below(100);
    return kind < 70 ? oneSizeOf(usual, draw) : kind < 98 ? oneSizeOf(others, draw) : oneSizeOf(limits, draw);
}

//! Draws the source's alignment and its place in a parent, for a given size of the destination.
void drawPlace(Problem& p, Draw& draw)
{
    static const int alignments[] = {16, 16, 16, 16, 16, 8, 8, 4, 4, 1, 1};
    p.readable = p.size;
    if (draw.oneIn(5) && std::max(p.size.width, p.size.height) < (1 << 24))
    {
        p.readable.width += draw.below(40);
        p.readable.height += draw.below(40);
    }
    const int padded = (p.readable.width + 63) / 64 * 64, pitch = draw.below(6);
    p.srcPitch = pitch == 0 ? 0 : pitch < 4 ? p.readable.width : padded;
    p.rowAlignment = draw.oneOf(alignments);
    const double pixel = double(p.channels) * double(std::max(p.srcElemSize(), p.dstElemSize()));
    p.wideIndex = double(p.readable.width) * p.readable.height * pixel > INT_MAX || draw.oneIn(16);
}

//! Draws the taps of a filter that are not zero.
std::shared_ptr<const SpecializedTaps> drawSpecializedTaps(const Problem& p, Draw& draw)
{
    const int kind = draw.below(20), count = int(p.taps());
    std::vector<double> taps(size_t(count), 0.);
    const int some = draw.between(1, 16), gap = draw.between(2, 4);
    for (int i = 0; i < (kind < 8 ? some : count); ++i)
    {
        const double part = draw.oneIn(2) ? 64 : 3, value = draw.between(-1000, 1000) / part;
        if (kind < 8)
            taps[size_t(draw.below(count))] = value;
        else if (kind < 18 && (kind >= 13 || i % gap == 0))
            taps[size_t(i)] = value;
    }
    if (kind == 18)
        taps[0] = std::numeric_limits<double>::infinity();
    Mat full;
    Mat(p.filterSize, CV_64F, taps.data()).convertTo(full, p.accDepth());
    return std::make_shared<SpecializedTaps>(clconv::specializedTapsOf(full));
}

} // namespace

Problem goldenProblem(uint64 seed, int number)
{
    static const int filters[] = {2, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16};
    const int64 maxTaps = 4096; // for specialized taps
    Draw draw(seed, uint64(number));
    Problem p = Problem();
    const bool atThreshold = draw.below(5) < 2; // then the other fields are usual, so that only this threshold decides
    drawTypes(p, atThreshold, draw);
    p.filterSize = atThreshold ? drawThreshold(draw) : drawKernel(draw);
    p.filterCount = draw.oneIn(5) ? draw.oneOf(filters) : 1;
    p.border = draw.between(BORDER_CONSTANT, BORDER_REFLECT_101);
    p.rank = draw.oneIn(atThreshold ? 4 : 2);
    const int slices = draw.below(4);
    p.slices = p.srcDepth <= CV_8S ? slices : 0;
    p.size = drawSize(p.channels, atThreshold ? 40 : 10, draw);
    drawPlace(p, draw);
    if (draw.oneIn(atThreshold ? 12 : 5) && p.filterCount == 1 && p.taps() <= maxTaps)
        p.specializedTaps = drawSpecializedTaps(p, draw);
    p.fourier = draw.oneIn(2) && p.accDepth() == CV_32F; // drawn last, so that the fields above keep their values
    p.halfParts = p.separable() && p.srcDepth == CV_8U && p.accDepth() == CV_32F && draw.below(4) > 0;
    if (p.rank == 0 && p.accDepth() == CV_32F && draw.oneIn(3))
    {
        p.rank = draw.between(2, 4);
        p.halfParts = p.srcDepth == CV_8U && draw.oneIn(2);
    }
    p.box = p.separable() && draw.oneIn(6);
    p.doubleSums = p.box && p.srcDepth == CV_32F && draw.oneIn(2);
    return p;
}

} // namespace clconv_test
