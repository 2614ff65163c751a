// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which kernels get programs of their own: those that were prepared, and those that came often. It counts and bounds them.

#pragma once

#include "coefficients/specialization.hpp"
#include "util/thread_override.hpp"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace cv
{
namespace clconv
{

class CoefficientSet;

//! When a sparse kernel that nobody prepared gets a program of its own.
struct SpecializationPolicy
{
    int64 after;       //!< so many calls with the same coefficients, types and border; 0: never
    std::string error; //!< why the text cannot be read; empty where it can
};

//! Reads `off` or `after:N`; empty: the library's own choice. Never throws.
SpecializationPolicy parseSpecializationPolicy(const std::string& text);

//! That of the innermost SpecializationScope of the thread, else OPENCV_CLCONV_SPECIALIZE as it was at the first call.
const SpecializationPolicy& currentSpecializationPolicy();

//! Sets the policy for the calling thread while it lives, for tests and benchmarks.
class SpecializationScope : public ThreadOverride<SpecializationPolicy>
{
public:
    explicit SpecializationScope(const std::string& text) : ThreadOverride(parseSpecializationPolicy(text)) {}
};

const size_t maxHotKernels = 16;      //!< with programs because they came often, or were forced; then they start over
const size_t maxPreparedKernels = 64; //!< with programs because they were prepared; these stay

class SpecializationTable
{
public:
    enum class Use
    {
        Call,   //!< counts
        Look,   //!< as a call would find it
        Prepare //!< from now on
    };

    //! The literals that a call shall run with; null: its coefficients stay data.
    //! @param problem with no literals; where its images lie and how large they are does not count
    //! @param forced an implementation that compiles its taps in is forced
    //! @param startedOver set where programs of kernels that are no longer in the table are to be forgotten
    std::shared_ptr<const SpecializedTaps> find(const Problem& problem, const CoefficientSet& coefficients, bool forced,
                                                Use use, bool& startedOver);

    //! Whether a problem with literals is still in the table.
    bool holds(const Problem& problem) const;

private:
    struct Entry
    {
        int64 calls;
        bool hot, forced, prepared;
        bool compiled() const { return hot || forced || prepared; }
    };

    bool startOver(const Problem& kept);

    mutable std::mutex mutex_;
    std::unordered_map<Problem, Entry, ProblemHash> entries_; // keys without sizes, see kindOf
    std::atomic<size_t> preparedCount_{0};
    size_t own_ = 0; // often or forced
};

} // namespace clconv
} // namespace cv
