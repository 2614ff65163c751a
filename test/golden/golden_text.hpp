// SPDX-License-Identifier: Apache-2.0
//
// Problems, devices and plans as text, with all of their fields.

#pragma once

#include "problem/plan.hpp"

namespace clconv_test {

//! The fields of a device, on one line.
std::string toText(const cv::clconv::DeviceTraits& traits);

//! The fields of a problem, on one line.
std::string toText(const cv::clconv::Problem& problem);

//! The layout and address space of a plan's coefficients.
std::string coefficientsText(const cv::clconv::Plan& plan);

//! The limits at which plans for a device change as a filter, an image or a bank grows.
std::string thresholdsText(const cv::clconv::DeviceTraits& traits);

//! A problem and its plans on a device, each without a tuning table and with the built-in one: with nothing forced and,
//! for an eighth of the problems, with each implementation forced, by itself and with parameters, and without the one
//! that is selected first.
//! @param seed of the parameters, and of that eighth
std::string plansText(int number, const cv::clconv::Problem& problem, const cv::clconv::DeviceTraits& traits,
                      uint64 seed);

} // namespace clconv_test
