// SPDX-License-Identifier: Apache-2.0
//
// Measurements of a long run while all threads are stopped: the memory of the process and the live OpenCL objects, and
// whether they grow.

#pragma once

#include <string>
#include <vector>

namespace clconv_test {

struct Measurement
{
    double seconds; //!< since the first measurement
    long calls;
    double megabytes; //!< resident, after the allocator returned what it could
    int memory, kernels, events;
};

//! Measures. Waits up to two seconds for drivers' threads to release what they hold.
Measurement measure(double seconds, long calls);

std::string toString(const Measurement& m);

//! Whether anything grew from the middle of the run to its end. The first 40 % do not count, because allocators and
//! drivers keep what they once needed at the same time. Kernels may grow to one for each thread and program: a launch
//! takes its own, and the first measurement has at least one for each program.
//! @param growth allowed, in megabytes
//! @returns what grew; empty if nothing did
std::string grown(const std::vector<Measurement>& all, double growth, int threads);

} // namespace clconv_test
