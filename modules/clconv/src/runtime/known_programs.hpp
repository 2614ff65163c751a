// SPDX-License-Identifier: Apache-2.0
//
// Which programs were built on this machine before, so that the caches of OpenCV and of the driver load them in some
// milliseconds. Processes append to a file in the folder of OpenCV's cache, a line of hexadecimal digits a program. The
// file decides only when a program is requested: a wrong line costs a build that comes too early.

#pragma once

#include "problem/plan.hpp"

#include <unordered_set>

namespace cv { namespace clconv {

class KnownPrograms
{
public:
    //! Those of the process's cache; empty, and kept in memory only, where OpenCV's cache on disk is off.
    static KnownPrograms& instance();

    //! @param path of the file; empty: none
    explicit KnownPrograms(const std::string& path);

    const std::string& path() const { return path_; }

    //! Adds what other processes have built meanwhile.
    void read();

    //! As if nothing had been built, until the file is read again: for tests.
    void forget();

    bool any(); //!< for whatever device

    //! All programs of a plan: whether they are known for a device; when they were built and launched there.
    bool have(const Plan& plan, const DeviceTraits& device);
    void add(const Plan& plan, const DeviceTraits& device);

private:
    const std::string path_;
    std::mutex mutex_;
    std::unordered_set<uint64> keys_;
    bool isFull_ = false; //!< the file is begun anew
};

}} // namespace cv::clconv
