// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The walk: every operation of the library, each OpenCL function that it calls, each of its calls, several error codes,
// failing once or from there on, at once or later. Whatever fails, the result is right, at most one warning is logged,
// nothing is thrown, and no object of OpenCL is left over.

#pragma once

#include "faulty_opencl.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace clconv_faults
{

//! Makes a call while functions fail.
typedef std::function<void(const std::function<void()>& call)> Guard;

//! One use of the library: sets up its images, makes the call under the guard, and compares.
struct Operation
{
    std::string name;
    bool waits;    //!< the result is there when the call returns: a command that fails later is noticed
    bool mayThrow; //!< where images cannot be mapped: the CPU computes, and nothing else can
    std::function<std::string(const Guard&)> run; //!< returns what is wrong with the result; empty: nothing
    std::set<Function> excluded;                  //!< the operation itself makes them fail
    std::set<Function> leaking;                   //!< OpenCV loses an object where they fail
};

//! Those for this device. Each begins with empty caches of clconv.
std::vector<Operation> operations();

//! Empties the caches of the context: plans, kernels, coefficients, and OpenCV's record of failed builds.
void forgetEverything();

//! Walks, in child processes, since an error may end one.
//! @param all every call and code; otherwise the first, second and last call with one code each
//! @returns the exit code
int walk(bool all);

} // namespace clconv_faults
