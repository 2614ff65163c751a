// SPDX-License-Identifier: Apache-2.0
//
// Taps as build options, the rule for when specialization pays off, counting calls, and OPENCV_CLCONV_SPECIALIZE.

#include "coefficients/specialization.hpp"
#include "coefficients/coefficient_set.hpp"
#include "util/log.hpp"

#include <array>
#include <cerrno>

namespace cv { namespace clconv {

const size_t maxCounted = 1024; // filters that are counted at a time
const int64 defaultThreshold = 500;

//! What a specialized program depends on: not the size, position and row step of images.
static Problem programKey(const Problem& problem, const std::shared_ptr<const SpecializedTaps>& specializedTaps)
{
    Problem key = problem;
    key.size = key.readable = Size();
    key.srcPitch = 0;
    key.rowAlignment = 1;
    key.wideIndex = false;
    key.specializedTaps = specializedTaps;
    return key;
}

//! Exact, as a hexadecimal integer and a power of two: without a decimal point, which depends on the locale.
static std::string constantOf(double value, int accDepth)
{
    const int bits = accDepth == CV_64F ? 53 : 24;
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent);
    unsigned long long whole = (unsigned long long)std::ldexp(fraction, bits);
    for (exponent -= bits; whole % 16 == 0; exponent += 4)
        whole /= 16;
    return format("%s0x%llxp%d%s", value < 0 ? "-" : "", whole, exponent, accDepth == CV_64F ? "" : "f");
}

static size_t hashOf(const std::vector<SpecializedTaps::Tap>& taps)
{
    uint64 hash = fnvBasis;
    for (const SpecializedTaps::Tap& tap : taps)
        hash = fnv1a(std::array<size_t, 3>{{size_t(tap.x), size_t(tap.y), std::hash<double>()(tap.value)}}, hash);
    return size_t(hash);
}

static SpecializedTaps refused(const std::string& reason)
{
    return SpecializedTaps{{}, reason, std::hash<std::string>()(reason)};
}

SpecializedTaps specializedTapsOf(const Mat& full)
{
    const int count = countNonZero(full);
    if (count == 0)
        return refused("all taps are zero");
    if (count > maxSpecializedTaps)
        return refused(format("%d taps that are not zero are more than the %d that a program should hold", count,
                              maxSpecializedTaps));
    if (!checkRange(full))
        return refused("a tap is infinite or not a number, which has no constant in program text");
    SpecializedTaps specializedTaps;
    const Mat_<double> taps = full;
    for (int y = 0; y < taps.rows; ++y)
        for (int x = 0; x < taps.cols; ++x)
            if (taps(y, x) != 0)
                specializedTaps.taps.push_back({x, y, taps(y, x)});
    specializedTaps.hash = hashOf(specializedTaps.taps);
    return specializedTaps;
}

bool specializationPays(const Problem& problem, size_t nonZero)
{
    // Below 5x5 taps, memory bandwidth is the limit on GPUs and CPUs. From there on skipped taps save multiply-adds in
    // proportion, and the program is worth its space and build time if it halves them. Separable filters need only
    // width + height taps.
    const int64 smallest = 25, taps = problem.taps();
    const int64 others = problem.separable() ? problem.filterSize.width + problem.filterSize.height : taps;
    return taps >= smallest && nonZero > 0 && nonZero <= size_t(maxSpecializedTaps) && int64(nonZero) * 2 <= others;
}

std::string specializationUnsupported(const Problem& problem)
{
    if (!problem.specializedTaps)
        return "the coefficients are data: this filter was not prepared, and is not both sparse and hot";
    return problem.specializedTaps->refusal;
}

MultiplyAdds everyNonZeroTap(const Problem& problem, const Params&)
{
    return MultiplyAdds(double(problem.specializedTaps->taps.size()));
}

void defineSpecializedTaps(const Problem& problem, int rows, int period, BuildOptions& options)
{
    std::map<int, std::string> tapRows;
    for (const SpecializedTaps::Tap& tap : problem.specializedTaps->taps)
        tapRows[tap.y] += format("TAP(%d,%s)", tap.x, constantOf(tap.value, problem.accDepth()).c_str());
    for (const auto& row : tapRows)
        options.define(format("TAPS_%d", row.first), row.second);
    std::string sourceRows;
    for (int first = 0; first < period; ++first)
        for (int k = first; k < rows + problem.filterSize.height - 1; k += period)
        {
            std::string sums;
            for (int r = 0; r < rows; ++r)
                if (tapRows.count(k - r))
                    sums += format("TO(%d,TAPS_%d)", r, k - r);
            if (!sums.empty())
                sourceRows += format("SOURCE(%d,%s)", k, sums.c_str());
        }
    options.define("TILE_ROWS", sourceRows);
}

SpecializationPolicy parseSpecializationPolicy(const std::string& text)
{
    const std::string after = "after:";
    if (text.empty())
        return {defaultThreshold, ""};
    if (text == "off")
        return {0, ""};
    const std::string digits = text.compare(0, after.size(), after) == 0 ? text.substr(after.size()) : "";
    errno = 0;
    const long long number = std::strtoll(digits.c_str(), NULL, 10);
    const bool isNumber = !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
    if (!isNumber || errno != 0 || number == 0)
        return {defaultThreshold, "'" + text + "' is neither 'off' nor 'after:N' with a number of calls from 1 on"};
    return {int64(number), ""};
}

static const SpecializationPolicy& currentSpecializationPolicy()
{
    return currentSetting<SpecializationPolicy, &CallSettings::specialization>(
        "OPENCV_CLCONV_SPECIALIZE",
        [](const std::string& text)
        {
            const SpecializationPolicy policy = parseSpecializationPolicy(text);
            if (!policy.error.empty())
                logWarningOnce("OPENCV_CLCONV_SPECIALIZE: " + policy.error);
            return policy;
        });
}

std::shared_ptr<const SpecializedTaps> SpecializationTable::find(const Problem& problem,
                                                                 const CoefficientSet& coefficients, bool forced,
                                                                 Use use, bool& evicted)
{
    const std::shared_ptr<const SpecializedTaps> none;
    if (!forced && repeatable())
        return none;
    const int64 after = currentSpecializationPolicy().after;
    const bool counts = after > 0 && specializationPays(problem, coefficients.nonZero());
    if (use != Use::Prepare && !forced && !counts && preparedCount_ == 0)
        return none; // the usual case, without a lock
    if (!forced && coefficients.nonZero() > size_t(maxSpecializedTaps))
        return none;
    const std::shared_ptr<const SpecializedTaps> specializedTaps = coefficients.specializedTaps();
    if (!specializedTaps->refusal.empty())
        return forced ? specializedTaps : none; // explain() gives the reason for a forced implementation
    if (use == Use::Look && forced)
        return specializedTaps;

    const Problem key = programKey(problem, specializedTaps);
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = entries_.find(key);
    if (found == entries_.end())
    {
        if (use == Use::Look || (use == Use::Call && !forced && !counts))
            return none;
        if (entries_.size() >= maxCounted)
        {
            evict(key);
            evicted = true;
        }
        found = entries_.insert(std::make_pair(key, Entry())).first;
    }
    Entry& entry = found->second;
    const bool before = entry.isHot();
    if (use == Use::Prepare && !entry.prepared && preparedCount_ < maxPreparedFilters)
    {
        entry.prepared = true;
        ++preparedCount_;
    }
    if (use == Use::Call && forced)
        entry.forced = true;
    if (use == Use::Call && !forced && counts && !entry.hot && !entry.prepared)
    {
        // Doubled at each eviction by a hot filter: more than maxHotFilters of them in turn would otherwise build
        // programs for ever. A new policy starts with its own number.
        hotEvictions_ = policy_ == after ? hotEvictions_ : 0;
        policy_ = after;
        entry.hot = double(++entry.calls) > std::ldexp(double(after), hotEvictions_);
    }
    const auto isHot = [](const std::pair<const Problem, Entry>& other)
    { return other.second.isHot() && !other.second.prepared; };
    if (!before && entry.isHot() && size_t(std::count_if(entries_.begin(), entries_.end(), isHot)) > maxHotFilters)
    {
        hotEvictions_ += entry.hot;
        evict(key);
        evicted = true;
    }
    return forced || entry.prepared || (entry.hot && counts) ? specializedTaps : none;
}

//! Removes all entries but the prepared ones and this one.
void SpecializationTable::evict(const Problem& kept)
{
    for (auto entry = entries_.begin(); entry != entries_.end();)
        entry = entry->first == kept || entry->second.prepared ? std::next(entry) : entries_.erase(entry);
}

bool SpecializationTable::contains(const Problem& problem) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = entries_.find(programKey(problem, problem.specializedTaps));
    return found != entries_.end() && (found->second.isHot() || found->second.prepared);
}

}} // namespace cv::clconv
