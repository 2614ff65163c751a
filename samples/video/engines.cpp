// SPDX-License-Identifier: Apache-2.0
//
// The three filter engines, and their times.

#include "engines.hpp"
#include "filter_calls.hpp"

#include <opencv2/core/ocl.hpp>

#include <algorithm>
#include <sstream>

namespace samples {

namespace {

const int warmUpCalls = 2; // after the first call, so that the thread pools of PoCL and OpenCV are running

double milliseconds(int64 ticks)
{
    return 1000. * static_cast<double>(ticks) / cv::getTickFrequency();
}

double medianOfLast(const std::vector<double>& all, size_t last)
{
    std::vector<double> values(all.end() - std::min(last, all.size()), all.end());
    if (values.empty())
        return 0;
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

void upload(const cv::Mat& frame, cv::Mat& source)
{
    source = frame;
}

void upload(const cv::Mat& frame, cv::UMat& source)
{
    frame.copyTo(source);
}

void download(const cv::Mat& filtered, cv::Mat& result)
{
    result = filtered;
}

void download(const cv::UMat& filtered, cv::Mat& result)
{
    filtered.copyTo(result);
}

void waitForDevice(const cv::Mat&) {}

void waitForDevice(const cv::UMat&)
{
    if (cv::ocl::useOpenCL())
        cv::ocl::finish();
}

//! @p Array is cv::UMat on the device, cv::Mat on the CPU.
template<class Array>
class EngineOn : public Engine
{
public:
    EngineOn(const std::string& name, const FilterChain& chain) : Engine(name), calls_(name, chain) {}

    std::vector<cv::Mat> results() override
    {
        calls_.applyRest(source_, results_);
        std::vector<cv::Mat> downloaded(results_.size());
        for (size_t i = 0; i < results_.size(); i++)
            download(results_[i], downloaded[i]);
        return downloaded;
    }

protected:
    Timing filterFrame(const cv::Mat& frame, cv::Mat& result) override
    {
        const int64 begin = cv::getTickCount();
        upload(frame, source_);
        waitForDevice(source_);
        const int64 uploaded = cv::getTickCount();
        calls_.apply(source_, results_);
        waitForDevice(source_);
        const int64 filtered = cv::getTickCount();
        download(results_.back(), result);
        return {milliseconds(filtered - uploaded), milliseconds(cv::getTickCount() - begin)};
    }

    std::string describeImplementation() const override;

private:
    ChainCalls<Array> calls_;
    Array source_;
    std::vector<Array> results_;
};

//! @param text of explain(), with a line for each launch: its stages, `: `, the implementation, a comma, more about it
//! @returns for example "cpu_separable+cpu_chain"
std::string implementationsIn(const std::string& text)
{
    std::istringstream launches(text);
    std::string names;
    for (std::string line; std::getline(launches, line);)
    {
        const size_t begin = line.find(": ") + 2;
        names += (names.empty() ? "" : "+") + line.substr(begin, line.find(',', begin) - begin);
    }
    return names;
}

template<>
std::string EngineOn<cv::UMat>::describeImplementation() const
{
    if (!cv::ocl::useOpenCL())
        return "CPU";
    return name() == "clconv" ? implementationsIn(calls_.explain(source_)) : "OpenCL";
}

template<>
std::string EngineOn<cv::Mat>::describeImplementation() const
{
    return "CPU";
}

} // namespace

void Engine::process(const cv::Mat& frame, int repeat)
{
    if (filterTimes_.empty())
    {
        firstMs_ = filterFrame(frame, result_).filterMs;
        for (int i = 0; i < warmUpCalls; i++)
            filterFrame(frame, result_);
        implementation_ = describeImplementation();
    }
    for (int i = 0; i < repeat; i++)
    {
        const Timing timing = filterFrame(frame, result_);
        filterTimes_.push_back(timing.filterMs);
        frameTimes_.push_back(timing.frameMs);
    }
}

double Engine::filterMs() const
{
    return medianOfLast(filterTimes_, all);
}

double Engine::frameMs(size_t last) const
{
    return medianOfLast(frameTimes_, last);
}

std::unique_ptr<Engine> makeEngine(const std::string& name, const FilterChain& chain)
{
    if (name == "opencv-cpu")
        return std::unique_ptr<Engine>(new EngineOn<cv::Mat>(name, chain));
    return std::unique_ptr<Engine>(new EngineOn<cv::UMat>(name, chain));
}

} // namespace samples
