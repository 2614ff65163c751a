// SPDX-License-Identifier: Apache-2.0
//
// OpenCV's functions on Mats, and what they do not support: BORDER_WRAP, some depth pairs, overlapping images.

#include "api/cpu_fallback.hpp"
#include "api/chain/fusion/fused_stages.hpp"
#include "coefficients/factors/outer_products.hpp"
#include "host/host_call.hpp"
#include "util/log.hpp"
#include "opencv2/imgproc.hpp"

namespace cv { namespace clconv {
namespace {

void filter(const Mat& src, Mat& dst, int ddepth, const Call& call, int border)
{
    if (call.onCpu)
        call.onCpu(src, dst, ddepth, border);
    else if (call.isSeparated())
        cv::sepFilter2D(src, dst, ddepth, call.kernels[0], call.kernels[1], call.anchor, call.delta, border);
    else
        cv::filter2D(src, dst, ddepth, call.kernels[0], call.anchor, call.delta, border);
}

//! As UMatData's functions do, but without their undefined behaviour: an enumerator's complement is no enumerator.
void clearFlag(UMatData& data, UMatData::MemoryFlag flag)
{
    data.flags = static_cast<UMatData::MemoryFlag>(int(data.flags) & ~int(flag));
}

//! Marks a buffer as unmapped after mapping or unmapping failed. OpenCV 4.6 leaves its count of mappings at a number
//! for which the next unmapping, or the destructor of the UMat, fails an assertion and terminates the program.
void resetMapping(UMatData& data)
{
    data.mapcount = 0;
    if (data.copyOnMap() || !data.deviceMemMapped())
        return;
    clearFlag(data, UMatData::DEVICE_MEM_MAPPED);
    clearFlag(data, UMatData::DEVICE_COPY_OBSOLETE);
    data.markHostCopyObsolete(true);
    data.data = nullptr;
}

//! @param parent, origin as locateROI() gives them
Mat wholeOf(Mat region, Size parent, Point origin)
{
    return region.adjustROI(origin.y, parent.height - origin.y - region.rows, origin.x,
                            parent.width - origin.x - region.cols);
}

//! The source extended by its border, so that the filter reads no pixel outside. copyMakeBorder would reflect and wrap
//! at the part of the parent that the filter can reach; this uses the whole parent.
Mat padded(const Mat& src, const Call& call)
{
    Size parent = src.size();
    Point origin;
    if ((call.border & BORDER_ISOLATED) == 0)
        src.locateROI(parent, origin);
    const Mat whole = wholeOf(src, parent, origin);
    const int border = call.border & ~BORDER_ISOLATED;
    const Size size = call.size + call.filterSize - Size(1, 1);
    const Point first = origin - call.anchor;
    const std::vector<int> xs = insideCoordinates(first.x, size.width, parent.width, border);
    const std::vector<int> ys = insideCoordinates(first.y, size.height, parent.height, border);
    Mat result = Mat::zeros(size, src.type());
    const size_t pixel = src.elemSize();
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            if (xs[x] >= 0 && ys[y] >= 0)
                std::memcpy(result.ptr(y, x), whole.ptr(ys[y], xs[x]), pixel);
    return result;
}

//! Whether the filter of a region reads across the edge of its parent. OpenCV's filter engine then reflects into rows
//! that it has not read: results are arbitrary, or it throws (4.6: "srcY >= startY").
bool crossesParent(const Mat& src, const Call& call)
{
    if (!src.isSubmatrix() || (call.border & BORDER_ISOLATED))
        return false;
    Size parent;
    Point origin;
    src.locateROI(parent, origin);
    return call.readsOutside(parent, origin);
}

//! Whether sums of integers may exceed the range of int, where cv::filter2D does not saturate.
bool mayLeaveInt(const Call& call)
{
    if (isAverage(call.rounding))
        return false;
    double sum = std::ldexp(1., call.srcDepth() <= CV_8S ? 8 : 16); // above the maximum of the source
    for (const Mat& kernel : call.kernels)
        sum *= cv::norm(kernel, NORM_L1);
    return !(sum + std::abs(call.delta) < double(INT_MAX));
}

//! Whether sums are exact on the device and not in OpenCV's function, which has 24 bits of a float for them, or fewer
//! where it runs Fourier transforms.
//! @param unit set to the power of two of which sums are multiples
bool needsDouble(const Call& call, double& unit)
{
    const int depth = call.srcDepth(), dstDepth = call.dstDepth();
    const bool toBytes = depth == CV_8U && (dstDepth == CV_8U || dstDepth == CV_16S);
    const int minTransformedTaps = toBytes && checkHardwareSupport(CV_CPU_SSE3) ? 130 : 50; // of cv::filter2D
    const bool transforms = !call.isSeparated() && !call.onCpu && call.filterSize.area() >= minTransformedTaps;
    const double floats = 1 << 24, doubles = 9007199254740992.; // 2^53
    if (depth > CV_32S || call.rounding != Rounding::HalfToEven)
        return false;
    double sum = std::ldexp(1., depth <= CV_8S ? 8 : depth == CV_32S ? 31 : 16);
    unit = 1;
    for (const Mat& kernel : call.kernels)
    {
        Mat taps;
        kernel.convertTo(taps, CV_64F);
        const IntegerTaps integers = integerTaps(taps);
        unit *= integers.unit, sum *= integers.magnitudes;
    }
    const double delta = unit > 0 ? call.delta / unit : 0;
    sum += std::abs(delta);
    const bool roundsTailsUp = call.isSeparated() && depth == CV_8U && dstDepth == CV_8U && unit < 1; // of rows
    return unit > 0 && delta == std::floor(delta) && (sum > floats || transforms || roundsTailsUp) && sum <= doubles;
}

//! Whether OpenCV's function rounds some averages differently from the device, which divides exact sums. For bytes it
//! does so if it shifts by a power of two.
bool roundsAverages(const Call& call)
{
    const int taps = call.filterSize.area();
    const bool shifts = call.rounding == Rounding::AverageHalvesUp && (taps & (taps - 1)) == 0;
    return isAverage(call.rounding) && call.srcDepth() <= CV_32S && (call.rounding == Rounding::Average || shifts);
}

struct Way
{
    int depth;    //!< to which source and sums are converted; -1: none
    double unit;  //!< of which sums are multiples, where OpenCV's transforms miss them a little; 0: not known
    bool average; //!< by sums in that depth that are divided
};

//! @param anyDepths whether every pair of depths is supported and saturates, and results are the device's where these
//! are exact, as for UMats
Way wayOf(const Call& call, bool anyDepths)
{
    const int srcDepth = call.srcDepth(), dstDepth = call.dstDepth();
    double unit = 0;
    if (callSettings().doubleSums && srcDepth != CV_64F)
        return {CV_64F, 0, false};
    if (anyDepths && roundsAverages(call))
    {
        const bool fitsInt = call.filterSize.area() * std::ldexp(1., srcDepth <= CV_8S ? 8 : 16) < double(INT_MAX);
        return {srcDepth < CV_32S && fitsInt ? CV_32S : CV_64F, 0, true};
    }
    if (anyDepths && needsDouble(call, unit))
        return {CV_64F, unit, false};
    if (!isSupportedByFilter2D(srcDepth, dstDepth))
        return {anyDepths ? call.accDepth() : -1, 0, false}; // for Mats cv::filter2D rejects the pair
    if (anyDepths && dstDepth <= CV_16S && mayLeaveInt(call))
        return {call.accDepth(), 0, false};
    // From integers to CV_64F the DFT that OpenCV uses for large kernels computes in float.
    return {sumDepth(srcDepth, dstDepth) == CV_64F && srcDepth != CV_64F ? int(CV_64F) : -1, 0, false};
}

//! The averages of a box, rounded as the device does.
Mat averages(const Mat& source, const Call& call, int sumsDepth, int border)
{
    Mat from = source, sums, result;
    if (sumsDepth == CV_64F) // of integers cv::boxFilter takes sums in int, whatever they are converted to
        source.convertTo(from, CV_64F);
    else if (source.depth() == CV_8S) // which it does not take
        source.convertTo(from, CV_16S);
    cv::boxFilter(from, sums, sumsDepth, call.filterSize, call.anchor, false, border);
    const int taps = call.filterSize.area();
    sums.convertTo(result, CV_64F);
    Mat scalars = result.reshape(1);
    const bool halvesUp = call.rounding == Rounding::AverageHalvesUp;
    scalars.forEach<double>([=](double& value, const int*)
                            { value = halvesUp ? std::floor(value / taps + 0.5) : value / taps; });
    return result;
}

void compute(const Mat& source, Mat& result, const Call& call, bool asOnUMats);

//! Each channel by a call with its own kernel.
void computeChannels(const Mat& source, Mat& result, const Call& call, bool asOnUMats)
{
    Size parent = source.size();
    Point origin;
    if ((call.border & BORDER_ISOLATED) == 0)
        source.locateROI(parent, origin);
    std::vector<Mat> images, kernels, results;
    split(wholeOf(source, parent, origin), images);
    split(call.kernels[0], kernels);
    for (size_t c = 0; c < images.size(); ++c)
    {
        Call one = call;
        one.srcType = call.srcDepth(), one.dstType = call.dstDepth();
        one.kernels = {kernels[c]};
        results.push_back(Mat(call.size, one.dstType));
        compute(images[c](Rect(origin, call.size)), results[c], one, asOnUMats);
    }
    merge(results, result);
}

//! @param asOnUMats with the depths and bits that the call has on UMats
void compute(const Mat& source, Mat& result, const Call& call, bool asOnUMats)
{
    if (call.ofChain())
        return call.ofChain()->onCpu(source, result, asOnUMats);
    if (call.hasChannelFilters())
        return computeChannels(source, result, call, asOnUMats);
    const Way way = wayOf(call, asOnUMats);
    const bool wraps = (call.border & ~BORDER_ISOLATED) == BORDER_WRAP, converts = way.depth >= 0;
    const bool losesParent = converts && source.isSubmatrix() && !(call.border & BORDER_ISOLATED);
    const bool pads = wraps || losesParent || crossesParent(source, call);
    const int dstDepth = call.dstDepth(), border = pads ? int(BORDER_CONSTANT) : call.border;
    if (!pads && !converts)
        return filter(source, result, dstDepth, call, border);
    Mat from = pads ? padded(source, call) : source, sums;
    if (way.average)
        sums = averages(from, call, way.depth, border);
    else
    {
        if (converts)
            from.convertTo(from, way.depth);
        filter(from, sums, converts ? way.depth : dstDepth, call, border);
        if (way.unit > 0)
            sums.reshape(1).forEach<double>([=](double& value, const int*)
                                            { value = std::nearbyint(value / way.unit) * way.unit; });
    }
    toDepth(pads ? sums(Rect(call.anchor, call.size)) : sums, result, dstDepth);
}

} // namespace

void toDepth(const Mat& sums, Mat& dst, int depth)
{
    Mat bounded = sums;
    if (depth <= CV_32S && (sums.depth() == CV_32F || sums.depth() == CV_64F))
    {
        const double maximum = std::ldexp(1., depth == CV_8U || depth == CV_8S ? 8 : depth == CV_32S ? 31 : 16);
        sums.convertTo(bounded, CV_64F);  // float has no INT_MAX
        Mat scalars = bounded.reshape(1); // cv::max with a scalar would clamp the first channel only
        cv::max(scalars, -maximum, scalars);
        cv::min(scalars, depth == CV_32S ? double(INT_MAX) : maximum, scalars);
    }
    bounded.convertTo(dst, depth);
}

bool overlap(const Mat& a, const Mat& b)
{
    return a.datastart < b.dataend && b.datastart < a.dataend;
}

MappedImage::MappedImage(InputArray image) : data_(image.isUMat() ? image.getUMat().u : nullptr)
{
    try
    {
        mat = image.getMat();
    }
    catch (...)
    {
        if (data_)
        {
            resetMapping(*data_);
            clearFlag(*data_, UMatData::DEVICE_COPY_OBSOLETE); // nothing was written: the device has the only copy
        }
        throw;
    }
    if (data_ && data_->copyOnMap())
        data_->mapcount = 0;
    if (!data_ || image.dims() > 2)
        return;
    const Layout l = layoutOf(image.getUMat());
    mat.dataend = mat.datastart + l.step * size_t(l.parent.height - 1) + mat.elemSize() * size_t(l.parent.width);
}

void MappedImage::release() noexcept
{
    withoutThrowing("an image that the CPU used cannot be unmapped", [&]() { releaseWritten(); });
}

void MappedImage::releaseWritten()
{
    try
    {
        mat.release();
    }
    catch (...)
    {
        if (data_)
            resetMapping(*data_);
        throw;
    }
}

void copyImage(const UMat& from, UMat& to)
{
    if (from.u->currAllocator == to.u->currAllocator)
        return from.copyTo(to);
    MappedImage target(to);
    from.copyTo(target.mat);
    target.releaseWritten();
}

void runOnCpu(InputArray src, OutputArray dst, const Call& call)
{
    MappedImage source(src);
    const bool asOnUMats = dst.isUMat(), mayBeRejected = !asOnUMats && !isSupportedOnMats(call);
    Mat computed;
    if (mayBeRejected) // then the destination must stay as it is
        compute(source.mat, computed, call, asOnUMats);
    dst.create(call.size, call.dstType);
    MappedImage target(dst);
    {
        Mat result = computed;
        if (!mayBeRejected)
        {
            // cv::sepFilter2D reads its kernels while it writes
            const bool separate = !overlap(source.mat, target.mat) &&
                                  std::none_of(call.kernels.begin(), call.kernels.end(),
                                               [&](const Mat& kernel) { return overlap(kernel, target.mat); });
            result = separate ? target.mat : Mat(call.size, call.dstType);
            compute(source.mat, result, call, asOnUMats);
        }
        if (result.data != target.mat.data)
            result.copyTo(target.mat);
    }
    source.release();
    target.releaseWritten();
}

Mat computeOnCpu(const UMat& src, const Call& call)
{
    const MappedImage source(src);
    return computeOnCpu(source.mat, call, true);
}

Mat computeOnCpu(const Mat& src, const Call& call, bool asOnUMats)
{
    Mat result(call.size, call.dstType);
    compute(src, result, call, asOnUMats);
    return result;
}

}} // namespace cv::clconv
