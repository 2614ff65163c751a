// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which filters of a bank can share a launch.

#pragma once

#include "api/arguments.hpp"
#include "runtime/context_cache.hpp"

namespace cv
{
namespace clconv
{

//! One filter of a bank.
struct BankFilter
{
    Call call;
    std::shared_ptr<const CoefficientSet> coefficients;
    size_t index; //!< of its kernel and output in the call
};

//! Filters that one launch can compute: of one size and anchor, and equal for planning.
struct Group
{
    Call call; //!< of the first filter; the others differ in their coefficients only
    std::vector<std::shared_ptr<const CoefficientSet>> coefficients;
    std::vector<size_t> indices;
};

//! Pads filters of several sizes with zeros around their anchors to one size. Returns them unchanged if most taps would
//! be such zeros, or if the source may contain NaN or infinity, which give NaN when multiplied by zero.
std::vector<BankFilter> padToCommonSize(ContextCache& cache, const std::vector<BankFilter>& filters);

//! Groups the filters that one launch can compute.
std::vector<Group> groupFilters(const std::vector<BankFilter>& filters);

} // namespace clconv
} // namespace cv
