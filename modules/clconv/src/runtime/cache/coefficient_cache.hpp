// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Coefficients by their content, bounded by the memory that they may take.

#pragma once

#include "coefficients/coefficient_set.hpp"

#include <mutex>
#include <unordered_map>

namespace cv
{
namespace clconv
{

class CoefficientCache
{
public:
    //! @param filter one matrix: all taps; two: the row and column factors
    //! @param traits of the device, always the same
    std::shared_ptr<const CoefficientSet> find(const std::vector<Mat>& filter, int accDepth,
                                               const DeviceTraits& traits);

private:
    struct Kept
    {
        std::vector<uint64> content;
        std::shared_ptr<const CoefficientSet> set;
    };

    std::mutex mutex_;                           // never held while coefficients are analysed
    std::unordered_multimap<uint64, Kept> kept_; //!< by a hash of the content
    size_t bytes_ = 0;                           // of their keys and contents
};

} // namespace clconv
} // namespace cv
