// SPDX-License-Identifier: Apache-2.0
//
// Whether calls on Mats run on the device, by the measured ratio in a line of a tuning table and by the times of the
// process's own calls; and whether building programs for them pays off, since a compiler takes the cores that OpenCV's
// functions compute on.

#pragma once

#include "problem/device_traits.hpp"
#include "problem/problem.hpp"

#include <array>
#include <unordered_map>

namespace cv { namespace clconv {

//! OpenCV's functions whose times on a Mat differ for the same filter; the quantity `function` of tuning lines.
enum class MatFunction
{
    Filter2D,
    SepFilter2D, //!< Sobel and Scharr too
    GaussianBlur,
    BoxFilter, //!< blur too
    Laplacian,
    Chain, //!< several, one after the other
    count
};

//! Calls whose times are compared, each divided by the number of scalars: all of one type, filter size and structure,
//! whose images have the same number of scalars up to a factor of two.
struct MatClass
{
    MatClass() : fields(), scalars(0) {}
    MatClass(const Problem& problem, MatFunction function);
    bool operator==(const MatClass& other) const { return fields == other.fields; }

    std::array<int, 8> fields;
    double scalars; //!< of this call
};

struct MatClassHash
{
    size_t operator()(const MatClass& c) const { return size_t(fnv1a(c.fields)); }
};

//! The times of all classes, and what OpenCV's functions took for the calls of each. Safe for threads.
class MatTimes
{
public:
    //! @param cores of the host
    explicit MatTimes(int cores) : cores_(cores) {}

    //! Whether the next call of a class is to run on the device, if everything is built.
    //! @param gain of the tables, HostParameters
    bool choosesDevice(const MatClass& c, int gain) const;

    //! Notes the time of a call.
    void add(const MatClass& c, bool device, double seconds);

    //! Notes the time of a call on the CPU. Classes passed here and below have no rank.
    void addCpuTime(const MatClass& c, double seconds);

    //! Notes the time of a build; the longest one counts.
    void addBuildTime(double seconds);

    //! Whether calls of a class have run on the device, so that its program is there. Other programs of the class, for
    //! another alignment or rank, may still be missing.
    bool hasRun(const MatClass& c) const { return of(c).hasRun; }
    void setHasRun(const MatClass& c);

    //! Whether a program for this class pays off, although building it takes time from other work on the CPU. As many
    //! calls are expected to follow as there have been.
    bool repaysBuild(const MatClass& c) const;

    //! Whether a program for this class may be loaded, so that the cache on disk is worth a look.
    bool mayBeLoadable(const MatClass& c) const { return of(c).loadable; }
    void setNotLoadable(const MatClass& c);

    //! Whether so much was computed on the CPU that initialising OpenCL pays off if programs only have to be loaded.
    bool repaysLoads() const;

private:
    struct Times
    {
        int count = 0;
        double min = 0; //!< seconds for each scalar
    };
    struct Kept
    {
        Times onDevice, onCpu;
        int calls = 0;
        double seconds = 0;   //!< on the CPU
        bool loadable = true; //!< until the caches turned out not to have its program
        bool hasRun = false;
    };
    Kept of(const MatClass& c) const;
    Kept& kept(const MatClass& c);

    const int cores_;
    mutable std::mutex mutex_;
    std::unordered_map<MatClass, Kept, MatClassHash> classes_;
    double seconds_ = 0; //!< of all classes
    double longestBuild_ = 0;
};

}} // namespace cv::clconv
