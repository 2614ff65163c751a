// SPDX-License-Identifier: Apache-2.0
//
// The calls of clconv_soak: a fixed pool, so that caches reach a steady state and any later growth of memory is a leak.
// They are made in several contexts; samples of their results are compared with the oracle.

#pragma once

#include "support/filter_case.hpp"

#include <opencv2/core/ocl.hpp>

#include <atomic>
#include <map>
#include <mutex>

namespace clconv_test {

//! Where a call's images are.
enum class Layout
{
    Alone,  //!< separate images
    Region, //!< source and output are regions of larger images, at odd offsets
    InPlace,
    FromMat, //!< the source is a Mat
    ToMat,   //!< the output is a Mat
    Count
};

struct SoakCall
{
    const FilterCase* filters; //!< types, border, and one of the filters
    cv::Size size;
    Layout layout;
};

//! Counts for all threads.
class Tally
{
public:
    std::atomic<long> calls{0}, checked{0}, wrong{0}, thrown{0};

    void ran(const std::string& implementation);
    void failed(const SoakCall& call, const std::string& error, bool threw);
    std::string implementations() const; //!< "direct 17 local 4"

private:
    mutable std::mutex mutex_;
    std::map<std::string, long> counts_;
};

//! The calls, and the images that they read.
class CallPool
{
public:
    CallPool(int kinds, unsigned seed);
    const std::vector<SoakCall>& calls() const { return calls_; }

    //! An image of the type and size that the call reads; larger than the source if that is a region.
    const cv::Mat& pixelsFor(const SoakCall& call) const;

private:
    std::vector<FilterCase> filters_;
    std::vector<SoakCall> calls_;
    std::map<std::pair<int, int>, cv::Mat> pixels_; //!< by type, and the call's width
};

//! Makes a call in the calling thread's context.
//! @param check compares a random rectangle of each output with the oracle
//! @returns what is wrong; empty if nothing is
std::string perform(const SoakCall& call, const cv::Mat& pixels, bool check, cv::RNG& rng);

std::string describe(const SoakCall& call);

} // namespace clconv_test
