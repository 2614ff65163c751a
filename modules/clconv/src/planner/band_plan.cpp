// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Rows of a band.

#include "planner/band_plan.hpp"
#include "implementations/parameters.hpp"
#include "implementations/table_lookup.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! Rows of a buffer of that many bytes, less the halo.
int64 rowsWithin(size_t bytes, size_t row, int halo)
{
    return row ? int64(bytes / row) - halo : std::numeric_limits<int>::max();
}

//! Whole bands of about equal size.
int evened(int rows, int allRows)
{
    const size_t count = ceilDiv(size_t(allRows), size_t(rows));
    return int(ceilDiv(size_t(allRows), count));
}

std::string sourceText(const Lookup& lookup, const char* parameter)
{
    const auto line = lookup.sources().find(parameter);
    return line == lookup.sources().end() ? "" : " (" + line->second + ")";
}

} // namespace

BandPlan planBands(const Problem& problem, const DeviceTraits& traits, const Tuning& tuning, const BandSizes& sizes)
{
    Lookup lookup(bandsName, problem, traits, tuning, kindTables(knownParameters()));
    const int kib = std::max(lookup.value("BAND_KIB", 8192), 1);
    BandPlan plan;
    plan.inFlight = std::max(lookup.value("BANDS_IN_FLIGHT", 2), 1);
    plan.threads = std::max(std::min(lookup.value("BAND_THREADS", 1), getNumThreads()), 1);
    plan.text = format("BANDS_IN_FLIGHT=%d", plan.inFlight) + sourceText(lookup, "BANDS_IN_FLIGHT") +
                format(" BAND_KIB=%d", kib) + sourceText(lookup, "BAND_KIB") +
                format(" BAND_THREADS=%d", plan.threads) + sourceText(lookup, "BAND_THREADS");
    const int64 most = std::min(rowsWithin(traits.maxBufferBytes, sizes.srcRow, sizes.halo),
                                rowsWithin(traits.maxBufferBytes, sizes.dstRow, 0));
    if (most < 1)
    {
        plan.reason = "one row of a band exceeds the device's largest buffer";
        return plan;
    }
    const size_t bytes = size_t(kib) << 10;
    // Of what is transferred the halo is half at most.
    const int64 fromSrc = std::max<int64>(rowsWithin(bytes, sizes.srcRow, sizes.halo), sizes.halo);
    const int64 rows =
        std::min(std::min(fromSrc, rowsWithin(bytes, sizes.dstRow, 0)), std::min<int64>(most, sizes.rows));
    plan.rows = evened(int(std::max<int64>(rows, 1)), sizes.rows);
    return plan;
}

BandPlan halved(const BandPlan& plan, int allRows)
{
    BandPlan half = plan;
    half.rows = evened(std::max(plan.rows / 2, 1), allRows);
    half.rows = half.rows < plan.rows ? half.rows : plan.rows / 2;
    if (half.rows < 1)
        half.reason = "the device has no memory for one row";
    return half;
}

} // namespace clconv
} // namespace cv
