// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The coefficients of a kernel as a context keeps them: looked through once, in every form that a plan may want.

#pragma once

#include "coefficients/coefficients.hpp"
#include "coefficients/specialization.hpp"
#include "problem/plan.hpp"

#include <mutex>

namespace cl
{
class Buffer;
}

namespace cv
{
namespace clconv
{

//! Coefficients; their product and their scaled taps once a plan wanted these, and their buffers on the device once a plan wanted one.
class CoefficientSet
{
public:
    //! @param kernels one matrix: a kernel; two: the factors along the row and along the column
    CoefficientSet(const std::vector<Mat>& kernels, int accDepth);
    ~CoefficientSet();
    FilterTraits traits() const { return values_.traits(); }

    //! All but Int8Slices, which go to the device alone.
    const std::vector<uchar>& bytes(CoefficientLayout layout) const;
    //! made at the first call; its content is complete when this returns
    const cl::Buffer& buffer(CoefficientLayout layout) const;

    //! taps that are not zero
    size_t nonZero() const { return nonZero_; }
    //! made at the first call; of given factors the product's
    std::shared_ptr<const SpecializedTaps> specializedTaps(Size kernel) const;

    //! host memory that it holds now
    size_t hostBytes() const;

private:
    const std::vector<uchar>& full() const;                                // under the mutex
    const std::vector<uchar>& bytesLocked(CoefficientLayout layout) const; // the same

    const Coefficients values_;
    std::vector<Mat> factors_; // where they were given
    const int accDepth_;
    const size_t nonZero_;
    mutable std::mutex mutex_;
    mutable std::vector<uchar> product_, denormTaps_[4]; // in the layouts' order
    mutable std::shared_ptr<const SpecializedTaps> specializedTaps_;
    mutable std::unique_ptr<cl::Buffer> buffers_[7];
};

} // namespace clconv
} // namespace cv
