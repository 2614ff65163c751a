// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The taps of a filter that gets a program of its own, in which they are constants. A value that a Problem points to; who gets one is
// decided in coefficients/specialization_table.hpp.

#pragma once

#include "util/precomp.hpp"

namespace cv
{
namespace clconv
{

struct SpecializedTaps
{
    struct Tap
    {
        int x, y;
        double value;
        bool operator==(const Tap& other) const { return x == other.x && y == other.y && value == other.value; }
    };

    std::vector<Tap> taps; //!< row by row
    std::string refusal;   //!< why no program holds this kernel, in words; empty: one can
    size_t hash;

    bool operator==(const SpecializedTaps& other) const { return taps == other.taps && refusal == other.refusal; }
};

} // namespace clconv
} // namespace cv
