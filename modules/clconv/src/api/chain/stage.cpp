// SPDX-License-Identifier: Apache-2.0
//
// Types, checks, and OpenCV's functions.

#include "api/chain/stage.hpp"
#include "api/filter2d.hpp"
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
    const int depth = CV_MAT_DEPTH(type), channels = CV_MAT_CN(type);
    const auto withDepth = [&](int ddepth) { return CV_MAKETYPE(ddepth < 0 ? depth : ddepth, channels); };
    refuseOtherDepths(depth, stage.depth < 0 ? depth : stage.depth, Error::StsUnsupportedFormat);
    if (takesTwo(stage.operation) && type != secondType)
        CV_Error_(Error::StsUnmatchedSizes, ("%s: the two images are %s and %s", stage.text.c_str(),
                                             typeToString(type).c_str(), typeToString(secondType).c_str()));
    switch (stage.operation)
    {
    case Operation::Threshold:
        if (depth == CV_8S || depth == CV_32S)
            CV_Error_(Error::StsUnsupportedFormat, ("threshold: no images of %s", depthToString(depth)));
        return type;
    case Operation::Magnitude: CV_Assert(depth >= CV_32F && "magnitude takes floats"); return type;
    case Operation::Color:
    {
        const std::pair<int, int> both = colorChannels(stage.code);
        if (channels != both.first)
            CV_Error_(Error::StsBadArg,
                      ("%s: the image has %d channels instead of %d", stage.text.c_str(), channels, both.first));
        if (depth != CV_8U && depth != CV_16U && depth != CV_32F)
            CV_Error_(Error::StsBadArg, ("%s: no images of %s", stage.text.c_str(), depthToString(depth)));
        return CV_MAKETYPE(depth, both.second);
    }
    default: return withDepth(stage.depth);
    }
}

std::vector<Value> valuesOf(const std::vector<ChainStage>& stages, InputArray src)
{
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
        values.push_back(value);
    }
    return values;
}

std::pair<double, double> thresholdFor(const ChainStage& stage, int depth)
{
    if (depth > CV_32S)
        return {stage.numbers[0], stage.numbers[1]};
    const double largest = depth == CV_8U ? 255 : depth == CV_16U ? 65535 : 32767, least = isSigned(depth) ? -32768 : 0;
    return {double(cvFloor(stage.numbers[0])), std::min(std::max(double(cvRound(stage.numbers[1])), least), largest)};
}

void runStage(const Value& value, InputArray a, InputArray b, OutputArray dst)
{
    const ChainStage& stage = *value.stage;
    const double* const numbers = stage.numbers;
    switch (stage.operation)
    {
    case Operation::Filter: value.call ? filter(a, dst, *value.call) : a.copyTo(dst); return;
    case Operation::Scale: a.getMat().convertTo(dst, value.depth(), numbers[0], numbers[1]); return;
    case Operation::ScaleAbs:
        if (value.depth() == CV_8U)
            return cv::convertScaleAbs(a, dst, numbers[0], numbers[1]);
        return cv::absdiff(a, Scalar::all(0), dst);
    case Operation::Threshold: cv::threshold(a, dst, numbers[0], numbers[1], stage.code); return;
    case Operation::Sum: cv::add(a, b, dst); return;
    case Operation::Difference: cv::subtract(a, b, dst); return;
    case Operation::Distance: cv::absdiff(a, b, dst); return;
    case Operation::Lesser: cv::min(a, b, dst); return;
    case Operation::Greater: cv::max(a, b, dst); return;
    case Operation::Weighted: cv::addWeighted(a, numbers[0], b, numbers[1], numbers[2], dst, value.depth()); return;
    case Operation::Magnitude: cv::magnitude(a, b, dst); return;
    case Operation::Color: cv::cvtColor(a, dst, stage.code); return;
    }
}

}} // namespace cv::clconv
