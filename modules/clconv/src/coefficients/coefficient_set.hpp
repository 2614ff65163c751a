// SPDX-License-Identifier: Apache-2.0
//
// The coefficients of a filter as a context caches them: analysed once, in every layout that a plan may use.

#pragma once

#include "coefficients/coefficients.hpp"
#include "coefficients/specialization.hpp"
#include "problem/plan.hpp"

namespace cl {
class Buffer;
}

namespace cv { namespace clconv {

//! Coefficients with their layouts on the host and on the device; all but the first two are computed at their first
//! use.
class CoefficientSet
{
public:
    //! @param filter one matrix: all taps; two: the row and column factors
    CoefficientSet(const std::vector<Mat>& filter, int accDepth);
    ~CoefficientSet();
    const FilterTraits& traits() const { return traits_; }

    //! In the type of the sums, continuous. Any layout but operands of matrix units and spectra, which exist on the
    //! device only.
    const Mat& onHost(CoefficientLayout layout) const;
    //! created at the first call; complete when this returns. Throws MemoryFailure without memory for it.
    const cl::Buffer& buffer(CoefficientLayout layout) const;

    size_t nonZero() const { return nonZero_; } //!< taps
    //! computed at the first call; for given factors, of their product
    std::shared_ptr<const SpecializedTaps> specializedTaps() const;

private:
    const Mat& onHostLocked(CoefficientLayout layout) const;     // mutex_ is locked
    std::vector<uchar> operands(CoefficientLayout layout) const; // of those that exist on the device only

    const Coefficients values_;
    const FilterTraits traits_;
    std::vector<Mat> factors_; // if the filter was given as two factors
    const int accDepth_;
    const size_t nonZero_;
    mutable std::mutex mutex_;
    mutable std::map<CoefficientLayout, Mat> onHost_;
    mutable std::shared_ptr<const SpecializedTaps> specializedTaps_;
    mutable std::map<CoefficientLayout, std::unique_ptr<cl::Buffer>> buffers_;
};

}} // namespace cv::clconv
