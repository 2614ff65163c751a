// SPDX-License-Identifier: Apache-2.0
//
// filter2DMasked against filters of pixels and of weights and their quotient, by OpenCV's functions or clconv's.

#include "comparisons.hpp"
#include "table.hpp"
#include "../../common/check.hpp"
#include "../image_pairs.hpp"
#include "api/filter2d.hpp"
#include "api/masked/two_filters.hpp"

#include <opencv2/clconv.hpp>

namespace bench {
namespace {

//! What a program has to do without filter2DMasked: weights of 0 and 1, filtered like the pixels.
void filterByOpenCv(const cv::UMat& src, const cv::UMat& mask, cv::UMat& dst, int depth, const cv::Mat& kernel,
                    int border)
{
    cv::UMat there, missing, weights, values, sums, totals, all, quotients;
    src.convertTo(values, CV_32F);
    cv::compare(mask, 0, there, cv::CMP_NE);
    cv::compare(mask, 0, missing, cv::CMP_EQ);
    values.setTo(0., missing);
    there.convertTo(weights, CV_32F, 1 / 255.);
    const cv::Point middle(-1, -1);
    cv::filter2D(values, sums, CV_32F, kernel, middle, 0, border);
    cv::filter2D(weights, totals, CV_32F, kernel, middle, 0, border);
    if (src.channels() > 1)
        cv::merge(std::vector<cv::UMat>(size_t(src.channels()), totals), all);
    else
        all = totals;
    cv::divide(sums, all, quotients);
    quotients.convertTo(dst, depth);
}

//! Masks out a random third of the pixels.
cv::UMat makeMask(cv::Size size)
{
    cv::Mat mask(size, CV_8U);
    cv::RNG(7).fill(mask, cv::RNG::UNIFORM, 0, 3);
    cv::UMat onDevice;
    mask.copyTo(onDevice);
    return onDevice;
}

void measureCase(const Options& options, const Case& c, const std::string& force, const DeviceInfo& device,
                 Table& table)
{
    // With positive taps the sum of weights is not near 0, so that the two ways differ by little.
    const cv::Mat kernel = cv::abs(makeKernel(c.kernel, c.ksize, 1)) + cv::Scalar(1e-3);
    const cv::UMat mask = makeMask(c.size);
    const int border = c.border.type | cv::BORDER_ISOLATED, depth = CV_MAT_DEPTH(c.pixel.dstType());
    cv::clconv::Call call =
        cv::clconv::checkFilter2D(cv::UMat(c.size, c.pixel.type), nullptr, depth, kernel, {-1, -1}, 0, border);
    call.weights = cv::clconv::Weights::Bytes;
    ImagePairs images(c.size, c.pixel, device, makeNoise());
    Pair current;
    Method masked, other;
    masked.next = other.next = [&] { current = images.next(); };
    masked.force = force;
    masked.call = [&] {
        cv::clconv::filter2DMasked(current.src, mask, current.dst, depth, kernel, {-1, -1}, 0, border);
    };
    other.call = [&]
    {
        if (options.masked == "opencv")
            filterByOpenCv(current.src, mask, current.dst, depth, kernel, border);
        else
            cv::clconv::divideFiltered(current.src, mask, current.dst, call);
    };
    cv::UMat expected;
    current = images.first();
    other.call();
    current.dst.copyTo(expected);
    fillBytes(current.dst, 77);
    {
        const auto forced = scopeOf(force);
        masked.call();
    }
    masked.ran = cv::clconv::lastImplementation();
    const double largest = cv::norm(expected, cv::NORM_INF), limit = depth < CV_32F ? 1 : largest * 1e-4;
    const bool correct = cv::norm(expected, current.dst, cv::NORM_INF) <= limit;
    measureInTurn(masked, other, options.rounds);
    table.addRow(c, masked, other, correct);
}

} // namespace

int measureMasked(const Options& options)
{
    const DeviceInfo device = openDevice();
    const Comparison compared = {device.name + ": filter2DMasked against two filters of " + options.masked,
                                 "masked",
                                 options.masked,
                                 "masks",
                                 1,
                                 false};
    return measureTable(options, compared,
                        [&](const Case& c, const std::string& force, Table& table)
                        { measureCase(options, c, force, device, table); });
}

} // namespace bench
