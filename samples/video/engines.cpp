// SPDX-License-Identifier: Apache-2.0
//
// The three filter engines, and their times.

#include "engines.hpp"
#include "filter_calls.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/core/ocl.hpp>

#include <algorithm>

namespace samples {

namespace {

const int warmUpCalls = 2; // after the first, so that PoCL's and OpenCV's thread pools are running

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

void download(const cv::Mat& joined, cv::Mat& result)
{
    result = joined;
}

void download(const cv::UMat& joined, cv::Mat& result)
{
    joined.copyTo(result);
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
    EngineOn(const std::string& name, const Filter& filter, int border) :
        Engine(name, filter, border), filter2D_(filter2DOf(name))
    {
    }

protected:
    Timing filterFrame(const cv::Mat& frame, cv::Mat& result) override
    {
        const int64 begin = cv::getTickCount();
        upload(frame, source_);
        waitForDevice(source_);
        const int64 uploaded = cv::getTickCount();
        filterParts(filter2D_, filter_, border_, source_, memory_);
        waitForDevice(source_);
        const int64 filtered = cv::getTickCount();
        joinParts(memory_, joined_);
        download(joined_, result);
        return {milliseconds(filtered - uploaded), milliseconds(cv::getTickCount() - begin)};
    }

    std::string describeImplementation(const cv::Mat& frame) const override;

private:
    Filter2D filter2D_;
    Array source_, joined_;
    FilterMemory<Array> memory_;
};

//! The implementation named before `: taken` in the text of explain().
std::string implementationOfClconv(const cv::UMat& source, const LinearFilter& linear, int border)
{
    const std::string text = cv::clconv::explain(source, linear.ddepth, linear.kernel, linear.anchor, border);
    const size_t taken = text.find(": taken");
    if (taken == std::string::npos)
        return "CPU";
    const size_t begin = text.rfind('\n', taken) + 1; // 0 where it is the first line
    return text.substr(begin, taken - begin);
}

template<>
std::string EngineOn<cv::UMat>::describeImplementation(const cv::Mat&) const
{
    if (name_ == "clconv")
        return implementationOfClconv(source_, filter_.linear[0], border_);
    return cv::ocl::useOpenCL() ? "OpenCL" : "CPU";
}

template<>
std::string EngineOn<cv::Mat>::describeImplementation(const cv::Mat&) const
{
    return "CPU";
}

} // namespace

Engine::Engine(const std::string& name, const Filter& filter, int border) :
    name_(name), filter_(filter), border_(border)
{
}

void Engine::process(const cv::Mat& frame, int repeat)
{
    if (filterTimes_.empty())
    {
        firstMs_ = filterFrame(frame, result_).filterMs;
        for (int i = 0; i < warmUpCalls; i++)
            filterFrame(frame, result_);
        implementation_ = describeImplementation(frame);
    }
    for (int i = 0; i < repeat; i++)
    {
        const Timing timing = filterFrame(frame, result_);
        filterTimes_.push_back(timing.filterMs);
        frameTimes_.push_back(timing.frameMs);
    }
}

double Engine::filterMs(size_t last) const
{
    return medianOfLast(filterTimes_, last);
}

double Engine::frameMs(size_t last) const
{
    return medianOfLast(frameTimes_, last);
}

std::unique_ptr<Engine> makeEngine(const std::string& name, const Filter& filter, int border)
{
    if (name == "opencv-cpu")
        return std::unique_ptr<Engine>(new EngineOn<cv::Mat>(name, filter, border));
    return std::unique_ptr<Engine>(new EngineOn<cv::UMat>(name, filter, border));
}

} // namespace samples
