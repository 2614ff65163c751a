// SPDX-License-Identifier: Apache-2.0
//
// The values of a filter in the type of the sums, analysed once, and in every layout that a plan may use. They are
// passed to programs as data, and are not part of the program text unless they are specialized.

#pragma once

#include "coefficients/specialization.hpp"
#include "problem/plan.hpp"

namespace cl {
class Buffer;
}

namespace cv { namespace clconv {

//! A filter's values in the type of the sums, as the device reads them. If the factors were given, slices and
//! transforms are not analysed.
struct Coefficients : FilterTraits
{
    Coefficients() : FilterTraits(0) {}
    bool separable() const { return rank == 1; }

    Size size;   //!< in taps
    Mat full;    //!< all taps, interleaved if channels have their own; empty if the factors were given (multipliedOut)
    Mat factors; //!< for each of the `rank` outer products the row's taps, then the column's
};

//! Analyses a 2-D filter.
//! @param filter any depth of CV_8U ... CV_64F; of several channels, a filter for each channel of an image
//! @param accDepth CV_32F or CV_64F
Coefficients analyse(const Mat& filter, int accDepth);

//! A filter given by its factors.
//! @param rowFactor, columnFactor one channel, one-dimensional, any depth of CV_8U ... CV_64F
Coefficients outerProduct(const Mat& rowFactor, const Mat& columnFactor, int accDepth);

//! All taps of the product in the type of the sums: few plans need them, and long factors have many.
Mat multipliedOut(const Mat& rowFactor, const Mat& columnFactor, int accDepth);

//! Coefficients with their layouts on the host and on the device. Layouts are computed at their first use, except
//! the matrix or the factors that were given.
class CoefficientSet
{
public:
    //! @param filter one matrix: all taps; two: the row and column factors
    CoefficientSet(const std::vector<Mat>& filter, int accDepth);
    ~CoefficientSet();
    const FilterTraits& traits() const { return values_; }

    //! The coefficients in the type of the sums, continuous. Takes any layout but operands of matrix units and spectra,
    //! which exist on the device only.
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
    std::vector<Mat> factors_; // if the filter was given as two factors
    const int accDepth_;
    const size_t nonZero_;
    mutable std::mutex mutex_;
    mutable std::map<CoefficientLayout, Mat> onHost_;
    mutable std::shared_ptr<const SpecializedTaps> specializedTaps_;
    mutable std::map<CoefficientLayout, std::unique_ptr<cl::Buffer>> buffers_;
};

}} // namespace cv::clconv
