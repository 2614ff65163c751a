// SPDX-License-Identifier: Apache-2.0
//
// The number of rows of a band.

#include "planner/host_plan.hpp"
#include "implementations/parameters.hpp"
#include "implementations/table_lookup.hpp"
#include "problem/plan.hpp"

namespace cv { namespace clconv {

//! Rows that fit a buffer of that many bytes, without the halo.
static int64 rowsWithin(size_t bytes, size_t row, int halo)
{
    return row ? int64(bytes / row) - halo : std::numeric_limits<int>::max();
}

//! Rows per band when the image is divided into bands of about equal size.
static int evened(int rows, int allRows)
{
    const size_t count = ceilDiv(size_t(allRows), size_t(rows));
    return int(ceilDiv(size_t(allRows), count));
}

static HostParameters findParameters(const Problem& problem, const DeviceTraits& traits, const Tuning& tuning,
                                     const MatFunction* function)
{
    Lookup lookup(hostName, problem, traits, Params(), tuning);
    const size_t bytes = size_t(problem.scalars()) * std::max(problem.srcElemSize(), problem.dstElemSize());
    lookup.set("kib", int64(ceilDiv(bytes, 1 << 10)));
    if (function)
        lookup.set("function", int(*function));
    HostParameters found;
    const auto look = [&](const char* name, int otherwise)
    {
        const int value = std::max(lookup.line(name, otherwise), 1);
        const auto line = lookup.sources.find(name);
        found.text += (found.text.empty() ? "" : " ") + format("%s=%d", name, value) +
                      (line == lookup.sources.end() ? "" : " (" + line->second + ")");
        return value;
    };
    found.slots = look("SLOTS", 2);
    found.bandKiB = look("BAND_KIB", function ? 1024 : 8192);
    found.threads = look("THREADS", 1);
    found.gain = lookup.line("GAIN", 0);
    return found;
}

//! Lines are searched once for each thread and problem, because a search takes longer than a launch.
const HostParameters& hostParameters(const Problem& problem, const DeviceTraits& traits, const Tuning& tuning,
                                     const MatFunction* function)
{
    const size_t maxKnown = 4096;
    static thread_local std::unordered_map<PlanKey, HostParameters, PlanKeyHash> knownOf[int(MatFunction::count) + 1];
    auto& known = knownOf[int(function ? *function : MatFunction::count)];
    const PlanKey key = {problem, traits.name, tuning.id};
    const auto found = known.find(key);
    if (found != known.end())
        return found->second;
    if (known.size() >= maxKnown)
        known.clear();
    return known[key] = findParameters(problem, traits, tuning, function);
}

HostPlan planHost(const HostParameters& parameters, const DeviceTraits& traits, const HostSizes& sizes)
{
    HostPlan plan;
    plan.slots = parameters.slots;
    plan.threads = std::max(std::min(parameters.threads, getNumThreads()), 1);
    plan.text = parameters.text;
    const int64 most = std::min(rowsWithin(traits.maxBufferBytes, sizes.srcRow, sizes.halo),
                                rowsWithin(traits.maxBufferBytes, sizes.dstRow, 0));
    if (most < 1)
    {
        plan.reason = "one row of a band exceeds the device's largest buffer";
        return plan;
    }
    const size_t bytes = size_t(parameters.bandKiB) << 10;
    // The halo is at most half of what is transferred.
    const int64 fromSrc = std::max<int64>(rowsWithin(bytes, sizes.srcRow, sizes.halo), sizes.halo);
    const int64 rows =
        std::min(std::min(fromSrc, rowsWithin(bytes, sizes.dstRow, 0)), std::min<int64>(most, sizes.rows));
    plan.rows = evened(int(std::max<int64>(rows, 1)), sizes.rows);
    return plan;
}

HostPlan halved(const HostPlan& plan, int allRows)
{
    HostPlan half = plan;
    half.rows = evened(std::max(plan.rows / 2, 1), allRows);
    half.rows = half.rows < plan.rows ? half.rows : plan.rows / 2;
    if (half.rows < 1)
        half.reason = "the device has no memory for one row";
    return half;
}

}} // namespace cv::clconv
