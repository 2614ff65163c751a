// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The three ways to the same pictures, and the clock. clconv and stock differ in one function pointer: that is all a
// program has to change.

#ifndef CLCONV_SAMPLES_ENGINES_HPP
#define CLCONV_SAMPLES_ENGINES_HPP

#include "filters.hpp"

#include <memory>
#include <string>
#include <vector>

namespace samples
{

//! One engine with one filter, from the first frame to the last.
class Engine
{
public:
    static constexpr size_t everything = static_cast<size_t>(-1);

    Engine(const std::string& name, const Filter& filter, int border);
    virtual ~Engine() = default;

    //! Filters the frame as often as asked. The first call ever is timed by itself, the next ones not at all: programs
    //! are built, buffers are made, threads wake up.
    void process(const cv::Mat& frame, int repeat);

    //! The last frame, filtered: 8 bits, as many channels as the source.
    const cv::Mat& result() const { return result_; }

    const std::string& name() const { return name_; }
    const std::string& implementation() const { return implementation_; } //!< known after the first frame
    double firstMs() const { return firstMs_; }

    //! Median of the filter2D calls until the device is done, of the last so many measurements.
    double filterMs(size_t last = everything) const;

    //! The same of the whole frame: upload, filter2D, what joins two results, download.
    double frameMs(size_t last = everything) const;

protected:
    struct Timing
    {
        double filterMs, frameMs;
    };

    virtual Timing filterFrame(const cv::Mat& frame, cv::Mat& result) = 0;
    virtual std::string describeImplementation(const cv::Mat& frame) const = 0;

    std::string name_;
    Filter filter_;
    int border_;

private:
    std::string implementation_;
    double firstMs_ = 0;
    std::vector<double> filterTimes_, frameTimes_;
    cv::Mat result_;
};

//! @param name clconv, stock or native
std::unique_ptr<Engine> makeEngine(const std::string& name, const Filter& filter, int border);

} // namespace samples

#endif // CLCONV_SAMPLES_ENGINES_HPP
