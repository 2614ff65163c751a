// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What the library would run, and which other implementations are worth a search.

#pragma once

#include "options.hpp"
#include "workload.hpp"

namespace tune
{

//! The library as it plans without the file that is made.
struct Library
{
    cv::clconv::DeviceTraits traits;
    cv::clconv::Tuning tuning;
};

//! The implementation that it takes on every size; null: none, or not the same one.
const cv::clconv::Implementation* takenFor(const Library& library, const Workload& workload);

//! With which parameters it would run this one; none where it cannot on one of the sizes.
Sets ownSets(const Library& library, const Workload& workload, const cv::clconv::Implementation& impl);

//! The one that it takes, and of those that were asked for the ones that can run and, with their own parameters, take less than
//! twice as long as the fastest; the slower ones too where they were asked for by name.
std::vector<const cv::clconv::Implementation*> worthSearching(const Library& library, Workload& workload,
                                                              const Options& options);

} // namespace tune
