// SPDX-License-Identifier: Apache-2.0
//
// The three filter engines, and their times.

#ifndef CLCONV_SAMPLES_ENGINES_HPP
#define CLCONV_SAMPLES_ENGINES_HPP

#include "filters.hpp"

#include <memory>
#include <string>
#include <vector>

namespace samples {

//! One engine with one chain of filters, for all frames.
class Engine
{
public:
    static constexpr size_t all = static_cast<size_t>(-1);

    explicit Engine(const std::string& name) : name_(name) {}
    virtual ~Engine() = default;

    //! Filters the frame @p repeat times. The first call is timed separately and the next two are not timed: they build
    //! programs, allocate buffers and start threads.
    void process(const cv::Mat& frame, int repeat);

    //! The last filtered frame: 8 bits, as many channels as the source.
    const cv::Mat& result() const { return result_; }

    //! The results of all filters of the chain for the last frame; computes those that process() did not need.
    virtual std::vector<cv::Mat> results() = 0;

    const std::string& name() const { return name_; }
    const std::string& implementation() const { return implementation_; } //!< set by the first frame
    double firstMs() const { return firstMs_; }

    //! Median time of the filters' calls until the device has finished.
    double filterMs() const;

    //! Median of the last times of the whole frame: upload, filters, download.
    double frameMs(size_t last = all) const;

protected:
    struct Timing
    {
        double filterMs, frameMs;
    };

    virtual Timing filterFrame(const cv::Mat& frame, cv::Mat& result) = 0;
    virtual std::string describeImplementation() const = 0;

private:
    std::string name_;
    std::string implementation_;
    double firstMs_ = 0;
    std::vector<double> filterTimes_, frameTimes_;
    cv::Mat result_;
};

//! @param name clconv, stock or opencv-cpu
std::unique_ptr<Engine> makeEngine(const std::string& name, const FilterChain& chain);

} // namespace samples

#endif // CLCONV_SAMPLES_ENGINES_HPP
