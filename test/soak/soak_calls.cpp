// SPDX-License-Identifier: Apache-2.0
//
// The pool of calls of clconv_soak, and the making and checking of a call.

#include "soak_calls.hpp"

#include "support/lists.hpp"
#include "api/filter2d.hpp"

#include <opencv2/clconv.hpp>

#include <iostream>
#include <sstream>

namespace clconv_test {

using namespace cv;

namespace {

const int filtersOfAKind = 3;
const Size sizes[] = {Size(37, 23), Size(160, 121), Size(641, 479), Size(1280, 720)};
const Size margin(13, 9); // of a region's parent
const Point corner(5, 3); // of a region

FilterCase randomKind(int number, RNG& rng)
{
    static const int types[] = {CV_8UC1, CV_32FC1, CV_8UC3, CV_16SC1, CV_8UC4, CV_16UC2, CV_64FC1};
    static const int lengths[] = {3, 5, 9, 15, 4, 7};
    FilterCase kind;
    kind.srcType = types[number % 7];
    kind.ddepth = number % 3 == 2 && CV_MAT_DEPTH(kind.srcType) != CV_64F ? int(CV_32F) : -1;
    kind.border = entry(borderTypes(), number);
    kind.delta = number % 2 ? 0 : 1.5;
    const int length = lengths[number % 6];
    kind.kernel = Mat(Size(length, rng.uniform(1, length + 1)), CV_32F);
    if (number % 5 == 3)
        kind.kernelY = Mat(length, 1, CV_32F);
    else if (number % 5 == 4)
        kind.otherKernels.resize(size_t(rng.uniform(1, 4)));
    return kind;
}

Mat randomFilter(Size size, const FilterCase& kind, int number, RNG& rng)
{
    static const Coefficients all[] = {Coefficients::Random, Coefficients::Sparse, Coefficients::OuterProduct};
    const Coefficients coefficients = kind.kernelY.empty() ? all[number % 3] : Coefficients::Random;
    Mat kernel;
    randomKernel(size, CV_MAT_DEPTH(kind.srcType), kind.dstDepth(), coefficients, rng).convertTo(kernel, CV_32F);
    return kernel;
}

FilterCase withFilters(const FilterCase& kind, int number, RNG& rng)
{
    FilterCase one = kind;
    const Size size = kind.kernelY.empty() ? kind.kernel.size() : Size(kind.kernel.cols, 1);
    one.kernel = randomFilter(size, kind, number, rng);
    if (!kind.kernelY.empty())
        one.kernelY = randomFilter(kind.kernelY.size(), kind, number, rng);
    for (Mat& other : one.otherKernels)
        other = randomFilter(size, kind, number, rng);
    return one;
}

//! The source and the outputs of a call.
struct Images
{
    Mat srcMat;
    UMat srcParent, src;
    std::vector<Mat> mats;
    std::vector<UMat> parents, umats;

    Images(const SoakCall& call, const Mat& pixels, size_t count) : mats(count), parents(count), umats(count)
    {
        const Rect region(call.layout == Layout::Region ? corner : Point(), call.size);
        srcMat = pixels(region);
        if (call.layout == Layout::FromMat)
            return;
        pixels.copyTo(srcParent);
        src = srcParent(region);
        for (size_t i = 0; i < count && call.layout == Layout::Region; i++)
        {
            parents[i].create(call.size + margin, call.filters->dstType());
            umats[i] = parents[i](region);
        }
    }
};

void callClconv(const SoakCall& call, Images& images)
{
    const FilterCase& f = *call.filters;
    const _InputArray src = call.layout == Layout::FromMat ? _InputArray(images.srcMat) : _InputArray(images.src);
    if (!f.otherKernels.empty())
    {
        std::vector<Mat> kernels(1, f.kernel);
        kernels.insert(kernels.end(), f.otherKernels.begin(), f.otherKernels.end());
        if (call.layout == Layout::ToMat)
            clconv::filterBank(src, images.mats, f.ddepth, kernels, f.anchor, f.delta, f.border);
        else
            clconv::filterBank(src, images.umats, f.ddepth, kernels, f.anchor, f.delta, f.border);
        return;
    }
    const _OutputArray dst = call.layout == Layout::ToMat     ? _OutputArray(images.mats[0])
                             : call.layout == Layout::InPlace ? _OutputArray(images.src)
                                                              : _OutputArray(images.umats[0]);
    if (f.kernelY.empty())
        clconv::filter2D(src, dst, f.ddepth, f.kernel, f.anchor, f.delta, f.border);
    else
        clconv::sepFilter2D(src, dst, f.ddepth, f.kernel, f.kernelY, f.anchor, f.delta, f.border);
    if (call.layout == Layout::InPlace)
        images.umats[0] = images.src;
}

//! Compares a rectangle of each output.
std::string compareSample(const SoakCall& call, const Images& images, RNG& rng)
{
    const std::string implementation = clconv::lastImplementation();
    const Size size(std::min(24, call.size.width), std::min(6, call.size.height));
    const Point at = randomPoint(call.size - size + Size(1, 1), rng);
    const std::vector<Mat> kernels = kernelsOf(*call.filters);
    for (size_t i = 0; i < kernels.size(); i++)
    {
        const Rect part(at, size);
        const Exact exact = exactSums(FilterInput{images.srcMat(part), kernels[i], call.filters->anchor,
                                                  call.filters->delta, call.filters->border, call.filters->dstDepth()});
        const Mat result =
            call.layout == Layout::ToMat ? images.mats[i](part) : images.umats[i](part).getMat(ACCESS_READ);
        const std::string error =
            findDifference(*call.filters, result, exact, kernels[i], implementation, clconv::lastRanTogether());
        if (!error.empty())
            return format("output %d, rectangle at %d,%d, by ", int(i), at.x, at.y) + implementation + ": " + error;
    }
    return "";
}

} // namespace

void Tally::ran(const std::string& implementation)
{
    std::lock_guard<std::mutex> lock(mutex_);
    counts_[implementation]++;
}

void Tally::failed(const SoakCall& call, const std::string& error, bool threw)
{
    std::lock_guard<std::mutex> lock(mutex_);
    (threw ? thrown : wrong)++;
    std::cout << (threw ? "thrown: " : "wrong: ") << describe(call) << ": " << error << std::endl;
}

std::string Tally::implementations() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    std::string text;
    for (const auto& count : counts_)
        text += (text.empty() ? "" : " ") + count.first + " " + std::to_string(count.second);
    return text;
}

CallPool::CallPool(int kinds, unsigned seed)
{
    RNG rng(seed);
    for (int kind = 0; kind < kinds; kind++)
    {
        const FilterCase types = randomKind(kind, rng);
        for (int i = 0; i < filtersOfAKind; i++)
            filters_.push_back(withFilters(types, i, rng));
    }
    for (const FilterCase& filters : filters_)
        for (Size size : sizes)
        {
            Mat& pixels = pixels_[std::make_pair(filters.srcType, size.width)];
            if (pixels.empty())
                pixels = randomImage(size + margin, filters.srcType, rng);
            for (int layout = 0; layout < int(Layout::Count); layout++)
                if (Layout(layout) != Layout::InPlace || filters.otherKernels.empty())
                    calls_.push_back({&filters, size, Layout(layout)});
        }
}

const Mat& CallPool::pixelsFor(const SoakCall& call) const
{
    return pixels_.at(std::make_pair(call.filters->srcType, call.size.width));
}

std::string perform(const SoakCall& call, const Mat& pixels, bool check, RNG& rng)
{
    // The pixels around a region belong to the readable image, like those of its parent.
    const Mat readable = call.layout == Layout::Region ? pixels : pixels(Rect(Point(), call.size)).clone();
    Images images(call, readable, call.filters->otherKernels.size() + 1);
    callClconv(call, images);
    return check ? compareSample(call, images, rng) : "";
}

std::string describe(const SoakCall& call)
{
    static const char* const layouts[] = {"alone", "region", "in place", "from a Mat", "to a Mat"};
    FilterCase filters = *call.filters;
    filters.size = call.size;
    return describe(filters) + ", images " + layouts[int(call.layout)];
}

} // namespace clconv_test
