// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The implementations to search: the library's own choice, and those that come near it.

#pragma once

#include "../options.hpp"
#include "workload.hpp"

namespace tune
{

//! The inputs of planning without the new tuning file.
struct Library
{
    cv::clconv::DeviceTraits traits;
    cv::clconv::Tuning tuning;
};

//! The implementation that the library chooses on every size; null if it chooses none, or not the same one.
const cv::clconv::Implementation* takenFor(const Library& library, const Workload& workload);

//! The parameters with which the library would run an implementation, for each size; empty if it is unsupported on one
//! of them.
Sets ownSets(const Library& library, const Workload& workload, const cv::clconv::Implementation& impl);

//! The library's own choice, and those selected by the options that are supported and, with their defaults, take at
//! most twice as long as the fastest; also slower ones if they are selected by name.
std::vector<const cv::clconv::Implementation*> worthSearching(const Library& library, Workload& workload,
                                                              const Options& options);

} // namespace tune
