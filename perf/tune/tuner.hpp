// SPDX-License-Identifier: Apache-2.0
//
// The order of the tuning, and the share of the time that each class of problems gets.

#pragma once

#include "options.hpp"
#include "result.hpp"
#include "search/type_search.hpp"

#include "../common/device.hpp"

#include <functional>

namespace tune {

//! Reports progress on stderr.
//! @param keep is called after each class with all results so far, so that an interrupted run leaves its results
Results tuneAll(const Options& options, const bench::DeviceInfo& device, const Library& library,
                const std::function<void(const Results&)>& keep);

} // namespace tune
