// SPDX-License-Identifier: Apache-2.0
//
// Specialization: the non-zero taps of a filter as constants in the program text. Only filters that were prepared, that
// are hot, or for which such an implementation is forced are specialized; the taps of all others are data. A table
// counts calls and bounds the number of programs.

#pragma once

#include "problem/plan.hpp"
#include "util/call_settings.hpp"

#include <unordered_map>

namespace cv { namespace clconv {

class CoefficientSet;

//! Maximum of taps in a program. Each is unrolled into up to sixteen multiply-adds for the outputs of a work-item, and
//! the instruction cache of a GPU holds about 2,000; beyond this compilers take many seconds as well.
const int maxSpecializedTaps = 400;

//! @param full all taps in the type of the sums
SpecializedTaps specializedTapsOf(const Mat& full);

//! Whether the filter is sparse enough that a specialized program pays off if the filter is hot.
bool specializationPays(const Problem& problem, size_t nonZero);

//! Why the problem cannot run specialized; empty: it can.
std::string specializationUnsupported(const Problem& problem);

//! One for each tap of a specialized filter that is not zero.
MultiplyAdds everyNonZeroTap(const Problem& problem, const Params&);

//! TAPS_<row> for each row with taps, and TILE_ROWS, for register tiles of this many output rows.
//! @param period source rows so far apart follow each other, so that sums are taken in the order of the program for all
//! filters, and a filter's results keep their bits when it gets a program of its own
void defineSpecializedTaps(const Problem& problem, int rows, int period, BuildOptions& options);

//! When a sparse filter that was not prepared is hot.
struct SpecializationPolicy
{
    int64 after;       //!< after this many calls with the same coefficients, types and border; 0: never
    std::string error; //!< why the text is invalid; empty if it is valid
};

//! Parses `off` or `after:N`; an empty text gives the default. Never throws.
SpecializationPolicy parseSpecializationPolicy(const std::string& text);

//! Sets the policy for the calling thread while it lives, for tests and benchmarks.
class SpecializationScope : public SettingScope<SpecializationPolicy, &CallSettings::specialization>
{
public:
    explicit SpecializationScope(const std::string& text) : SettingScope(parseSpecializationPolicy(text)) {}
};

const size_t maxHotFilters = 16;      //!< specialized because they are hot or forced; one more evicts them all
const size_t maxPreparedFilters = 64; //!< specialized because they were prepared; never evicted

class SpecializationTable
{
public:
    enum class Use
    {
        Call,   //!< counts as a call
        Look,   //!< the answer that a call would get; counts nothing
        Prepare //!< specialized from now on
    };

    //! The taps that a call compiles in; null: its coefficients stay data.
    //! @param problem without specialized taps; image sizes and layouts are ignored
    //! @param forced whether an implementation that compiles its taps in is forced
    //! @param evicted set where programs of filters that are no longer in the table should be released
    std::shared_ptr<const SpecializedTaps> find(const Problem& problem, const CoefficientSet& coefficients, bool forced,
                                                Use use, bool& evicted);

    //! Whether a problem with specialized taps is still in the table.
    bool contains(const Problem& problem) const;

private:
    struct Entry
    {
        int64 calls;
        bool hot, forced, prepared;
        bool isHot() const { return hot || forced; }
    };

    void evict(const Problem& kept);

    mutable std::mutex mutex_;
    std::unordered_map<Problem, Entry, ProblemHash> entries_; // keys without sizes, see programKey
    std::atomic<size_t> preparedCount_{0};
    int64 policy_ = 0; // SpecializationPolicy::after of the evictions that are counted
    int hotEvictions_ = 0;
};

}} // namespace cv::clconv
