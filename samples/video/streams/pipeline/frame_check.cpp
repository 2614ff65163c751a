// SPDX-License-Identifier: Apache-2.0
//
// The two ways to a second result.

#include "frame_check.hpp"

#include <algorithm>

namespace samples {

namespace {

//! @param a, b of 8 bits, with the same size and type
Difference differenceOf(const cv::Mat& a, const cv::Mat& b)
{
    cv::Mat values;
    cv::absdiff(a, b, values);
    values = values.reshape(1);
    Difference difference;
    difference.largest = cv::norm(values, cv::NORM_INF);
    difference.values = cv::countNonZero(values);
    return difference;
}

class HostCheck : public FrameCheck
{
public:
    explicit HostCheck(const FilterChain& chain) : chain_(chain) {}

    Difference compare(const Frame& frame) override
    {
        Difference sum;
        for (size_t i = 0; i < chain_.filters.size(); i++)
        {
            const cv::Mat& source = i ? frame.hostResults[i - 1] : frame.source.picture;
            applyFilter(chain_.filters[i], chain_.border, source, memory_, expected_);
            const Difference one = differenceOf(frame.hostResults[i], expected_);
            sum.largest = std::max(sum.largest, one.largest);
            sum.values += one.values;
        }
        sum.compared = 1;
        sum.frames = sum.values ? 1 : 0;
        return sum;
    }

    double allowed() const override { return 1; }

private:
    FilterChain chain_;
    EdgesMemory<cv::Mat> memory_;
    cv::Mat expected_;
};

class DeviceCheck : public FrameCheck
{
public:
    DeviceCheck(const FilterWork& work, const cv::ocl::OpenCLExecutionContext& context) :
        filter_(makeFrameFilter(work, context))
    {
    }

    void enterThread() override { filter_->enterThread(); }

    Difference compare(const Frame& frame) override
    {
        again_.source.picture = frame.source.picture;
        filter_->upload(again_);
        filter_->filter(again_);
        filter_->download(again_);
        Difference difference = differenceOf(frame.result.picture, again_.result.picture);
        difference.compared = 1;
        difference.frames = difference.values ? 1 : 0;
        return difference;
    }

    double allowed() const override { return 0; }

private:
    std::unique_ptr<FrameFilter> filter_;
    Frame again_;
};

} // namespace

void Difference::add(const Difference& other)
{
    largest = std::max(largest, other.largest);
    values += other.values;
    frames += other.frames;
    compared += other.compared;
}

std::unique_ptr<FrameCheck> makeHostCheck(const FilterChain& chain)
{
    return std::unique_ptr<FrameCheck>(new HostCheck(chain));
}

std::unique_ptr<FrameCheck> makeDeviceCheck(const FilterWork& work, const cv::ocl::OpenCLExecutionContext& context)
{
    return std::unique_ptr<FrameCheck>(new DeviceCheck(work, context));
}

} // namespace samples
