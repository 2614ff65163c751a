// SPDX-License-Identifier: Apache-2.0
//
// Makes a NamedCall and compares its output with OpenCV's on a Mat.

#include "named_call.hpp"

#include "../device.hpp"
#include "../filter_case.hpp"
#include "../oracle.hpp"
#include "../thrown.hpp"

#include "api/filter2d.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/core/ocl.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>

namespace clconv_test {

using namespace cv;

namespace {

//! Makes the call with clconv's function or with OpenCV's.
#define CLCONV_CALL(space)                                                                                             \
    switch (c.function)                                                                                                \
    {                                                                                                                  \
    case Named::GaussianBlur: return space::GaussianBlur(src, dst, c.ksize, c.sigmaX, c.sigmaY, border);               \
    case Named::BoxFilter: return space::boxFilter(src, dst, c.ddepth, c.ksize, c.anchor, c.normalize, border);        \
    case Named::Blur: return space::blur(src, dst, c.ksize, c.anchor, border);                                         \
    case Named::Sobel: return space::Sobel(src, dst, c.ddepth, c.dx, c.dy, c.ksize.width, c.scale, c.delta, border);   \
    case Named::Scharr: return space::Scharr(src, dst, c.ddepth, c.dx, c.dy, c.scale, c.delta, border);                \
    case Named::Laplacian: return space::Laplacian(src, dst, c.ddepth, c.ksize.width, c.scale, c.delta, border);       \
    }

void callClconv(const NamedCall& c, InputArray src, OutputArray dst, int border)
{
    CLCONV_CALL(cv::clconv)
}

void callOpenCV(const NamedCall& c, InputArray src, OutputArray dst, int border)
{
#ifdef CLCONV_HAS_ALGORITHM_HINT
    if (c.function == Named::GaussianBlur) // by default a build may approximate
        return cv::GaussianBlur(src, dst, c.ksize, c.sigmaX, c.sigmaY, border, ALGO_HINT_ACCURATE);
#endif
    CLCONV_CALL(cv)
}

bool isRegionOfItsParent(const NamedCall& c)
{
    return !c.parent.empty() && !(c.border & BORDER_ISOLATED);
}

bool isBox(const NamedCall& c)
{
    return c.function == Named::Blur || c.function == Named::BoxFilter;
}

bool averages(const NamedCall& c)
{
    return c.function == Named::Blur || (c.function == Named::BoxFilter && c.normalize);
}

//! The box of an average: one isolated row or column makes it smaller.
Size boxOf(const NamedCall& c)
{
    const bool isolated = (c.border & BORDER_ISOLATED) != 0;
    return Size(isolated && c.size.width == 1 ? 1 : c.ksize.width, isolated && c.size.height == 1 ? 1 : c.ksize.height);
}

//! In OpenCV 4.6 the average of two bytes of 255 is 0.
bool averagesTwoBytes(const NamedCall& c)
{
    return averages(c) && CV_MAT_DEPTH(c.srcType) == CV_8U && c.dstDepth() == CV_8U && boxOf(c).area() == 2;
}

//! OpenCV 5.0 refuses an anchor outside the smaller box for bytes, and ignores it for floats; 4.6 always refuses it.
bool isRefusedForSomeTypes(const NamedCall& c)
{
    const Point anchor(std::max(c.anchor.x, 0), std::max(c.anchor.y, 0));
    return CV_VERSION_MAJOR >= 5 && averages(c) && !anchor.inside(Rect(Point(), boxOf(c)));
}

//! OpenCV sums 32-bit integers without a wider type, so that sums overflow.
bool overflowsInOpenCV(const NamedCall& c)
{
    return isBox(c) && CV_MAT_DEPTH(c.srcType) == CV_32S;
}

//! OpenCV packs negative sums for 8U and 16U as unsigned numbers: they become 255 and 65535.
bool saturatesWrongInOpenCV(const NamedCall& c)
{
    return isBox(c) && CV_MAT_DEPTH(c.srcType) == CV_16S && (c.dstDepth() == CV_8U || c.dstDepth() == CV_16U);
}

//! What OpenCV computes on a Mat, from numbers of another depth.
Mat expectedFrom(const NamedCall& c, const Mat& parent, int depth);

//! What OpenCV computes on a Mat. Its filter engine refuses BORDER_WRAP, and reads wrong rows if a region's filter
//! reaches beyond the parent; in these cases the parent is extended first. A region remains a region, because
//! cv::GaussianBlur has other coefficients for regions.
Mat expectedOf(const NamedCall& c, const Mat& parent)
{
    const Rect region(c.origin, c.size);
    Mat result;
    if (averagesTwoBytes(c))
        return expectedFrom(c, parent, CV_16U);
    if (overflowsInOpenCV(c) || saturatesWrongInOpenCV(c))
        return expectedFrom(c, parent, CV_64F);
    if (!isRegionOfItsParent(c) && (c.border & ~BORDER_ISOLATED) != BORDER_WRAP)
    {
        callOpenCV(c, parent(region).clone(), result, c.border);
        return result;
    }
    const int margin = 70; // more than the largest filter
    const Mat source = isRegionOfItsParent(c) ? parent : parent(region).clone();
    Mat extended;
    cv::copyMakeBorder(source, extended, margin, margin, margin, margin,
                       (c.border & ~BORDER_ISOLATED) | BORDER_ISOLATED);
    const Point origin = (isRegionOfItsParent(c) ? c.origin : Point()) + Point(margin, margin);
    if (isRegionOfItsParent(c))
    {
        callOpenCV(c, extended(Rect(origin, c.size)), result, BORDER_CONSTANT);
        return result;
    }
    callOpenCV(c, extended, result, BORDER_CONSTANT);
    return result(Rect(origin, c.size)).clone();
}

Mat expectedFrom(const NamedCall& c, const Mat& parent, int depth)
{
    NamedCall wide = c;
    wide.srcType = CV_MAKETYPE(depth, CV_MAT_CN(c.srcType));
    wide.ddepth = -1;
    Mat wideParent, result;
    parent.convertTo(wideParent, depth);
    expectedOf(wide, wideParent).convertTo(result, c.dstDepth());
    return result;
}

//! The sum of rounding errors on both sides. OpenCV sums in double only if the source is double or, except in
//! Laplacian, the destination; its box filter adds and subtracts along whole rows and columns.
double toleranceOf(const NamedCall& c, const Mat& parent)
{
    const bool inFixedPoint = CV_MAT_DEPTH(c.srcType) == CV_8U || CV_MAT_DEPTH(c.srcType) == CV_16U;
    if (c.function == Named::GaussianBlur && inFixedPoint && !isRegionOfItsParent(c))
        return 0;
    const bool doubles =
        CV_MAT_DEPTH(c.srcType) == CV_64F || (c.dstDepth() == CV_64F && c.function != Named::Laplacian);
    const double unit = std::ldexp(1., doubles ? -53 : -24);
    const double taps = double(std::max(c.ksize.width, 17)) * std::max(c.ksize.height, 17);
    const double largest = cv::norm(parent.reshape(1), NORM_INF) * coefficientSum(c) + std::abs(c.delta);
    const double rounding = c.dstDepth() < CV_32F ? 1 : 0;
    return rounding + 2 * (taps + 8 + c.size.width + c.size.height) * unit * largest;
}

//! Whether the documentation states exact sums on the device.
bool sumsAreExact(const NamedCall& c)
{
    const int depth = CV_MAT_DEPTH(c.srcType);
    if (c.function == Named::GaussianBlur || depth > CV_32S || !hasDoubles())
        return false;
    int exponent = 0;
    const double sums = averages(c) ? c.ksize.area() : coefficientSum(c) / c.scale, delta = c.delta / c.scale;
    const int maxLaplacian = 11; // above, sums are exact to 2^24
    const int maxScaled = 19;    // above, taps that are scaled by less than 1 have more than 16 bits
    if ((c.function == Named::Laplacian && c.ksize.width > maxLaplacian) ||
        (std::abs(c.scale) < 1 && c.ksize.width > maxScaled))
        return false;
    return std::abs(std::frexp(c.scale, &exponent)) == .5 && delta == std::floor(delta) &&
           largestPixel(depth) * std::abs(sums) + std::abs(delta) <= exactDoubles;
}

//! The quotients of exact sums, rounded if the result is integer.
Mat quotientsOf(const Mat& sums, const NamedCall& c)
{
    const int count = boxOf(c).area(), maxOfBytes = 256;
    if (c.dstDepth() >= CV_32F)
    {
        Mat quotients = sums.clone();
        quotients.reshape(1).forEach<double>([=](double& value, const int*) { value /= count; }); // Mat's / multiplies
        return quotients;
    }
    const bool bytes = CV_MAT_DEPTH(c.srcType) == CV_8U && c.dstDepth() == CV_8U;
    return roundedQuotients(sums, count, bytes && count <= maxOfBytes);
}

//! The result from sums in double.
Mat exactResult(const NamedCall& c, const Mat& parent)
{
    NamedCall wide = c;
    wide.srcType = CV_MAKETYPE(CV_64F, CV_MAT_CN(c.srcType));
    wide.ddepth = -1;
    if (averages(c))
    {
        wide.function = Named::BoxFilter;
        wide.normalize = false;
        wide.ksize = boxOf(c);
    }
    Mat pixels;
    parent.convertTo(pixels, CV_64F);
    const Mat sums = expectedOf(wide, pixels);
    return saturated(averages(c) ? quotientsOf(sums, c) : sums, c.dstDepth());
}

std::string findDifference(const Mat& result, const Mat& expected, double tolerance)
{
    if (result.size() != expected.size() || result.type() != expected.type())
        return "another size or type";
    Mat a, b, difference;
    result.reshape(1).convertTo(a, CV_64F);
    expected.reshape(1).convertTo(b, CV_64F);
    absdiff(a, b, difference);
    double worst;
    Point at;
    minMaxLoc(difference, NULL, &worst, NULL, &at);
    if (worst <= tolerance)
        return "";
    std::ostringstream text;
    text << "column " << at.x << " row " << at.y << ": " << a.at<double>(at) << ", but OpenCV " << b.at<double>(at)
         << "; allowed are " << tolerance;
    return text.str();
}

bool sameBytes(const Mat& a, const Mat& b)
{
    return a.size() == b.size() && a.type() == b.type() && std::equal(a.datastart, a.dataend, b.datastart);
}

//! Calls clconv on images of one class.
template<typename Image>
std::string performOn(const NamedCall& c, const Mat& pixels, const Mat& expected)
{
    Image parent, dstParent, dst;
    pixels.copyTo(parent);
    Image src = parent(Rect(c.origin, c.size));
    Mat surroundings;
    if (!c.dstParent.empty())
    {
        surroundings.create(c.dstParent, c.dstType());
        surroundings.reshape(1).setTo(77);
        surroundings.copyTo(dstParent);
        dst = dstParent(Rect(c.dstOrigin, c.size));
    }
    callClconv(c, src, c.inPlace ? src : dst, c.border);
    const Mat result = (c.inPlace ? src : dst).getMat(ACCESS_READ).clone();
    const bool isOpenCV = c.onMats && clconv::lastImplementation() == "opencv-cpu"; // for UMats the CPU is exact, too
    const bool isWrong = isOpenCV && (overflowsInOpenCV(c) || saturatesWrongInOpenCV(c)); // for some pixels
    const std::string error = !isOpenCV && sumsAreExact(c) ? findDifference(result, exactResult(c, pixels), 0)
                              : isWrong                    ? std::string()
                                                           : findDifference(result, expected, toleranceOf(c, pixels));
    if (!error.empty())
        return error;
    const Rect outside(c.dstOrigin, c.size);
    if (!c.dstParent.empty())
    {
        Mat after = dstParent.getMat(ACCESS_READ).clone();
        result.copyTo(surroundings(outside));
        if (!sameBytes(after, surroundings))
            return "pixels around the output's region changed";
    }
    const bool written = c.inPlace && c.dstType() == c.srcType;
    if (!written && !sameBytes(parent.getMat(ACCESS_READ).clone(), pixels))
        return "the source changed";
    return "";
}

//! cv::Mat has no getMat with an access flag.
struct MatImage : Mat
{
    MatImage() {}
    MatImage(const Mat& m) : Mat(m) {}
    MatImage operator()(const Rect& r) const { return Mat::operator()(r); }
    Mat getMat(AccessFlag) const { return *this; }
};

//! The code that OpenCV's function on a Mat throws; for BORDER_WRAP, which only clconv has, that of BORDER_CONSTANT.
int expectedCode(const NamedCall& c, const Mat& parent)
{
    if (isRefusedForSomeTypes(c))
        return Error::StsAssert;
    const bool wraps = (c.border & ~BORDER_ISOLATED) == BORDER_WRAP;
    const int border = wraps ? BORDER_CONSTANT | (c.border & BORDER_ISOLATED) : c.border;
    const Mat src = parent.empty() ? parent : parent(Rect(c.origin, c.size)).clone();
    Mat dst;
    return opencv_test::codeOf([&]() { callOpenCV(c, src, dst, border); });
}

//! The call's types and filter, with the simplest other arguments.
NamedCall plain(const NamedCall& c)
{
    NamedCall simple = c;
    simple.size = Size(37, 23);
    simple.parent = simple.dstParent = Size();
    simple.origin = Point();
    simple.anchor = Point(-1, -1);
    simple.border = BORDER_REPLICATE;
    return simple;
}

Mat plainImage(const NamedCall& c)
{
    Mat image(plain(c).size, c.srcType);
    image.reshape(1).setTo(1); // a Scalar has at most four channels
    return image;
}

//! The code that OpenCV throws on Mats for the pair of depths; 0 if it supports the pair.
int refusedDepths(const NamedCall& c)
{
    return c.spoiled ? 0 : expectedCode(plain(c), plainImage(c));
}

template<typename Image>
std::string compareCodes(const NamedCall& c, const Mat& pixels, int expected)
{
    Image src, dst;
    if (!pixels.empty())
        pixels(Rect(c.origin, c.size)).copyTo(src);
    const int code = opencv_test::codeOf([&]() { callClconv(c, src, dst, c.border); });
    return code == expected ? "" : cv::format("throws %d, OpenCV on a Mat %d", code, expected);
}

//! Random pixels. OpenCV's box filter sums integers as int, which must not overflow.
Mat pixelsOf(const NamedCall& c, RNG& rng)
{
    if (c.size.empty())
        return Mat();
    Mat pixels = randomImage(c.parent.empty() ? c.size : c.parent, c.srcType, rng);
    if (pixels.depth() == CV_32S)
    {
        Mat scalars = pixels.reshape(1);
        cv::min(scalars, 100000, scalars);
        cv::max(scalars, -100000, scalars);
    }
    return pixels;
}

struct OpenCLSwitch
{
    explicit OpenCLSwitch(bool off) : before(ocl::useOpenCL()) { ocl::setUseOpenCL(before && !off); }
    ~OpenCLSwitch() { ocl::setUseOpenCL(before); }
    bool before;
};

} // namespace

double coefficientSum(const NamedCall& call)
{
    NamedCall plain = call;
    plain.ddepth = CV_64F;
    plain.delta = 0;
    Mat pixel = Mat::zeros(141, 141, CV_64F), response;
    pixel.at<double>(70, 70) = 1;
    callOpenCV(plain, pixel, response, BORDER_CONSTANT);
    return cv::norm(response, NORM_L1);
}

std::string perform(const NamedCall& call)
{
    RNG rng(call.seed);
    const Mat pixels = pixelsOf(call, rng);
    const OpenCLSwitch device(call.withoutOpenCL);
    if (const int code = refusedDepths(call)) // OpenCV refuses these on Mats, while clconv has every pair on UMats
        return compareCodes<Mat>(plain(call), plainImage(call), code);
    if (const int code = expectedCode(call, pixels))
    {
        const std::string error = compareCodes<Mat>(call, pixels, code);
        return error.empty() ? compareCodes<UMat>(call, pixels, code) : error;
    }
    const Mat expected = expectedOf(call, pixels);
    return call.onMats ? performOn<MatImage>(call, pixels, expected) : performOn<UMat>(call, pixels, expected);
}

} // namespace clconv_test
