// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Whether building programs for calls on Mats repays: a compiler takes the cores that OpenCV's functions compute on.

#pragma once

#include "planner/mats/mat_times.hpp"

namespace cv
{
namespace clconv
{

//! What OpenCV's functions took for the calls of each class, whose rank is not looked at. Safe for threads.
class MatDemand
{
public:
    //! @param cores of the host
    explicit MatDemand(int cores) : cores_(cores) {}

    //! Notes the time of a call on the CPU.
    void addCpuTime(const MatClass& c, double seconds);

    //! Notes the time of a build; the longest one counts.
    void addBuildTime(double seconds);

    //! Whether calls of a class have run on the device, so that its program is there. Further programs of the class,
    //! for another alignment or rank, may still be missing.
    bool hasRun(const MatClass& c) const;
    void setHasRun(const MatClass& c);

    //! Whether a program for this class repays the time that building it takes from other work on the CPU. As many
    //! calls are expected to follow as there have been.
    bool repaysBuild(const MatClass& c) const;

    //! Whether a program for this class may be loaded, so that the cache on disk is worth a look.
    bool mayBeLoadable(const MatClass& c) const;
    void setNotLoadable(const MatClass& c);

    //! Whether so much was computed on the CPU that initialising OpenCL repays if programs only have to be loaded.
    bool repaysLoads() const;

private:
    struct Class
    {
        double seconds = 0;
        bool loadable = true; //!< unless it was looked at
        bool hasRun = false;
    };

    const int cores_;
    mutable std::mutex mutex_;
    std::unordered_map<MatClass, Class, MatClassHash> classes_;
    double seconds_ = 0; //!< of all classes
    double longestBuild_ = 0;
};

} // namespace clconv
} // namespace cv
