// SPDX-License-Identifier: Apache-2.0
//
// A case in many layouts in memory.

#pragma once

#include "support/test_precomp.hpp"

namespace opencv_test {

//! Tests several layouts; if a name is given, that implementation must have run last.
inline void expectRight(const FilterCase& filterCase, size_t count = 10,
                        const std::string& implementation = std::string())
{
    for (const FilterCase& laidOut : layouts(filterCase, count))
        EXPECT_TRUE(isRight(laidOut, implementation));
}

} // namespace opencv_test
