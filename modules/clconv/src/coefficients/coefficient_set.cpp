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
    if (layout.kind == CoefficientKind::Factors)
        return values_.factors;
    if (layout.kind == CoefficientKind::Full)
        return full();
    CV_Assert(!isOnDeviceOnly(layout));
    std::vector<uchar>& taps = denormTaps_[layout];
    if (taps.empty())
        taps = layout.kind == CoefficientKind::Denorm
                   ? denormTaps(full(), layout.number)
                   : denormFactors(values_.factors, values_.size.width, layout.number);
    return taps;
}

std::vector<uchar> CoefficientSet::operands(CoefficientLayout layout) const
{
    const auto slices = [&](SliceForm form)
    { return sliceOperands(toFixedPoint(tapsOf(values_), layout.number), values_.size, form); };
    switch (layout.kind)
    {
    case CoefficientKind::DenseSlices: return slices(SliceForm::Dense);
    case CoefficientKind::SparseSlices: return slices(SliceForm::Sparse);
    case CoefficientKind::BlockSlices: return slices(SliceForm::Blocks);
    case CoefficientKind::HalfParts: return factorParts(factorsOf(values_), values_.size, PartType::Half);
    case CoefficientKind::Tf32Parts: return factorParts(factorsOf(values_), values_.size, PartType::Tf32);
    case CoefficientKind::Spectrum: return fftSpectrum(tapsOf(values_), layout.number);
    case CoefficientKind::BandsSpectrum: return bandsSpectrum(tapsOf(values_));
    case CoefficientKind::CpuSpectrum: return cpuSpectrum(tapsOf(values_), layout.number);
    default: return bytesLocked(layout);
    }
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
    for (const auto& taps : denormTaps_)
        bytes += taps.second.size();
    return bytes + (specializedTaps_ ? specializedTaps_->taps.size() * sizeof(SpecializedTaps::Tap) : 0);
}

const cl::Buffer& CoefficientSet::buffer(CoefficientLayout layout) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<cl::Buffer>& buffer = buffers_[layout];
    if (buffer)
        return *buffer;
    const std::vector<uchar> content = operands(layout);
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
