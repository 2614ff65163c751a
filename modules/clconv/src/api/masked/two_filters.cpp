// SPDX-License-Identifier: Apache-2.0
//
// Filters of pixels, weights and counts, and their quotient, for Mats and for UMats.

#include "api/masked/two_filters.hpp"
#include "api/cpu_fallback.hpp"
#include "opencv2/clconv.hpp"

namespace cv { namespace clconv {
namespace {

//! An image of any number of channels as one with a single channel: OpenCV's functions with masks take no other UMats.
template<typename Image>
Image scalarsOf(const Image& image)
{
    return image.reshape(1);
}

//! An image of one channel as one of several that are all equal; one that has as many stays as it is.
template<typename Image>
Image repeated(const Image& image, int channels)
{
    Image all;
    if (image.channels() == channels)
        return image;
    merge(std::vector<Image>(size_t(channels), image), all);
    return all;
}

template<typename Image>
Image filtered(const Image& image, int depth, const Mat& kernel, const Call& call)
{
    Image result;
    clconv::filter2D(image, result, depth, kernel, call.anchor, 0, call.border);
    return result;
}

void store(const UMat& numbers, UMat& dst, int depth)
{
    numbers.convertTo(dst, depth);
}

void store(const Mat& numbers, Mat& dst, int depth)
{
    toDepth(numbers, dst, depth);
}

template<typename Image>
void divide(const Image& src, const Image& mask, Image& dst, const Call& call)
{
    // Next to missing pixels the smallest taps may be all that counts. A Fourier transform in float has an error of the
    // size of the largest sums, which would exceed theirs.
    const int channels = src.channels(), depth = CV_64F;
    Image values, counts, weights, missing; // counts: 1 where a weight is not 0
    src.convertTo(values, depth);
    if (call.weights == Weights::NotNaN)
        compare(scalarsOf(values), scalarsOf(values), counts, CMP_EQ);
    else
        compare(mask, 0, counts, CMP_NE);
    bitwise_not(counts, missing);
    bitwise_and(counts, 1, counts);
    const int each = call.weights == Weights::NotNaN ? channels : 1; // channels of weights
    counts = counts.reshape(each);
    scalarsOf(values).setTo(0., scalarsOf(repeated(missing.reshape(each), channels)));
    (call.weights == Weights::Floats ? mask : counts).convertTo(weights, depth);
    if (call.weights == Weights::Floats)
        multiply(values, repeated(weights, channels), values);

    const Mat& kernel = call.kernels[0];
    const Image sums = filtered(values, depth, kernel, call), totals = filtered(weights, depth, kernel, call);
    // Where nothing has a weight, a sum by Fourier transforms need not be 0, but one of whole numbers is nearly 0.
    const double half = 0.5;
    Image few, zero, quotients;
    compare(scalarsOf(filtered(counts, CV_32F, (kernel != 0) & 1, call)), half, few, CMP_LT);
    compare(scalarsOf(totals), 0, zero, CMP_EQ);
    bitwise_or(few, zero, few);
    cv::divide(sums, repeated(totals, channels), quotients);
    Image scalars = scalarsOf(quotients);
    add(scalars, call.delta, scalars);
    scalars.setTo(call.emptyValue, scalarsOf(repeated(few.reshape(each), channels)));
    store(quotients, dst, call.dstDepth());
}

} // namespace

void divideFiltered(const UMat& src, const UMat& mask, UMat& dst, const Call& call)
{
    divide(src, mask, dst, call);
}

void divideFiltered(const Mat& src, const Mat& mask, Mat& dst, const Call& call)
{
    divide(src, mask, dst, call);
}

}} // namespace cv::clconv
