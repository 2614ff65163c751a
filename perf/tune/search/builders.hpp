// SPDX-License-Identifier: Apache-2.0
//
// Builds programs ahead in separate processes. When they are timed, OpenCV's disk cache and the driver's have them, and
// loading them takes a few milliseconds.
//
// Builders are processes because drivers serialize builds within a process (ROCm's compiler library does), and because
// threads that write one file of OpenCV's cache do not exclude each other: its file lock works only between processes.

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
    //! @param count number of processes; 0: nothing is built ahead
    explicit Builders(int count);
    ~Builders();
    Builders(const Builders&) = delete;
    Builders& operator=(const Builders&) = delete;

    //! Returns when all programs are built or the time is over; afterwards nothing builds any more. Programs that take
    //! minutes, such as large fully unrolled filters, are ended.
    //! @param begin no build begins after this
    //! @param end builds still running are ended then
    //! @returns whether each was built; true also for a failed build, which the program's own build will report
    std::vector<bool> build(const std::vector<Program>& programs, Clock::time_point begin, Clock::time_point end);

    int built = 0;      //!< number of programs so far
    double seconds = 0; //!< sum over all builds so far
    double waited = 0;  //!< seconds spent in build()

    double secondsEach() const { return built ? seconds / built : 0.5; }
    size_t count() const { return workers_.size(); }

private:
    struct Worker
    {
        int pid; //!< 0: ended, and not yet started again
        int input, output;
        int program; //!< index of the program being built; -1: none
        Clock::time_point begin;
    };

    Worker spawn() const;
    void stop(Worker& worker) const;
    bool assign(Worker& worker, const std::vector<Program>& programs, size_t index);
    void wait(std::vector<bool>& done, Clock::time_point end);

    std::vector<Worker> workers_;
};

//! The loop of a builder: for each program, a line on standard input, it answers with a line when that is built.
int runBuilder();

} // namespace tune
