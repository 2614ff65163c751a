// SPDX-License-Identifier: Apache-2.0
//
// OpenCV's filters by name: the coefficients that OpenCV uses, run as one separable or one 2-D filter.

#include "api/named_filters.hpp"
#include "api/filter2d.hpp"
#include "opencv2/core/utils/trace.hpp"

namespace cv { namespace clconv {
namespace {

bool readsParent(InputArray src, int borderType)
{
    return !(borderType & BORDER_ISOLATED) && src.isSubmatrix();
}

//! Coefficients in fixed point as cv::GaussianBlur rounds them: from the ends inwards, the rounding error of each is
//! carried to the next, and the middle one completes the sum to 1. Each is exact as a float, and for 8 bits so is every
//! sum.
Mat inFixedPoint(const Mat& kernel, int bits)
{
    const double one = double(1 << bits);
    const int n = int(kernel.total());
    Mat_<double> exact;
    kernel.convertTo(exact, CV_64F);
    Mat_<float> rounded(n, 1);
    double carried = 0, sum = 0;
    for (int i = 0; i < n / 2; ++i)
    {
        const double value = exact(i) * one + carried;
        const double whole = cvRound(value);
        carried = value - whole;
        sum += 2 * whole;
        rounded(i) = rounded(n - 1 - i) = float(whole / one);
    }
    rounded(n / 2) = float((one - sum) / one);
    return rounded;
}

Mat gaussianKernel(int length, double sigma, int depth, int bits)
{
    if (bits)
        return inFixedPoint(getGaussianKernel(length, sigma, CV_64F), bits);
    return getGaussianKernel(length, sigma, depth == CV_64F ? CV_64F : CV_32F);
}

//! The size that cv::GaussianBlur derives from sigma where none is given.
int lengthOf(int given, double sigma, int depth)
{
    if (given > 0 || !(sigma > 0)) // NaN too
        return given;
    return cvRound(sigma * (depth == CV_8U ? 3 : 4) * 2 + 1) | 1;
}

//! cv::boxFilter averages bytes of up to 256 pixels by an integer multiplication that rounds halves up. (Where the
//! number of pixels is a power of two, it also rounds up the quotient just below.)
Rounding averageOf(int srcDepth, int dstDepth, Size ksize)
{
    const double maxPixels = 256;
    const bool bytes = srcDepth == CV_8U && dstDepth == CV_8U && double(ksize.width) * ksize.height <= maxPixels;
    return bytes ? Rounding::AverageHalvesUp : Rounding::Average;
}

//! The depth in which cv::Sobel makes its coefficients; throws where there are no kernels for the depths.
int checkedCoefficientDepth(InputArray src, int ddepth)
{
    refuseOtherDepths(src, ddepth < 0 ? src.depth() : ddepth, Error::StsAssert); // of cv::getDerivKernels
    return ddepth == CV_64F || src.depth() == CV_64F ? CV_64F : CV_32F;
}

Mat laplacianKernel3(bool diagonal, double scale)
{
    Mat kernel = diagonal ? Mat_<float>({3, 3}, {2, 0, 2, 0, -8, 0, 2, 0, 2})
                          : Mat_<float>({3, 3}, {0, 1, 0, 1, -4, 1, 0, 1, 0});
    return scale == 1 ? kernel : Mat(kernel * scale);
}

//! The second derivatives along both axes in one filter: the sum of two outer products, which has rank 2.
Mat laplacianKernel(int ksize, double scale, int depth)
{
    if (ksize == 0) // cv::getDerivKernels would return Scharr's filter
        CV_Error(Error::StsOutOfRange, "ksize is odd and not larger than 31");
    Mat second, smooth;
    getDerivKernels(second, smooth, 2, 0, ksize, false, depth);
    second.convertTo(second, CV_64F);
    smooth.convertTo(smooth, CV_64F);
    const Mat alongX = smooth * second.t();
    return (alongX + alongX.t()) * scale;
}

} // namespace

Call boxCall(InputArray src, const _OutputArray* dst, int ddepth, Size ksize, Point anchor, bool normalize,
             int borderType)
{
    const Size size = src.size();
    if (normalize && (borderType & BORDER_ISOLATED)) // as cv::boxFilter does, BORDER_CONSTANT included
        ksize = Size(size.width == 1 ? 1 : ksize.width, size.height == 1 ? 1 : ksize.height);
    CV_Assert(ksize.width > 0 && ksize.height > 0 && "ksize is positive");
    const Mat kx = Mat::ones(1, ksize.width, CV_32F), ky = Mat::ones(ksize.height, 1, CV_32F);
    Call call = checkSepFilter2D(src, dst, ddepth, kx, ky, anchor, 0, borderType);
    call.function = MatFunction::BoxFilter;
    if (normalize)
        call.rounding = averageOf(src.depth(), call.dstDepth(), ksize);
    const Point resolved = call.anchor;
    // cv::boxFilter (OpenCV 4.6) averages two bytes of 255 to 0, and negative sums of 16S become the maximum of 8U and
    // 16U.
    const bool averagesTwoBytes =
        normalize && ksize.area() == 2 && call.srcType == call.dstType && src.depth() == CV_8U;
    const int dstDepth = call.dstDepth();
    const bool saturatesNegative = src.depth() == CV_16S && (dstDepth == CV_8U || dstDepth == CV_16U);
    call.onCpu = [=](const Mat& source, Mat& result, int depth, int border)
    {
        if (averagesTwoBytes)
        {
            Mat sums;
            cv::boxFilter(source, sums, CV_32S, ksize, resolved, false, border);
            return sums.convertTo(result, CV_8U, 0.5, 0.25); // halves up
        }
        if (!saturatesNegative)
            return cv::boxFilter(source, result, depth, ksize, resolved, normalize, border);
        const Mat row = Mat::ones(1, ksize.width, CV_64F);
        const Mat column(ksize.height, 1, CV_64F, Scalar(normalize ? 1. / ksize.area() : 1));
        cv::sepFilter2D(source, result, depth, row, column, resolved, 0, border);
    };
    return call;
}

Call derivativeCall(InputArray src, const _OutputArray* dst, int ddepth, int dx, int dy, int ksize, double scale,
                    double delta, int borderType)
{
    Mat kx, ky;
    getDerivKernels(kx, ky, dx, dy, ksize, false, checkedCoefficientDepth(src, ddepth));
    if (scale != 1)
        (dx == 0 ? kx : ky) *= scale; // the factor that cv::Sobel scales: the same rounding
    return checkSepFilter2D(src, dst, ddepth, kx, ky, Point(-1, -1), delta, borderType);
}

Call laplacianCall(InputArray src, const _OutputArray* dst, int ddepth, int ksize, double scale, double delta,
                   int borderType)
{
    const bool small = ksize == 1 || ksize == 3;
    const Mat kernel = small ? laplacianKernel3(ksize == 3, scale)
                             : laplacianKernel(ksize, scale, checkedCoefficientDepth(src, ddepth));
    Call call = checkFilter2D(src, dst, ddepth, kernel, Point(-1, -1), delta, borderType);
    call.function = small ? MatFunction::Filter2D : MatFunction::Laplacian;
    if (!small) // cv::filter2D refuses pairs of depths that cv::Laplacian has
        call.onCpu = [=](const Mat& source, Mat& result, int depth, int border)
        { cv::Laplacian(source, result, depth, ksize, scale, delta, border); };
    return call;
}

std::unique_ptr<Call> gaussianCall(InputArray src, const _OutputArray* dst, Size ksize, double sigmaX, double sigmaY,
                                   int borderType)
{
    CV_Assert(src.dims() <= 2 && "src has at most two dimensions");
    const int depth = src.depth();
    const Size size = src.size();
    // Beyond one row or column every border but BORDER_CONSTANT repeats it.
    if ((borderType & ~BORDER_ISOLATED) != BORDER_CONSTANT && !readsParent(src, borderType))
        ksize = Size(size.width == 1 ? 1 : ksize.width, size.height == 1 ? 1 : ksize.height);
    if (ksize == Size(1, 1)) // also for depths that no filter has
        return nullptr;
    sigmaX = std::max(sigmaX, 0.);
    sigmaY = sigmaY <= 0 ? sigmaX : sigmaY; // NaN stays, which cv::getGaussianKernel takes for 0
    ksize = Size(lengthOf(ksize.width, sigmaX, depth), lengthOf(ksize.height, sigmaY, depth));
    CV_Assert(ksize.width > 0 && ksize.width % 2 == 1 && ksize.height > 0 && ksize.height % 2 == 1 &&
              "ksize is odd and positive, or sigma is positive");
    refuseOtherDepths(src, depth, Error::StsError); // as cv::getGaussianKernel does
    // cv::GaussianBlur on a Mat uses fixed-point coefficients for bytes and words, except for regions of other images.
    const int fractionBits = depth == CV_8U ? 8 : depth == CV_16U ? 16 : 0;
    const int bits = readsParent(src, borderType) ? 0 : fractionBits;
    const Mat kx = gaussianKernel(ksize.width, sigmaX, depth, bits);
    const Mat ky = gaussianKernel(ksize.height, sigmaY, depth, bits);
    std::unique_ptr<Call> call(new Call(checkSepFilter2D(src, dst, -1, kx, ky, Point(-1, -1), 0, borderType)));
    call->function = bits ? MatFunction::GaussianBlur : MatFunction::SepFilter2D;
    if (bits) // otherwise cv::GaussianBlur is cv::sepFilter2D
    {
        call->rounding = Rounding::Down;
        call->delta = 0.5;
        call->onCpu = [=](const Mat& source, Mat& result, int, int border)
        {
#ifdef CLCONV_HAS_ALGORITHM_HINT
            cv::GaussianBlur(source, result, ksize, sigmaX, sigmaY, border, ALGO_HINT_ACCURATE);
#else
            cv::GaussianBlur(source, result, ksize, sigmaX, sigmaY, border);
#endif
        };
    }
    return call;
}

void GaussianBlur(InputArray src, OutputArray dst, Size ksize, double sigmaX, double sigmaY, int borderType)
{
    CV_TRACE_FUNCTION();
    refuseEmpty(src.empty(), CV_Func);
    if (const std::unique_ptr<Call> call = gaussianCall(src, &dst, ksize, sigmaX, sigmaY, borderType))
        filter(src, dst, *call);
    else
        copy(src, dst);
}

#ifdef CLCONV_HAS_ALGORITHM_HINT
void GaussianBlur(InputArray src, OutputArray dst, Size ksize, double sigmaX, double sigmaY, int borderType,
                  AlgorithmHint)
{
    GaussianBlur(src, dst, ksize, sigmaX, sigmaY, borderType);
}
#endif

void boxFilter(InputArray src, OutputArray dst, int ddepth, Size ksize, Point anchor, bool normalize, int borderType)
{
    CV_TRACE_FUNCTION();
    refuseEmpty(src.empty(), CV_Func);
    filter(src, dst, boxCall(src, &dst, ddepth, ksize, anchor, normalize, borderType));
}

void blur(InputArray src, OutputArray dst, Size ksize, Point anchor, int borderType)
{
    CV_TRACE_FUNCTION();
    refuseEmpty(src.empty(), CV_Func);
    filter(src, dst, boxCall(src, &dst, -1, ksize, anchor, true, borderType));
}

void Sobel(InputArray src, OutputArray dst, int ddepth, int dx, int dy, int ksize, double scale, double delta,
           int borderType)
{
    CV_TRACE_FUNCTION();
    refuseEmpty(src.empty(), CV_Func);
    filter(src, dst, derivativeCall(src, &dst, ddepth, dx, dy, ksize, scale, delta, borderType));
}

void Scharr(InputArray src, OutputArray dst, int ddepth, int dx, int dy, double scale, double delta, int borderType)
{
    CV_TRACE_FUNCTION();
    refuseEmpty(src.empty(), CV_Func);
    filter(src, dst, derivativeCall(src, &dst, ddepth, dx, dy, FILTER_SCHARR, scale, delta, borderType));
}

void Laplacian(InputArray src, OutputArray dst, int ddepth, int ksize, double scale, double delta, int borderType)
{
    CV_TRACE_FUNCTION();
    refuseEmpty(src.empty(), CV_Func);
    filter(src, dst, laplacianCall(src, &dst, ddepth, ksize, scale, delta, borderType));
}

}} // namespace cv::clconv
