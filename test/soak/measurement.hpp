// SPDX-License-Identifier: Apache-2.0
//
// What a long run measures while all threads stand still: the memory of the process and the OpenCL objects that are
// alive, and whether they stay flat.

#pragma once

#include <string>
#include <vector>

namespace clconv_test {

struct Measurement
{
    double seconds; //!< since the first one
    long calls;
    double megabytes; //!< resident, after the allocator has returned what it can
    int memory, kernels, events;
};

//! Measures. Waits up to two seconds for drivers' threads to release what they hold.
Measurement measure(double seconds, long calls);

std::string toString(const Measurement& m);

//! Whether anything grew from the middle of the run to its end. The first 40 % do not count: allocators and drivers
//! keep what they once needed at the same time. Kernels may grow to one for each thread and program: a launch takes one
//! of its own, and the first measurement has at least one for each program.
//! @param growth allowed, in megabytes
//! @returns what grew; empty if nothing did
std::string grown(const std::vector<Measurement>& all, double growth, int threads);

} // namespace clconv_test
