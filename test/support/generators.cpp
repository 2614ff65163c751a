// SPDX-License-Identifier: Apache-2.0
//
// Generators of random images, kernels and layouts in memory.

#include "filter_case.hpp"

#include <algorithm>
#include <cmath>

namespace clconv_test {

using namespace cv;

namespace {

//! Half the width of the range of random images of this depth.
double reachOf(int depth)
{
    static const double reach[] = {255, 127, 65535, 32767, 100000, 1000, 1000, 1000};
    CV_Assert(depth >= 0 && depth <= CV_16F);
    return reach[depth];
}

Mat randomFactor(int length, Coefficients kind, RNG& rng)
{
    Mat factor(1, length, CV_64F);
    if (kind == Coefficients::Integers)
    {
        Mat whole(1, length, CV_32S);
        rng.fill(whole, RNG::UNIFORM, 1, 7);
        whole.convertTo(factor, CV_64F);
    }
    else
        rng.fill(factor, RNG::UNIFORM, -1., 1.);
    return factor;
}

FilterCase layout(const FilterCase& base, Size size, Point anchor, double delta)
{
    FilterCase filterCase = base;
    filterCase.size = size;
    filterCase.anchor = anchor;
    filterCase.delta = delta;
    return filterCase;
}

FilterCase inside(FilterCase filterCase, Size srcParent, Point srcOrigin, Size dstParent, Point dstOrigin)
{
    filterCase.srcParent = srcParent;
    filterCase.srcOrigin = srcOrigin;
    filterCase.dstParent = dstParent;
    filterCase.dstOrigin = dstOrigin;
    return filterCase;
}

} // namespace

Size randomSize(int first, int end, RNG& rng)
{
    const int width = rng.uniform(first, end);
    const int height = rng.uniform(first, end);
    return Size(width, height);
}

Point randomPoint(Size end, RNG& rng)
{
    const int x = rng.uniform(0, end.width);
    const int y = rng.uniform(0, end.height);
    return Point(x, y);
}

Mat randomImage(Size size, int type, RNG& rng)
{
    if (CV_MAT_DEPTH(type) == CV_16F) // RNG::fill does nothing for it
    {
        Mat halves;
        randomImage(size, CV_MAKETYPE(CV_32F, CV_MAT_CN(type)), rng).convertTo(halves, CV_16F);
        return halves;
    }
    Mat image(size, type);
    Mat scalars = image.reshape(1);
    const double reach = reachOf(image.depth());
    switch (image.depth())
    {
    case CV_8U:
    case CV_16U: rng.fill(scalars, RNG::UNIFORM, 0, reach + 1); break;
    case CV_8S:
    case CV_16S: rng.fill(scalars, RNG::UNIFORM, -reach - 1, reach + 1); break;
    case CV_32S:
        if (rng.uniform(0, 4) == 0)
            rng.fill(scalars, RNG::UNIFORM, Scalar::all(INT_MIN), Scalar::all(INT_MAX));
        else
            rng.fill(scalars, RNG::UNIFORM, -reach, reach);
        break;
    default: rng.fill(scalars, RNG::UNIFORM, -reach, reach); break;
    }
    return image;
}

Mat randomKernel(Size size, int srcDepth, int dstDepth, Coefficients kind, RNG& rng)
{
    Mat kernel(size, CV_64F);
    if (kind == Coefficients::OuterProduct)
    {
        const Mat column = randomFactor(size.height, kind, rng).t();
        const Mat row = randomFactor(size.width, kind, rng);
        kernel = column * row;
    }
    else if (kind == Coefficients::SumOfProducts)
    {
        kernel = Scalar(0);
        for (int product = rng.uniform(2, 5); product > 0; product--)
        {
            Mat column(size.height, 1, CV_64F), row(1, size.width, CV_64F);
            rng.fill(column, RNG::UNIFORM, 0.2, 1.);
            rng.fill(row, RNG::UNIFORM, 0.2, 1.);
            kernel += column * row;
        }
    }
    else if (kind == Coefficients::Integers)
    {
        Mat whole(size, CV_32S);
        rng.fill(whole, RNG::UNIFORM, -4, 5);
        whole.convertTo(kernel, CV_64F);
        return kernel;
    }
    else
        rng.fill(kernel, RNG::UNIFORM, -1., 1.);
    if (kind == Coefficients::Box)
        kernel.setTo(Scalar::all(rng.uniform(0.1, 1.)));
    if (kind == Coefficients::Sparse)
        for (int i = 0; i < int(kernel.total()); i++)
            if (rng.uniform(0, 4))
                kernel.at<double>(i / size.width, i % size.width) = 0;
    const double reach = reachOf(dstDepth < 0 ? srcDepth : dstDepth);
    const double gain = 2 * std::min(1., reach / reachOf(srcDepth)) / std::sqrt(double(size.area()));
    kernel *= gain;
    return kernel;
}

std::vector<FilterCase> layouts(const FilterCase& base, size_t count)
{
    const Size k = base.kernelSize();
    const Point corner(k.width - 1, k.height - 1), upper(k.width - 1, 0), lower(0, k.height - 1);
    const Size parent(83, 59), target(90, 71);
    const FilterCase middle = layout(base, Size(67, 45), upper, -7.25), odd = layout(base, Size(29, 31), lower, 3.5);
    std::vector<FilterCase> all;
    all.push_back(layout(base, Size(37, 23), Point(-1, -1), 0));
    all.push_back(inside(middle, parent, Point(9, 5), target, Point(3, 2)));
    all.push_back(layout(base, Size(1, 1), Point(0, 0), 0.5));
    all.push_back(inside(odd, parent, Point(0, 0), target, Point(61, 40)));
    all.push_back(layout(base, Size(1, 19), corner, -0.5));
    all.push_back(layout(base, Size(41, 1), lower, 1e-3));
    all.push_back(inside(middle, parent, Point(16, 14), target, Point(0, 26)));
    all.push_back(layout(base, Size(131, 7), Point(-1, 0), 100));
    all.push_back(layout(base, Size(3, 2), corner, 2));
    all.push_back(inside(odd, parent, Point(31, 0), Size(), Point()));
    for (size_t i = 0; i < all.size(); i++)
    {
        all[i].seed = base.seed * 100 + unsigned(i);
        if (i == 3 || i == 6)
            all[i].border ^= BORDER_ISOLATED;
    }
    all.resize(std::min(count, all.size()));
    return all;
}

std::vector<FilterCase> alignedLayouts(const FilterCase& base)
{
    FilterCase alone = base;
    alone.size = Size(320, 41);
    alone.delta = 1.5;
    FilterCase region = alone;
    region.srcParent = region.dstParent = Size(384, 96);
    region.srcOrigin = region.dstOrigin = Point(32, 48);
    region.seed = 2;
    return {alone, region};
}

} // namespace clconv_test
