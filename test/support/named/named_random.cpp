// SPDX-License-Identifier: Apache-2.0
//
// Random NamedCalls, and their description.

#include "named_call.hpp"

#include "../filter_case.hpp"
#include "../lists.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <sstream>

namespace clconv_test {

using namespace cv;

namespace {

bool chance(int oneIn, RNG& rng)
{
    return rng.uniform(0, oneIn) == 0;
}

int oddLength(RNG& rng)
{
    return 2 * rng.uniform(0, chance(8, rng) ? 16 : 5) + 1;
}

void chooseGaussian(NamedCall& c, RNG& rng)
{
    const int width = oddLength(rng);
    const int height = chance(2, rng) ? width : oddLength(rng);
    c.ksize = Size(width, height);
    c.sigmaX = chance(2, rng) ? 0 : rng.uniform(0.3, 3.5);
    c.sigmaY = chance(2, rng) ? 0 : rng.uniform(0.3, 3.5);
    if (c.sigmaX > 0 && chance(3, rng))
        c.ksize = chance(2, rng) ? Size() : Size(0, height);
}

void chooseBox(NamedCall& c, RNG& rng)
{
    c.ksize = randomSize(1, chance(8, rng) ? 32 : 9, rng);
    c.normalize = c.function == Named::Blur || chance(2, rng);
}

void chooseDerivative(NamedCall& c, RNG& rng)
{
    const int length = chance(6, rng) ? (chance(2, rng) ? -1 : 1) : oddLength(rng);
    c.ksize = Size(length, length);
    const int highest = c.function == Named::Scharr || length < 3 ? 1 : std::min(length - 1, 3);
    do
    {
        c.dx = rng.uniform(0, highest + 1);
        c.dy = rng.uniform(0, highest + 1);
    } while (c.dx + c.dy == 0 || (highest == 1 && c.dx + c.dy != 1));
}

//! Beyond the range of int, OpenCV's conversion on a Mat gives the other bound.
void chooseScale(NamedCall& c, RNG& rng)
{
    static const double scales[] = {0.5, -0.125, 3, 1. / 32}, deltas[] = {0.5, -3.25, 100, 1e-3};
    c.scale = 1;
    const double sum = coefficientSum(c);
    if (sum > 4000)
        c.scale = 100 / sum;
    else if (chance(2, rng))
        c.scale = oneOf(scales, rng);
    c.delta = chance(2, rng) ? 0 : oneOf(deltas, rng);
}

void placeImages(NamedCall& c, RNG& rng)
{
    const int longest = chance(3, rng) ? 6 : 70;
    c.size = randomSize(1, longest, rng);
    if (chance(2, rng))
    {
        c.parent = c.size + randomSize(0, 20, rng);
        c.origin = randomPoint(c.parent - c.size + Size(1, 1), rng);
    }
    c.inPlace = chance(4, rng);
    if (!c.inPlace && chance(2, rng))
    {
        c.dstParent = c.size + randomSize(0, 20, rng);
        c.dstOrigin = randomPoint(c.dstParent - c.size + Size(1, 1), rng);
    }
    c.withoutOpenCL = chance(8, rng);
    c.onMats = chance(8, rng);
}

//! Sets one argument to a value that OpenCV refuses.
void spoil(NamedCall& c, RNG& rng)
{
    static const int lengths[] = {0, 2, 4, -1, -2, 33};
    c.parent = c.dstParent = Size();
    c.origin = Point();
    c.srcType = CV_8UC1; // valid for every function, so that there is only one error
    c.ddepth = -1;
    c.inPlace = false;
    c.spoiled = true;
    c.size = Size(37, 23); // one row or column would change the size of the filter
    const int length = oneOf(lengths, rng);
    switch (rng.uniform(0, 4))
    {
    case 0: c.size = Size(); break;
    case 1:
        c.dx = oneOf({-1, 0, 3, 31}, rng);
        c.dy = oneOf({0, -1, 31}, rng);
        break;
    case 2: c.anchor = Point(oneOf({100, 0}, rng), 50); break;
    default:
        c.ksize = Size(length, length);
        c.sigmaX = c.sigmaY = 0;
        c.anchor = Point(-1, -1);
    }
}

} // namespace

const std::vector<Named>& namedFunctions()
{
    static const std::vector<Named> all = {Named::GaussianBlur, Named::BoxFilter, Named::Blur,
                                           Named::Sobel,        Named::Scharr,    Named::Laplacian};
    return all;
}

std::string nameOf(Named function)
{
    static const char* const names[] = {"GaussianBlur", "boxFilter", "blur", "Sobel", "Scharr", "Laplacian"};
    return names[size_t(function)];
}

NamedCall randomNamedShape(Named function, RNG& rng)
{
    NamedCall c;
    c.function = function;
    const int depth = oneOf(depths(), rng);
    const int channels = chance(12, rng) ? rng.uniform(5, 9) : rng.uniform(1, 5);
    c.srcType = CV_MAKETYPE(depth, channels);
    const bool sameType = function == Named::GaussianBlur || function == Named::Blur;
    c.ddepth = sameType || chance(4, rng) ? -1 : oneOf(depths(), rng);
    c.border = oneOf(borderTypes(), rng);
    if (function == Named::GaussianBlur)
        chooseGaussian(c, rng);
    else if (function == Named::BoxFilter || function == Named::Blur)
        chooseBox(c, rng);
    else
        chooseDerivative(c, rng);
    if (function == Named::Laplacian)
        c.ksize = Size(std::abs(c.ksize.width), 0);
    return c;
}

NamedCall randomNamedCall(const NamedCall& shape, RNG& rng)
{
    NamedCall c = shape;
    c.border |= chance(3, rng) ? int(BORDER_ISOLATED) : 0;
    if (c.sigmaX > 0)
        c.sigmaX *= rng.uniform(0.95, 1.05);
    if (c.function >= Named::Sobel)
        chooseScale(c, rng);
    else if (c.function != Named::GaussianBlur)
        c.anchor = randomPoint(c.ksize + Size(3, 3), rng) - Point(3, 3); // each negative number means the middle
    placeImages(c, rng);
    c.seed = rng.next();
    if (chance(10, rng))
        spoil(c, rng);
    return c;
}

std::string describe(const NamedCall& c)
{
    std::ostringstream text;
    text << nameOf(c.function) << ' ' << typeToString(c.srcType) << "->" << depthToString(c.dstDepth()) << ' ' << c.size
         << " ksize " << c.ksize << " sigma " << c.sigmaX << ',' << c.sigmaY << " anchor " << c.anchor << " normalize "
         << c.normalize << " order " << c.dx << ',' << c.dy << " scale " << c.scale << " delta " << c.delta
         << " border " << c.border << " parent " << c.parent << " at " << c.origin << " dstParent " << c.dstParent
         << " at " << c.dstOrigin << (c.inPlace ? " in place" : "") << (c.onMats ? " on Mats" : "")
         << (c.withoutOpenCL ? " without OpenCL" : "");
    return text.str();
}

} // namespace clconv_test
