// SPDX-License-Identifier: Apache-2.0
//
// Measures the selected cases one after the other; the engines of a case alternate round by round.

#pragma once

#include "options.hpp"
#include "output/row.hpp"

namespace bench {

struct Results
{
    std::vector<Row> rows;
    int failures = 0; //!< cases that threw an exception
};

//! Reports progress on stderr.
//! @param keep gets all rows so far after each case, so that an interrupted run leaves its results
Results measureCases(const Options& options, const DeviceInfo& device,
                     const std::function<void(const std::vector<Row>&)>& keep);

} // namespace bench
