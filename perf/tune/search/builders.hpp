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

namespace tune {

using Clock = std::chrono::steady_clock;

//! Implementation and build options.
using Program = std::pair<std::string, std::string>;

class Builders
{
public:
    //! @param count of processes; 0: nothing is built ahead
    explicit Builders(int count);
    ~Builders();
    Builders(const Builders&) = delete;
    Builders& operator=(const Builders&) = delete;

    //! Returns when all are built, or the time is over; nothing builds after that. Some programs take minutes, such as
    //! large filters fully unrolled: their builds are ended.
    //! @param begin no build begins after this
    //! @param end builds still running are ended then
    //! @returns for each whether it was built; also where that failed, which the program's own build will report
    std::vector<bool> build(const std::vector<Program>& programs, Clock::time_point begin, Clock::time_point end);

    int built = 0;      //!< programs so far
    double seconds = 0; //!< all builds so far, each from its begin to its end
    double waited = 0;  //!< seconds spent in build()

    double secondsEach() const { return built ? seconds / built : 0.5; }
    size_t count() const { return workers_.size(); }

private:
    struct Worker
    {
        int pid; //!< 0: ended, and not started again yet
        int input, output;
        int program; //!< the index of the one it builds; -1: none
        Clock::time_point begin;
    };

    Worker spawn() const;
    void stop(Worker& worker) const;
    bool assign(Worker& worker, const std::vector<Program>& programs, size_t index);
    void wait(std::vector<bool>& done, Clock::time_point end);

    std::vector<Worker> workers_;
};

//! The loop of such a process: a line with a program on standard input, a line on standard output when it is built.
int runBuilder();

} // namespace tune
