// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Sobel, Scharr and Laplacian: the coefficients that OpenCV uses, run as one separable or one 2-D filter.

#include "api/filter2d.hpp"
#include "opencv2/core/utils/trace.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! The depth in which cv::Sobel makes its coefficients; throws where there are no kernels for the depths.
int checkedCoefficientDepth(InputArray src, int ddepth)
{
    refuseOtherDepths(src.depth(), ddepth < 0 ? src.depth() : ddepth, Error::StsAssert); // of cv::getDerivKernels
    return std::max(int(CV_32F), std::max(ddepth, src.depth()));
}

//! @param ksize as for cv::getDerivKernels: FILTER_SCHARR is Scharr's filter
void derivative(InputArray src, OutputArray dst, int ddepth, int dx, int dy, int ksize, double scale, double delta,
                int borderType)
{
    Mat kx, ky;
    getDerivKernels(kx, ky, dx, dy, ksize, false, checkedCoefficientDepth(src, ddepth));
    if (scale != 1)
        (dx == 0 ? kx : ky) *= scale; // the factor that cv::Sobel scales: the same rounding
    filter(src, dst, checkSepFilter2D(src, &dst, ddepth, kx, ky, Point(-1, -1), delta, borderType));
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

void Sobel(InputArray src, OutputArray dst, int ddepth, int dx, int dy, int ksize, double scale, double delta,
           int borderType)
{
    CV_TRACE_FUNCTION();
    refuseEmpty(src.empty(), CV_Func);
    derivative(src, dst, ddepth, dx, dy, ksize, scale, delta, borderType);
}

void Scharr(InputArray src, OutputArray dst, int ddepth, int dx, int dy, double scale, double delta, int borderType)
{
    CV_TRACE_FUNCTION();
    refuseEmpty(src.empty(), CV_Func);
    derivative(src, dst, ddepth, dx, dy, FILTER_SCHARR, scale, delta, borderType);
}

void Laplacian(InputArray src, OutputArray dst, int ddepth, int ksize, double scale, double delta, int borderType)
{
    CV_TRACE_FUNCTION();
    refuseEmpty(src.empty(), CV_Func);
    const bool small = ksize == 1 || ksize == 3;
    const Mat kernel = small ? laplacianKernel3(ksize == 3, scale)
                             : laplacianKernel(ksize, scale, checkedCoefficientDepth(src, ddepth));
    Call call = checkFilter2D(src, &dst, ddepth, kernel, Point(-1, -1), delta, borderType);
    call.function = small ? MatFunction::Filter2D : MatFunction::Laplacian;
    if (!small) // cv::filter2D refuses pairs of depths that cv::Laplacian has
        call.onCpu = [=](const Mat& source, Mat& result, int depth, int border)
        { cv::Laplacian(source, result, depth, ksize, scale, delta, border); };
    filter(src, dst, call);
}

} // namespace clconv
} // namespace cv
