// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Builds programs ahead in processes of their own: OpenCV's cache of programs on disk and the driver's have them when
// they are timed, and loading them takes some milliseconds.
//
// Processes instead of threads: drivers serialize builds within a process (ROCm's compiler library does), and threads
// that write one file of OpenCV's cache do not exclude each other: its file lock is one between processes.

#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace tune
{

using Clock = std::chrono::steady_clock;

//! Implementation and build options.
using Program = std::pair<std::string, std::string>;

class Builders
{
public:
    //! @param count of processes; 0: nothing is built ahead
    //! @param end running builds are ended then
    Builders(int count, Clock::time_point end);
    ~Builders();
    Builders(const Builders&) = delete;
    Builders& operator=(const Builders&) = delete;

    //! Returns when all are built, or those begun before the deadline are; nothing builds after that.
    //! @returns for each whether its build was ended; also where it failed, which the program's own build will report
    std::vector<bool> build(const std::vector<Program>& programs, Clock::time_point deadline);

    int built = 0;      //!< programs so far
    double seconds = 0; //!< all builds so far, each from its begin to its end
    double waited = 0;  //!< seconds spent in build()

    double secondsEach() const { return built ? seconds / built : 0.5; }
    size_t count() const { return workers_.size(); }

private:
    struct Worker
    {
        int pid, input, output;
        int program; //!< the index of the one it builds; -1: none
        Clock::time_point begin;
    };

    Worker spawn() const;
    void stop(Worker& worker) const;
    bool assign(Worker& worker, const std::vector<Program>& programs, size_t index);
    void wait(std::vector<bool>& done);

    std::vector<Worker> workers_;
    const Clock::time_point end_;
};

//! The loop of such a process: a line with a program on standard input, a line on standard output when it is built.
int runBuilder();

} // namespace tune
