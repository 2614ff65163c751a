// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of an implementation out of the tables for kinds of devices (tables/gpu.txt, nvidia.txt, cpu.txt).
//
// An implementation asks for its parameters one after the other. Each is decided by the first line that gives it and whose conditions
// hold, lines for a vendor before those for a kind of device; what is decided can be a condition for what follows.

#pragma once

#include "tuning/entry.hpp"

namespace cv
{
namespace clconv
{

class Lookup
{
public:
    Lookup(const char* implementation, const Problem& problem, const DeviceTraits& traits);

    //! Makes a number known to conditions from here on: a parameter that was decided, or waves.
    void set(const std::string& quantity, int64 value) { quantities_[quantity] = value; }

    //! The value that the first line gives for the parameter, else `otherwise`.
    int value(const std::string& parameter, int otherwise);

    //! The line that decided each parameter that one decided.
    const std::map<std::string, std::string>& sources() const { return sources_; }

private:
    std::vector<const TuningEntry*> lines_; //!< of the implementation, the device and the problem's class
    Quantities quantities_;
    std::map<std::string, std::string> sources_;
};

} // namespace clconv
} // namespace cv
