// SPDX-License-Identifier: Apache-2.0
//
// Finds widths for alignments, and makes the problems of cells.

#include "cells.hpp"
#include "coefficients/coefficient_set.hpp"

#include <algorithm>

namespace tune {
namespace {

using namespace cv::clconv;

int alignmentOf(size_t bytes)
{
    for (int alignment : {maxRowAlignment, 8, 4})
        if (bytes % size_t(alignment) == 0)
            return alignment;
    return 1;
}

Layout continuous(cv::Size size, int type)
{
    return {type, size, size, cv::Point(), size_t(size.width) * size_t(CV_ELEM_SIZE(type)), 0};
}

} // namespace

int minAlignment(const bench::PixelType& pixel)
{
    return alignmentOf(size_t(CV_ELEM_SIZE(pixel.type)));
}

std::vector<int> reachableAlignments(const bench::PixelType& pixel, const std::vector<int>& requested)
{
    std::vector<int> reachable;
    for (int alignment : requested)
        reachable.push_back(std::max(alignment, minAlignment(pixel)));
    std::sort(reachable.rbegin(), reachable.rend());
    reachable.erase(std::unique(reachable.begin(), reachable.end()), reachable.end());
    return reachable;
}

cv::Size alignedSize(cv::Size size, const bench::PixelType& pixel, int alignment)
{
    for (int more = 0; more < maxRowAlignment; more++)
        if (alignmentOf(size_t(size.width + more) * size_t(CV_ELEM_SIZE(pixel.type))) == alignment)
            return {size.width + more, size.height};
    return size; // not reached with alignments from reachableAlignments
}

Axes makeAxes(const bench::PixelType& pixel, const std::vector<int>& ksizes, const std::vector<cv::Size>& sizes,
              const std::vector<int>& alignments)
{
    Axes axes = {ksizes, sizes, reachableAlignments(pixel, alignments), {}};
    std::sort(axes.ksizes.begin(), axes.ksizes.end());
    std::sort(axes.sizes.begin(), axes.sizes.end(), [](cv::Size a, cv::Size b) { return a.area() < b.area(); });
    for (const cv::Size& size : axes.sizes)
        axes.scalars.push_back(int64(size.area()) * CV_MAT_CN(pixel.type));
    return axes;
}

std::vector<cv::Mat> kernelsOf(const bench::Case& c, int filters)
{
    std::vector<cv::Mat> kernels;
    for (int seed = 1; seed <= filters; seed++)
        kernels.push_back(bench::makeKernel(c.kernel, c.ksize, seed));
    return kernels;
}

Problem problemOf(const bench::Case& c, int filters)
{
    const cv::Mat filter = kernelsOf(c, 1).front();
    const FilterTraits traits = analyse(filter, sumDepth(CV_MAT_DEPTH(c.pixel.type), c.pixel.ddepth));
    const cv::Point middle(c.ksize / 2, c.ksize / 2);
    Problem problem = describe(continuous(c.size, c.pixel.type), continuous(c.size, c.pixel.dstType()), filter.size(),
                               middle, c.border.type, traits)
                          .problem;
    problem.filterCount = filters;
    return problem;
}

} // namespace tune
