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
    std::mutex mutex_; // never held while coefficients are analysed
    std::unordered_map<std::string, std::shared_ptr<const CoefficientSet>> sets_;
    size_t bytes_ = 0; // of their keys and contents
};

} // namespace clconv
} // namespace cv
