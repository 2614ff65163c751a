// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The taps of a specialized filter, which are constants in its program. A value that a Problem refers to; which filters
// are specialized is decided in coefficients/specialization_table.hpp.

#pragma once

#include "util/precomp.hpp"

namespace cv
{
namespace clconv
{

const uint64 fnvBasis = 14695981039346656037ULL;

//! Adds values, each as 64 bits, to a hash of tables in memory or of names on disk: FNV-1a (Fowler, Noll, Vo).
template<typename Values>
uint64 fnv1a(const Values& values, uint64 hash = fnvBasis)
{
    for (const auto& value : values)
        hash = (hash ^ static_cast<uint64>(value)) * 1099511628211ULL;
    return hash;
}

struct SpecializedTaps
{
    struct Tap
    {
        int x, y;
        double value;
        bool operator==(const Tap& other) const { return x == other.x && y == other.y && value == other.value; }
    };

    std::vector<Tap> taps; //!< row by row
    std::string refusal;   //!< why the filter cannot be specialized; empty: it can
    size_t hash;

    bool operator==(const SpecializedTaps& other) const { return taps == other.taps && refusal == other.refusal; }
};

} // namespace clconv
} // namespace cv
