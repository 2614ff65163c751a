// SPDX-License-Identifier: Apache-2.0
//
// The walk: every operation of the library, each OpenCL function that it calls, each of its calls, several error codes,
// failing once or from there on, at once or later. Whatever fails, the result is right, at most one warning is logged,
// nothing is thrown, and no object of OpenCL is left over.

#pragma once

#include "faults/faulty_opencl.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace clconv_faults {

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

//! One of several processes that share the injections of a walk, in turn.
struct Part
{
    int index, count;
};

//! @param text as --part has it, "3/16"
//! @returns false where it is none
bool readPart(const std::string& text, Part& part);

//! Where a child process stands; its parent reads it after its end.
struct Progress
{
    long next;   //!< the number of the injection that follows
    long made;   //!< injections of this part
    long struck; //!< those whose fault was met
    long failures, exceptions;
    bool finished;
    Part part;
    char current[256];

    //! Begins an injection, unless an earlier child has made it or it belongs to another part.
    //! @param number of the injection; counts up
    bool begin(long& number, long start, const std::string& what);
    void report(const std::string& text); //!< a failure
};

//! Makes injections in child processes, since an error may end one.
//! @returns the exit code
int runInChildren(Part part, const std::function<void(Progress&)>& work);

//! What an operation with a fault does.
struct Observed
{
    std::string thrown, error, log; //!< error: of the result
    int warnings = 0;
    bool struck = false;  //!< the fault was met
    bool isClear = false; //!< what was thrown is OpenCV's exception about a transfer
};

//! Runs an operation; `callWith` makes its call while something fails.
Observed observe(const Operation& operation,
                 const std::function<void(const std::function<void()>& call, Observed&)>& callWith);

//! References of everything that clconv and its images hold, when all of it is gone.
std::vector<int> referencesLeft();

//! Whether all objects are gone but those before. Callbacks of a GPU's driver may need seconds on a busy machine, those
//! of the call before as well.
bool returnsTo(const std::vector<int>& before, std::vector<int>& now);

//! Every operation with every amount of memory (memory/): from none for what it allocates to enough, reserved at once
//! or at first use, with two error codes.
int walkMemory(Part part);

//! Walks, in child processes.
//! @param all every call and code; otherwise the first, second and last call with one code each
//! @returns the exit code
int walk(bool all, Part part);

} // namespace clconv_faults
