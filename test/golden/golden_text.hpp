// SPDX-License-Identifier: Apache-2.0
//
// Problems, devices and plans as text, with all of their fields.

#pragma once

#include "problem/plan.hpp"

namespace clconv_test {

//! Fields of a device, on one line.
std::string toText(const cv::clconv::DeviceTraits& traits);

//! Fields of a problem, on one line.
std::string toText(const cv::clconv::Problem& problem);

//! Layout and address space of a plan's coefficients.
std::string coefficientsText(const cv::clconv::Plan& plan);

//! Where plans for a device change as a filter, an image or a bank grows.
std::string thresholdsText(const cv::clconv::DeviceTraits& traits);

//! A problem and its plans on a device: with nothing forced, and for an eighth of the problems with each implementation
//! forced, by itself and with parameters, and without the one that is taken first. Each plan without a tuning table and
//! with the built-in one.
//! @param seed of the parameters, and of which problems
std::string plansText(int number, const cv::clconv::Problem& problem, const cv::clconv::DeviceTraits& traits,
                      uint64 seed);

} // namespace clconv_test
