// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which kernels get programs of their own: those that were prepared, and those that came often. It counts and bounds them.

#pragma once

#include "literals.hpp"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace cv
{
namespace clconv
{

class CoefficientSet;
struct Force;

//! When a sparse kernel that nobody prepared gets a program of its own.
struct LiteralPolicy
{
    int64 after;       //!< so many calls with the same coefficients, types and border; 0: never
    std::string error; //!< why the text cannot be read; empty where it can
};

//! Reads `off` or `after:N`; empty: the library's own choice. Never throws.
CV_EXPORTS LiteralPolicy parseLiteralPolicy(const std::string& text);

//! That of the innermost LiteralScope of the thread, else OPENCV_CLCONV_LITERAL as it was at the first call.
const LiteralPolicy& currentLiteralPolicy();

//! Sets the policy for the calling thread while it lives, for tests and benchmarks.
class CV_EXPORTS LiteralScope
{
public:
    explicit LiteralScope(const std::string& text);
    ~LiteralScope();
    LiteralScope(const LiteralScope&) = delete;
    LiteralScope& operator=(const LiteralScope&) = delete;

private:
    friend const LiteralPolicy& currentLiteralPolicy();
    LiteralPolicy policy_;
    const LiteralScope* outer_;
};

const size_t mostOftenKernels = 16;    //!< with programs because they came often, or were forced; then they start over
const size_t mostPreparedKernels = 64; //!< with programs because they were prepared; these stay

class LiteralTable
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
    //! @param startedOver set where programs of kernels that are no longer in the table are to be forgotten
    std::shared_ptr<const Literals> find(const Problem& problem, const CoefficientSet& coefficients, const Force& force,
                                         Use use, bool& startedOver);

    //! Whether a problem with literals is still in the table.
    bool holds(const Problem& problem) const;

private:
    struct Entry
    {
        int64 calls;
        bool often, forced, prepared;
        bool compiled() const { return often || forced || prepared; }
    };

    bool startOver(const Problem& kept);

    mutable std::mutex mutex_;
    std::unordered_map<Problem, Entry, ProblemHash> entries_; // keys without sizes, see kindOf
    std::atomic<size_t> prepared_{0};
    size_t own_ = 0; // often or forced
};

} // namespace clconv
} // namespace cv
