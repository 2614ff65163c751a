// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which kernels of a bank may share launches.

#pragma once

#include "api/arguments.hpp"
#include "runtime/context_cache.hpp"

namespace cv
{
namespace clconv
{

//! A kernel of the bank.
struct Member
{
    Call call;
    std::shared_ptr<const CoefficientSet> coefficients;
    size_t place; //!< its number
};

//! Kernels that one launch may take: of one size and one anchor, and of equal traits.
struct Group
{
    Call call; //!< of the first; the others differ in the coefficients
    std::vector<std::shared_ptr<const CoefficientSet>> coefficients;
    std::vector<size_t> places;
};

//! Brings kernels of several sizes to one, with zeros around their own anchors. Where the source may hold NaN or infinity, which
//! times zero are NaN, and where most taps would be such zeros, all stay as they are.
std::vector<Member> alike(ContextCache& runtime, const std::vector<Member>& members);

//! Puts those together that one launch may take.
std::vector<Group> grouped(const std::vector<Member>& members);

} // namespace clconv
} // namespace cv
