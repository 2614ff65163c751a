// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// OpenCV's functions on Mats, and what they leave out: BORDER_WRAP, depth pairs, overlapping images.

#include "native.hpp"
#include "opencv2/imgproc.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! depth pairs that cv::filter2D and cv::sepFilter2D take on a Mat for every kernel (OpenCV 4.5 and later)
bool isTaken(int srcDepth, int dstDepth)
{
    switch (srcDepth)
    {
    case CV_8U: return dstDepth == CV_8U || dstDepth == CV_16S || dstDepth == CV_32F || dstDepth == CV_64F;
    case CV_16U: return dstDepth == CV_16U || dstDepth == CV_32F || dstDepth == CV_64F;
    case CV_16S: return dstDepth == CV_16S || dstDepth == CV_32F || dstDepth == CV_64F;
    case CV_32F: return dstDepth == CV_32F;
    case CV_64F: return dstDepth == CV_64F;
    default: return false;
    }
}

bool overlap(const Mat& a, const Mat& b)
{
    return a.datastart < b.dataend && b.datastart < a.dataend;
}

void filter(const Mat& src, Mat& dst, int ddepth, const Call& call, int border)
{
    if (call.isSeparated())
        cv::sepFilter2D(src, dst, ddepth, call.kernels[0], call.kernels[1], call.anchor, call.delta, border);
    else
        cv::filter2D(src, dst, ddepth, call.kernels[0], call.anchor, call.delta, border);
}

//! The source with its border made, so that no border is left to the filter.
Mat padded(const Mat& src, const Call& call)
{
    Mat result;
    copyMakeBorder(src, result, call.anchor.y, call.kernel.height - 1 - call.anchor.y, call.anchor.x,
                   call.kernel.width - 1 - call.anchor.x, call.border);
    return result;
}

//! Filters what is already padded; the result's own border is cut off.
//! @param throughAcc convert to the depth of the sums before and from it afterwards
void filterPadded(const Mat& src, Mat& dst, const Call& call, bool throughAcc)
{
    Mat source = src, result;
    if (throughAcc)
        src.convertTo(source, call.accDepth());
    filter(source, result, throughAcc ? call.accDepth() : CV_MAT_DEPTH(call.dstType), call, BORDER_CONSTANT);
    result(Rect(call.anchor, call.size)).convertTo(dst, CV_MAT_DEPTH(call.dstType));
}

} // namespace

void runNatively(InputArray src, OutputArray dst, const Call& call)
{
    const Mat source = src.getMat();
    const bool promised = dst.isUMat(); // all pairs of depths
    const int srcDepth = CV_MAT_DEPTH(call.srcType), dstDepth = CV_MAT_DEPTH(call.dstType);
    dst.create(call.size, call.dstType);
    Mat target = dst.getMat();
    Mat result = overlap(source, target) ? Mat(call.size, call.dstType) : target;

    const bool throughAcc = promised && !isTaken(srcDepth, dstDepth);
    if (throughAcc || (call.border & ~BORDER_ISOLATED) == BORDER_WRAP)
        filterPadded(padded(source, call), result, call, throughAcc);
    else
        filter(source, result, dstDepth, call, call.border);
    if (result.data != target.data)
        result.copyTo(target);
}

} // namespace clconv
} // namespace cv
