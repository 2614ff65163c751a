// SPDX-License-Identifier: Apache-2.0
//
// Which programs were built on this machine before, so that the caches of OpenCV and of the driver load them in some
// milliseconds, and which plans could not be built. Processes append to a file in the folder of OpenCV's cache, a line
// each: 16 hexadecimal digits for a program; a minus, 16 digits and the time of the failure for a plan. A wrong line
// costs a build that comes too early, or a day on another implementation.

#pragma once

#include "problem/plan.hpp"

#include <unordered_set>

namespace cv { namespace clconv {

class KnownPrograms
{
public:
    //! The programs in OpenCV's cache on disk; none if that is off.
    static KnownPrograms& instance();

    //! @param path of the file; empty: none
    explicit KnownPrograms(const std::string& path);

    const std::string& path() const { return path_; }

    //! Adds what other processes have built meanwhile.
    void read();

    //! Forgets all programs until the file is read again: for tests.
    void forget();

    bool any(); //!< for whatever device

    //! Whether all programs of a plan are known for a device; add() notes that they were built and launched there.
    bool have(const Plan& plan, const DeviceTraits& device);
    void add(const Plan& plan, const DeviceTraits& device);

    //! Whether a builder could not build the plan's programs within the last day; a full disk may have been the reason.
    bool hasFailed(const Plan& plan, const DeviceTraits& device);

    //! Takes effect in a builder alone: another process may fail for reasons of its own.
    void addFailed(const Plan& plan, const DeviceTraits& device);
    void noteFailures() { notesFailures_ = true; }

private:
    bool append(const std::string& lines);

    const std::string path_;
    std::mutex mutex_;
    std::unordered_set<uint64> keys_;   //!< of programs
    std::unordered_set<uint64> failed_; //!< of plans
    std::atomic<bool> notesFailures_{false};
    bool isFull_ = false; //!< the next line overwrites the file
};

}} // namespace cv::clconv
