// SPDX-License-Identifier: Apache-2.0
//
// Analysing filters, and the layouts of coefficients, each computed at its first use.

#include "coefficients/coefficient_set.hpp"
#include "util/opencl.hpp"
#include "coefficients/denorm_scaling.hpp"
#include "coefficients/int8_slices.hpp"
#include "coefficients/factors/outer_products.hpp"
#include "coefficients/fft/spectrum.hpp"
#include "coefficients/matrix/factor_parts.hpp"

namespace cv { namespace clconv {

//! The taps of a row or column factor in double.
static std::vector<double> taps(const Mat& filter)
{
    Mat k;
    filter.convertTo(k, CV_64F);
    return std::vector<double>(k.begin<double>(), k.end<double>());
}

static Coefficients sumOf(const std::vector<OuterProduct>& products, Size size, int accDepth)
{
    Coefficients c;
    c.size = size;
    c.rank = int(products.size());
    c.accDepth = accDepth;
    std::vector<double> factors;
    for (const OuterProduct& product : products)
    {
        factors.insert(factors.end(), product.row.begin(), product.row.end());
        factors.insert(factors.end(), product.column.begin(), product.column.end());
    }
    Mat(factors).convertTo(c.factors, accDepth);
    if (c.rank > 0 && accDepth == CV_32F)
        c.halfPartsError = halfPartsError(c.factors, size);
    return c;
}

//! All taps of a filter with float sums, as CV_64F.
static Mat tapsOf(const Coefficients& c)
{
    Mat k;
    c.full.convertTo(k, CV_64F);
    return k;
}

//! What exact sums of all those filters need whose taps are integers.
static IntegerTaps together(const std::vector<Mat>& filters)
{
    IntegerTaps all;
    for (const Mat& filter : filters)
    {
        const IntegerTaps one = integerTaps(filter);
        if (one.unit == 0)
            continue;
        const double unit = all.unit > 0 ? std::min(all.unit, one.unit) : one.unit;
        all = {unit, std::max(all.magnitudes * all.unit, one.magnitudes * one.unit) / unit, one.count, false};
    }
    return all;
}

//! A filter for each channel, which only plain sums compute.
static Coefficients ofChannels(const Mat& k, int accDepth)
{
    std::vector<Mat> filters;
    split(k, filters);
    Coefficients c = sumOf({}, k.size(), accDepth);
    c.integers = together(filters);
    k.reshape(1).convertTo(c.full, accDepth);
    return c;
}

Coefficients analyse(const Mat& filter, int accDepth)
{
    Mat k;
    filter.convertTo(k, CV_64F);
    if (k.channels() > 1)
        return ofChannels(k, accDepth);
    Coefficients c = sumOf(outerProductsOf(k, accDepth), k.size(), accDepth);
    c.integers = integerTaps(k);
    k.convertTo(c.full, accDepth);
    if (accDepth == CV_32F)
    {
        c.sliceErrors = sliceErrors(tapsOf(c));
        c.fft = fftTraits(tapsOf(c));
    }
    return c;
}

Coefficients outerProduct(const Mat& rowFactor, const Mat& columnFactor, int accDepth)
{
    const OuterProduct product = {taps(rowFactor), taps(columnFactor)};
    Coefficients c = sumOf({product}, Size(int(product.row.size()), int(product.column.size())), accDepth);
    const IntegerTaps row = integerTaps(Mat(product.row)), column = integerTaps(Mat(product.column));
    c.integers = {row.unit * column.unit, row.magnitudes * column.magnitudes, row.count * column.count,
                  row.ones && column.ones};
    return c;
}

Mat multipliedOut(const Mat& rowFactor, const Mat& columnFactor, int accDepth)
{
    Mat product;
    productOf({taps(rowFactor), taps(columnFactor)}).convertTo(product, accDepth);
    return product;
}

CoefficientSet::CoefficientSet(const std::vector<Mat>& filter, int accDepth) :
    values_(filter.size() == 1 ? analyse(filter[0], accDepth) : outerProduct(filter[0], filter[1], accDepth)),
    accDepth_(accDepth),
    nonZero_(filter.size() == 1 ? size_t(countNonZero(values_.full))
                                : size_t(countNonZero(filter[0])) * size_t(countNonZero(filter[1])))
{
    if (filter.size() > 1)
        for (const Mat& factor : filter)
            factors_.push_back(factor.clone()); // the caller may modify it afterwards
}

CoefficientSet::~CoefficientSet() {}

const Mat& CoefficientSet::onHost(CoefficientLayout layout) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    return onHostLocked(layout);
}

const Mat& CoefficientSet::onHostLocked(CoefficientLayout layout) const
{
    Mat& numbers = onHost_[layout];
    if (!numbers.empty())
        return numbers;
    switch (layout.kind)
    {
    case CoefficientKind::Full:
        numbers = factors_.empty() ? values_.full : multipliedOut(factors_[0], factors_[1], accDepth_);
        break;
    case CoefficientKind::Factors: numbers = values_.factors; break;
    case CoefficientKind::Denorm:
        numbers = Mat(denormTaps(onHostLocked(CoefficientKind::Full).reshape(1, 1), layout.number), true);
        break;
    case CoefficientKind::DenormFactors:
        numbers = Mat(denormFactors(values_.factors, values_.size.width, layout.number), true);
        break;
    default: CV_Error(Error::StsInternal, "the layout exists on the device only");
    }
    return numbers;
}

std::vector<uchar> CoefficientSet::operands(CoefficientLayout layout) const
{
    switch (layout.kind)
    {
    case CoefficientKind::DenseSlices:
    case CoefficientKind::SparseSlices:
    case CoefficientKind::BlockSlices:
        return sliceOperands(toFixedPoint(tapsOf(values_), layout.number), values_.size, layout.kind);
    case CoefficientKind::HalfParts:
    case CoefficientKind::Tf32Parts: return factorParts(values_.factors, values_.size, layout.kind);
    case CoefficientKind::Spectrum:
    case CoefficientKind::LargeSpectrum:
    case CoefficientKind::CpuSpectrum: return spectrumOf(tapsOf(values_), layout);
    default: CV_Error(Error::StsInternal, "the layout exists on the host");
    }
}

std::shared_ptr<const SpecializedTaps> CoefficientSet::specializedTaps() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (!specializedTaps_)
        specializedTaps_ = std::make_shared<SpecializedTaps>(specializedTapsOf(onHostLocked(CoefficientKind::Full)));
    return specializedTaps_;
}

const cl::Buffer& CoefficientSet::buffer(CoefficientLayout layout) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<cl::Buffer>& buffer = buffers_[layout];
    if (buffer)
        return *buffer;
    const std::vector<uchar> onDevice = isOnDeviceOnly(layout) ? operands(layout) : std::vector<uchar>();
    const Mat content = isOnDeviceOnly(layout) ? Mat(onDevice) : onHostLocked(layout);
    const size_t bytes = content.total() * content.elemSize();
    try
    {
        buffer.reset(new cl::Buffer(currentContext(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, content.data));
    }
    catch (const cl::Error& e) // lack of memory is not the plan's fault, so it is not excluded
    {
        throw MemoryFailure(format("the device has no memory for a call: %zu bytes of coefficients, ", bytes) +
                            textOf(e));
    }
    return *buffer;
}

}} // namespace cv::clconv
