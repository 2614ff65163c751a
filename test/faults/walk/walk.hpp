// SPDX-License-Identifier: Apache-2.0
//
// The walk: in every operation of the library, each call of each OpenCL function fails, alone or with all later ones,
// at once or later, with several error codes. Whatever fails, the result is right, at most one warning is logged,
// nothing is thrown, and no OpenCL object is left over.

#pragma once

#include "faults/faulty_opencl.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace clconv_faults {

//! Makes a call while functions fail.
typedef std::function<void(const std::function<void()>& call)> Guard;

//! One use of the library: prepares its images, makes the call under the guard, and compares.
struct Operation
{
    std::string name;
    bool waits;    //!< the call returns only with the result, so it notices commands that fail later
    bool mayThrow; //!< if images cannot be mapped for the CPU, which alone could compute
    std::function<std::string(const Guard&)> run; //!< returns what is wrong with the result; empty if nothing is
    std::set<Function> excluded;                  //!< functions that the operation itself makes fail
    std::set<Function> leaking;                   //!< functions after whose failure OpenCV leaks an object
};

//! The operations for this device. Each begins with empty caches of clconv.
std::vector<Operation> operations();

//! Empties the caches of the context: plans, kernels, coefficients, and OpenCV's record of failed builds.
void forgetEverything();

//! One of several processes that share a walk's injections in turn.
struct Part
{
    int index, count;
};

//! @param text in the form of --part: "3/16"
//! @returns false if it has another form
bool readPart(const std::string& text, Part& part);

//! The progress of a child process, which its parent reads after the child has ended.
struct Progress
{
    long next;   //!< the number of the injection that follows
    long made;   //!< injections of this part
    long struck; //!< injections whose fault was reached
    long failures, exceptions;
    bool finished;
    Part part;
    char current[256];

    //! Begins an injection, unless an earlier child has made it or it belongs to another part.
    //! @param number of the injection; incremented
    bool begin(long& number, long start, const std::string& what);
    void report(const std::string& text); //!< a failure
};

//! Makes injections in child processes, because a fault may end a process.
//! @returns the exit code
int runInChildren(Part part, const std::function<void(Progress&)>& work);

//! What happened in an operation with a fault.
struct Observed
{
    std::string thrown, error, log; //!< error: of the result
    int warnings = 0;
    bool struck = false;  //!< the fault was reached
    bool isClear = false; //!< the exception is OpenCV's about a transfer
};

//! Runs an operation; `callWith` makes its call while something fails.
Observed observe(const Operation& operation,
                 const std::function<void(const std::function<void()>& call, Observed&)>& callWith);

//! References that clconv and its images still hold after all of them were released.
std::vector<int> referencesLeft();

//! Whether all objects except those before are gone. Callbacks of a GPU's driver may take seconds on a busy machine,
//! even those of the previous call.
bool returnsTo(const std::vector<int>& before, std::vector<int>& now);

//! Runs every operation with every amount of memory (memory/), from none for its allocations to enough, reserved at
//! once or at first use, with two error codes.
int walkMemory(Part part);

//! Runs the walk in child processes.
//! @param all makes every call fail with every code; otherwise the first, second and last call with one code each
//! @returns the exit code
int walk(bool all, Part part);

} // namespace clconv_faults
