// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The hash of tables in memory and of names on disk: FNV-1a (Fowler, Noll, Vo), a value at a time.

#pragma once

#include <cstdint>

namespace cv
{
namespace clconv
{

const uint64_t fnvBasis = 14695981039346656037ULL;

//! Adds values, each as 64 bits, to a hash.
template<typename Values>
uint64_t fnv1a(const Values& values, uint64_t hash = fnvBasis)
{
    for (const auto& value : values)
        hash = (hash ^ static_cast<uint64_t>(value)) * 1099511628211ULL;
    return hash;
}

} // namespace clconv
} // namespace cv
