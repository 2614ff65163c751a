// SPDX-License-Identifier: Apache-2.0
//
// Types, checks, and OpenCV's functions.

#include "api/chain/stage.hpp"
#include "api/cpu_fallback.hpp"
#include "opencv2/imgproc.hpp"

namespace cv { namespace clconv {
namespace {

bool isSigned(int depth)
{
    return depth != CV_8U && depth != CV_16U;
}

//! An image of this type and size without pixels to read, for checks of arguments.
Mat headerOf(int type, Size size)
{
    static uchar pixels[1];
    return Mat(size, type, pixels);
}

} // namespace

std::pair<int, int> colorChannels(int code)
{
    switch (code)
    {
    case COLOR_BGR2GRAY:
    case COLOR_RGB2GRAY: return {3, 1};
    case COLOR_BGRA2GRAY:
    case COLOR_RGBA2GRAY: return {4, 1};
    case COLOR_GRAY2BGR: return {1, 3};
    case COLOR_GRAY2BGRA: return {1, 4};
    default: return {0, 0};
    }
}

int typeOf(const ChainStage& stage, int type, int secondType)
{
    const Mat a(1, 1, type), b(1, 1, secondType);
    Mat result;
    computeStage({type, &stage, nullptr}, a, b, result, false);
    return result.type();
}

std::vector<Value> valuesOf(const std::vector<ChainStage>& stages, InputArray src)
{
    const auto refuseHalves = [](int type)
    {
        if (CV_MAT_DEPTH(type) == CV_16F)
            CV_Error(Error::StsUnsupportedFormat, "chains take no images of CV_16F");
    };
    refuseHalves(src.type());
    std::vector<Value> values = {{src.type(), nullptr, nullptr}};
    for (const ChainStage& stage : stages)
    {
        const Value& first = values[size_t(stage.inputs[0])];
        Value value = {first.type, &stage, nullptr};
        if (stage.operation == Operation::Filter)
        {
            value.call = first.stage ? stage.filter(headerOf(first.type, src.size())) : stage.filter(src);
            if (value.call)
                value.type = value.call->dstType;
        }
        else
            value.type = typeOf(stage, first.type, values[size_t(stage.inputs[1])].type);
        refuseHalves(value.type);
        values.push_back(value);
    }
    return values;
}

std::pair<double, double> thresholdFor(const ChainStage& stage, int depth)
{
    if (depth == CV_32F)
        return {float(stage.numbers[0]),
                stage.code == THRESH_TRUNC ? float(stage.numbers[0]) : float(stage.numbers[1])};
    if (depth > CV_32S)
        return {stage.numbers[0], stage.numbers[stage.code == THRESH_TRUNC ? 0 : 1]};
    const double largest = depth == CV_8U ? 255 : depth == CV_16U ? 65535 : 32767, least = isSigned(depth) ? -32768 : 0;
    const double threshold = cvFloor(stage.numbers[0]), value = cvRound(stage.numbers[1]);
    if (stage.code == THRESH_TRUNC) // below all numbers it becomes 0
        return {threshold, threshold < least ? 0 : std::min(threshold, largest)};
    return {threshold, std::min(std::max(value, least), largest)};
}

void computeStage(const Value& value, const Mat& a, const Mat& b, Mat& dst, bool asOnUMats)
{
    const ChainStage& stage = *value.stage;
    const double* const numbers = stage.numbers;
    switch (stage.operation)
    {
    case Operation::Filter:
    {
        if (!value.call)
            return a.copyTo(dst);
        Call call = *value.call;
        call.size = a.size(); // images of a batch may have several
        dst = computeOnCpu(a, call, asOnUMats);
        return;
    }
    case Operation::Scale: a.convertTo(dst, stage.depth, numbers[0], numbers[1]); return;
    case Operation::ScaleAbs:
        if (stage.depth == CV_8U)
            return cv::convertScaleAbs(a, dst, numbers[0], numbers[1]);
        return cv::absdiff(a, Mat::zeros(a.size(), a.type()), dst);
    case Operation::Threshold: cv::threshold(a, dst, numbers[0], numbers[1], stage.code); return;
    case Operation::Sum: cv::add(a, b, dst); return;
    case Operation::Difference: cv::subtract(a, b, dst); return;
    case Operation::Distance: cv::absdiff(a, b, dst); return;
    case Operation::Lesser: cv::min(a, b, dst); return;
    case Operation::Greater: cv::max(a, b, dst); return;
    case Operation::Weighted: cv::addWeighted(a, numbers[0], b, numbers[1], numbers[2], dst, stage.depth); return;
    case Operation::Magnitude: cv::magnitude(a, b, dst); return;
    case Operation::Color: cv::cvtColor(a, dst, stage.code); return;
    }
}

}} // namespace cv::clconv
