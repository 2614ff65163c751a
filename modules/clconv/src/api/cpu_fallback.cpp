// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// OpenCV's functions on Mats, and what they leave out: BORDER_WRAP, depth pairs, overlapping images.

#include "api/cpu_fallback.hpp"
#include "util/log.hpp"
#include "opencv2/imgproc.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>

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

void filter(const Mat& src, Mat& dst, int ddepth, const Call& call, int border)
{
    if (call.isSeparated())
        cv::sepFilter2D(src, dst, ddepth, call.kernels[0], call.kernels[1], call.anchor, call.delta, border);
    else
        cv::filter2D(src, dst, ddepth, call.kernels[0], call.anchor, call.delta, border);
}

//! A source on the host as a Mat that knows its parent. One that UMat::getMat makes ends where its memory does: the padding of
//! rows would be pixels (layoutOf).
class SourceOnHost : public OnHost
{
public:
    explicit SourceOnHost(InputArray src) : OnHost(src)
    {
        if (!src.isUMat())
            return;
        const Layout l = layoutOf(src.getUMat());
        mat.dataend = mat.datastart + l.step * size_t(l.parent.height - 1) + mat.elemSize() * size_t(l.parent.width);
    }
};

//! Coordinates of an axis of the readable image, for a filter's every read from first on; -1: zero.
std::vector<int> mapped(int first, int count, int length, int border)
{
    std::vector<int> coordinates;
    for (int p = first; p < first + count; ++p)
        coordinates.push_back(borderInterpolate(p, length, border));
    return coordinates;
}

//! The source with its border made, so that no border is left to the filter. Unlike copyMakeBorder, which reflects and wraps at
//! what it could read of the parent, this takes the whole parent as the image.
Mat padded(const Mat& src, const Call& call)
{
    Size parent = src.size();
    Point origin;
    if ((call.border & BORDER_ISOLATED) == 0)
        src.locateROI(parent, origin);
    Mat whole = src;
    whole.adjustROI(origin.y, parent.height - origin.y - src.rows, origin.x, parent.width - origin.x - src.cols);
    const int border = call.border & ~BORDER_ISOLATED;
    const Size size = call.size + call.filterSize - Size(1, 1);
    const Point first = origin - call.anchor;
    const std::vector<int> xs = mapped(first.x, size.width, parent.width, border);
    const std::vector<int> ys = mapped(first.y, size.height, parent.height, border);
    Mat result = Mat::zeros(size, src.type());
    const size_t pixel = src.elemSize();
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            if (xs[x] >= 0 && ys[y] >= 0)
                std::memcpy(result.ptr(y, x), whole.ptr(ys[y], xs[x]), pixel);
    return result;
}

//! Rounds and saturates sums; convertTo gives what is beyond the range of int the other bound.
void toDepth(const Mat& sums, Mat& dst, int depth)
{
    Mat bounded = sums;
    if (depth <= CV_32S && (sums.depth() == CV_32F || sums.depth() == CV_64F))
    {
        const double maximum = std::ldexp(1., depth == CV_8U || depth == CV_8S ? 8 : depth == CV_32S ? 31 : 16);
        sums.convertTo(bounded, CV_64F);  // float has no INT_MAX
        Mat scalars = bounded.reshape(1); // a bound would count for the first channel only
        cv::max(scalars, -maximum, scalars);
        cv::min(scalars, depth == CV_32S ? double(INT_MAX) : maximum, scalars);
    }
    bounded.convertTo(dst, depth);
}

//! Filters what is already padded; the result's own border is cut off.
//! @param throughAcc convert to the depth of the sums before and from it afterwards
void filterPadded(const Mat& src, Mat& dst, const Call& call, bool throughAcc)
{
    Mat source = src, result;
    if (throughAcc)
        src.convertTo(source, call.accDepth());
    filter(source, result, throughAcc ? call.accDepth() : CV_MAT_DEPTH(call.dstType), call, BORDER_CONSTANT);
    toDepth(result(Rect(call.anchor, call.size)), dst, CV_MAT_DEPTH(call.dstType));
}

//! A region whose kernel reads across its parent's edge. OpenCV's filter engine then reflects into rows it has not read: it
//! gives what it finds in memory, or throws (4.6: "srcY >= startY").
bool crossesParent(const Mat& src, const Call& call)
{
    if (!src.isSubmatrix() || (call.border & BORDER_ISOLATED))
        return false;
    Size parent;
    Point origin;
    src.locateROI(parent, origin);
    const Point first = origin - call.anchor;
    const Point last = first + Point(call.size) + Point(call.filterSize) - Point(2, 2);
    return first.x < 0 || first.y < 0 || last.x >= parent.width || last.y >= parent.height;
}

//! Sums of integers that may leave the range of int, where cv::filter2D does not saturate.
bool mayLeaveInt(const Call& call)
{
    double sum = std::ldexp(1., CV_MAT_DEPTH(call.srcType) <= CV_8S ? 8 : 16); // more than any source
    for (const Mat& kernel : call.kernels)
        sum *= cv::norm(kernel, NORM_L1);
    return !(sum + std::abs(call.delta) < double(INT_MAX));
}

//! Whether the source has to be converted to the depth of the sums, and the sums to the destination's.
//! @param promised every pair of depths and saturation, as UMats have them
bool needsAccDepth(const Call& call, bool promised)
{
    const int srcDepth = CV_MAT_DEPTH(call.srcType), dstDepth = CV_MAT_DEPTH(call.dstType);
    if (!isTaken(srcDepth, dstDepth))
        return promised; // else cv::filter2D says what it thinks of the pair
    if (promised && dstDepth <= CV_16S && mayLeaveInt(call))
        return true;
    // From integers to CV_64F the transform that OpenCV uses for large kernels works in float.
    return call.accDepth() == CV_64F && srcDepth != CV_64F;
}

void compute(const Mat& source, Mat& result, const Call& call, bool throughAcc)
{
    const bool wraps = (call.border & ~BORDER_ISOLATED) == BORDER_WRAP;
    if (throughAcc || wraps || crossesParent(source, call))
        filterPadded(padded(source, call), result, call, throughAcc);
    else
        filter(source, result, CV_MAT_DEPTH(call.dstType), call, call.border);
}

} // namespace

bool overlap(const Mat& a, const Mat& b)
{
    return a.datastart < b.dataend && b.datastart < a.dataend;
}

void OnHost::letGo() noexcept
{
    withoutThrowing("an image that the CPU used cannot be unmapped", [&]() { mat.release(); });
}

void runOnCpu(InputArray src, OutputArray dst, const Call& call)
{
    SourceOnHost source(src);
    const bool throughAcc = needsAccDepth(call, dst.isUMat());
    Mat early;
    const bool mayThrow = !throughAcc && !isTaken(CV_MAT_DEPTH(call.srcType), CV_MAT_DEPTH(call.dstType));
    if (mayThrow) // then nothing may have been written
        compute(source.mat, early, call, throughAcc);
    dst.create(call.size, call.dstType);
    OnHost target(dst);
    {
        Mat result = early;
        if (!mayThrow)
        {
            // cv::sepFilter2D reads its kernels while it writes
            const bool apart = !overlap(source.mat, target.mat) &&
                               std::none_of(call.kernels.begin(), call.kernels.end(),
                                            [&](const Mat& kernel) { return overlap(kernel, target.mat); });
            result = apart ? target.mat : Mat(call.size, call.dstType);
            compute(source.mat, result, call, throughAcc);
        }
        if (result.data != target.mat.data)
            result.copyTo(target.mat);
    }
    source.letGo();
    target.mat.release(); // throws where the result does not reach the device
}

Mat computedNatively(const UMat& src, const Call& call)
{
    const SourceOnHost source(src);
    Mat result(call.size, call.dstType);
    compute(source.mat, result, call, needsAccDepth(call, true));
    return result;
}

} // namespace clconv
} // namespace cv
