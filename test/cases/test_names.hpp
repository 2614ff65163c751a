// SPDX-License-Identifier: Apache-2.0
//
// The names of tests that force an implementation.

#pragma once

#include "support/test_precomp.hpp"

#include <algorithm>
#include <cctype>

namespace opencv_test {

//! "fft_TILE_COLS_128" of "fft:TILE_COLS=128".
inline std::string nameOfForce(std::string force)
{
    std::replace_if(
        force.begin(), force.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return force.empty() ? "planned" : force;
}

template<class Text>
std::string forceName(const testing::TestParamInfo<Text>& parameter)
{
    return nameOfForce(parameter.param);
}

} // namespace opencv_test
