// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// How long the application's steps take.

#pragma once

#include "gradients.hpp"

namespace pyramid
{

//! Medians, in milliseconds.
struct Times
{
    // by the device's clock; not a number where nothing ran there
    std::vector<double> octaves; //!< their derivatives
    double device;               //!< the derivatives of all
    // by the wall's clock
    double derivatives;                   //!< of all, again and again, until the device is done
    double build, differentiate, magnify; //!< the application's steps, each waited for
    double application;                   //!< all three
};

Times measure(Gradients& gradients, int repetitions);

} // namespace pyramid
