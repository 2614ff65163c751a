// SPDX-License-Identifier: Apache-2.0
//
// Seeded problems for the golden plans, most of them common in programs, and a generator that gives the same numbers on
// all machines.

#pragma once

#include "problem/problem.hpp"

#include <cstddef>

namespace clconv_test {

//! Random numbers (splitmix64). Use at most one draw in an expression, because compilers evaluate several in any order.
class Draw
{
public:
    //! A separate sequence for each purpose, from the same seed.
    Draw(uint64 seed, uint64 purpose) : state_(seed ^ (purpose * 0xD1342543DE82EF95ull)) { next(); }

    uint64 next()
    {
        uint64 z = state_ += 0x9E3779B97F4A7C15ull;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }

    //! 0 ... count - 1
    int below(int count) { return int((next() >> 32) % uint64(count)); }
    //! first ... last
    int between(int first, int last) { return first + below(last - first + 1); }
    bool oneIn(int count) { return below(count) == 0; }

    template<typename T, size_t N>
    T oneOf(const T (&values)[N])
    {
        return values[below(int(N))];
    }

private:
    uint64 state_;
};

//! The problem with that number, which does not depend on how many are drawn.
cv::clconv::Problem goldenProblem(uint64 seed, int number);

//! The launches of chains.
std::vector<cv::clconv::Problem> goldenChains(uint64 seed, int count);

} // namespace clconv_test
