// SPDX-License-Identifier: Apache-2.0
//
// The order of the tuning, and the share of time for each class of problems.

#pragma once

#include "options.hpp"
#include "result.hpp"
#include "search/type_search.hpp"

#include "../common/device.hpp"

#include <functional>

namespace tune {

//! Reports progress on stderr.
//! @param keep gets all results so far after each class, so that an interrupted run leaves its results
Results tuneAll(const Options& options, const bench::DeviceInfo& device, const Library& library,
                const std::function<void(const Results&)>& keep);

} // namespace tune
