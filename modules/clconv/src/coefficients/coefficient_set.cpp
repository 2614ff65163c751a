// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The layouts of coefficients, each computed at its first use.

#include "coefficients/coefficient_set.hpp"
#include "util/opencl.hpp"
#include "coefficients/denorm_scaling.hpp"
#include "coefficients/int8_slices.hpp"
#include "coefficients/fft/spectrum.hpp"
#include "coefficients/matrix/factor_parts.hpp"
#include "util/current_opencl.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! The caller may modify its matrices afterwards.
std::vector<Mat> copyOf(const std::vector<Mat>& matrices)
{
    std::vector<Mat> copies;
    for (const Mat& matrix : matrices)
        copies.push_back(matrix.clone());
    return copies;
}

int slicesOf(CoefficientLayout layout)
{
    return 1 + int(layout) - int(layoutOf(sliceFormOf(layout), 1));
}

} // namespace

CoefficientSet::CoefficientSet(const std::vector<Mat>& filter, int accDepth) :
    values_(filter.size() == 1 ? analyse(filter[0], accDepth) : outerProduct(filter[0], filter[1], accDepth)),
    factors_(filter.size() == 1 ? std::vector<Mat>() : copyOf(filter)), accDepth_(accDepth),
    nonZero_(filter.size() == 1 ? countNonZero(values_.full, accDepth)
                                : size_t(cv::countNonZero(filter[0])) * size_t(cv::countNonZero(filter[1])))
{
}

CoefficientSet::~CoefficientSet() {}

const std::vector<uchar>& CoefficientSet::bytes(CoefficientLayout layout) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    return bytesLocked(layout);
}

const std::vector<uchar>& CoefficientSet::bytesLocked(CoefficientLayout layout) const
{
    if (layout == CoefficientLayout::Factors)
        return values_.factors;
    if (layout == CoefficientLayout::Full)
        return full();
    CV_Assert(!isOnDeviceOnly(layout));
    std::vector<uchar>& taps = denormTaps_[int(layout) - int(CoefficientLayout::Denorm8)];
    const bool factors = layout == CoefficientLayout::DenormFactors8 || layout == CoefficientLayout::DenormFactors16;
    const bool bytes = layout == CoefficientLayout::Denorm8 || layout == CoefficientLayout::DenormFactors8;
    if (taps.empty())
        taps = factors ? denormFactors(values_.factors, values_.size.width, bytes ? 8 : 16)
                       : denormTaps(full(), bytes ? 8 : 16);
    return taps;
}

const std::vector<uchar>& CoefficientSet::full() const
{
    if (factors_.empty())
        return values_.full;
    if (product_.empty())
        product_ = multipliedOut(factors_[0], factors_[1], accDepth_);
    return product_;
}

std::shared_ptr<const SpecializedTaps> CoefficientSet::specializedTaps(Size filterSize) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (!specializedTaps_)
        specializedTaps_ = std::make_shared<SpecializedTaps>(specializedTapsOf(full(), filterSize.width, accDepth_));
    return specializedTaps_;
}

size_t CoefficientSet::hostBytes() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    size_t bytes = values_.full.size() + values_.factors.size() + product_.size();
    for (const std::vector<uchar>& taps : denormTaps_)
        bytes += taps.size();
    return bytes + (specializedTaps_ ? specializedTaps_->taps.size() * sizeof(SpecializedTaps::Tap) : 0);
}

const cl::Buffer& CoefficientSet::buffer(CoefficientLayout layout) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<cl::Buffer>& buffer = buffers_[int(layout)];
    if (buffer)
        return *buffer;
    std::vector<uchar> operands;
    if (layout >= CoefficientLayout::Int8Slices1 && layout <= CoefficientLayout::BlockSlices3)
        operands = sliceOperands(toFixedPoint(tapsOf(values_), slicesOf(layout)), values_.size, sliceFormOf(layout));
    else if (layout == CoefficientLayout::HalfParts || layout == CoefficientLayout::Tf32Parts)
        operands = factorParts(factorsOf(values_), values_.size,
                               layout == CoefficientLayout::HalfParts ? PartType::Half : PartType::Tf32);
    else if (layout == CoefficientLayout::Spectrum || layout == CoefficientLayout::WideSpectrum)
        operands = fftSpectrum(tapsOf(values_), layout == CoefficientLayout::Spectrum ? fftSize : fftWideSize);
    else if (layout == CoefficientLayout::BandsSpectrum)
        operands = bandsSpectrum(tapsOf(values_));
    else if (isOnDeviceOnly(layout))
        operands = cpuSpectrum(tapsOf(values_), cpuTileSize(layout));
    const std::vector<uchar>& content = isOnDeviceOnly(layout) ? operands : bytesLocked(layout);
    try
    {
        buffer.reset(new cl::Buffer(currentContext(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, content.size(),
                                    const_cast<uchar*>(content.data())));
    }
    catch (const cl::Error& e) // no matter of the plan, which would be given up for it
    {
        throw MemoryFailure(format("the device has no memory for a call: %zu bytes of coefficients, %s gives %d",
                                   content.size(), e.what(), e.err()));
    }
    return *buffer;
}

} // namespace clconv
} // namespace cv
