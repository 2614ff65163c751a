// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What the tiles of fft and the slabs of fft_large share: slabs compute outputs of doubtful accuracy by tiles.

#pragma once

#include "implementations/implementation.hpp"

namespace cv
{
namespace clconv
{

//! `unsupported` and `configure` of fft (implementation.hpp)
std::string fftUnsupported(const Problem& problem, const DeviceTraits& traits, const Params& params);
void configureFft(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan);

extern const Implementation fftImplementation;

} // namespace clconv
} // namespace cv
