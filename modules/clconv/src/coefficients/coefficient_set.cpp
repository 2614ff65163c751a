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
    if (layout.kind == CoefficientKind::Factors)
        return values_.factors;
    if (layout.kind == CoefficientKind::Full)
        return full();
    CV_Assert(!isOnDeviceOnly(layout));
    Mat& taps = denormTaps_[layout];
    if (taps.empty())
        taps = Mat(layout.kind == CoefficientKind::Denorm
                       ? denormTaps(full().reshape(1, 1), layout.number)
                       : denormFactors(values_.factors, values_.size.width, layout.number),
                   true);
    return taps;
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

const Mat& CoefficientSet::full() const
{
    if (factors_.empty())
        return values_.full;
    if (product_.empty())
        product_ = multipliedOut(factors_[0], factors_[1], accDepth_);
    return product_;
}

std::shared_ptr<const SpecializedTaps> CoefficientSet::specializedTaps() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (!specializedTaps_)
        specializedTaps_ = std::make_shared<SpecializedTaps>(specializedTapsOf(full()));
    return specializedTaps_;
}

size_t CoefficientSet::hostBytes() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    size_t numbers = values_.full.total() + values_.factors.total() + product_.total();
    for (const auto& taps : denormTaps_)
        numbers += taps.second.total();
    return numbers * size_t(CV_ELEM_SIZE1(accDepth_)) +
           (specializedTaps_ ? specializedTaps_->taps.size() * sizeof(SpecializedTaps::Tap) : 0);
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
    catch (const cl::Error& e) // no matter of the plan, which would be given up for it
    {
        throw MemoryFailure(format("the device has no memory for a call: %zu bytes of coefficients, %s gives %d", bytes,
                                   e.what(), e.err()));
    }
    return *buffer;
}

} // namespace clconv
} // namespace cv
