// SPDX-License-Identifier: Apache-2.0
//
// Ranges of results, and stages as kernels/common/pixel_stages.cl names them.

#include "api/chain/fusion/stage_values.hpp"

namespace cv { namespace clconv {
namespace {

//! The range of a stage's results before they are rounded and limited.
Limits rangeOf(const std::vector<Value>& values, const Value& value)
{
    const ChainStage& stage = *value.stage;
    const Limits all = {-INFINITY, INFINITY}, in = limitsOf(values[size_t(stage.inputs[0])].depth());
    const double *const numbers = stage.numbers, largest = std::max(-in.least, in.most);
    if (const Call* const call = value.call.get())
    {
        if (isAverage(call->rounding))
            return in;
        double sums[] = {1, 0}; // of taps that are not negative, and of the others
        for (const Mat& kernel : call->kernels)
        {
            const double plus = cv::sum(cv::max(kernel, 0))[0], minus = -cv::sum(cv::min(kernel, 0))[0];
            const double both[] = {sums[0] * plus + sums[1] * minus, sums[0] * minus + sums[1] * plus};
            std::copy(both, both + 2, sums);
        }
        return {sums[0] * in.least - sums[1] * in.most + call->delta,
                sums[0] * in.most - sums[1] * in.least + call->delta};
    }
    switch (stage.operation)
    {
    case Operation::Filter: // it copies
    case Operation::Color:
    case Operation::Lesser:
    case Operation::Greater: return in;
    case Operation::Scale:
    {
        const double a = in.least * numbers[0] + numbers[1], b = in.most * numbers[0] + numbers[1];
        return in.most == INFINITY ? all : Limits{std::min(a, b), std::max(a, b)};
    }
    case Operation::ScaleAbs:
        return {0, in.most == INFINITY ? INFINITY : largest * std::abs(numbers[0]) + std::abs(numbers[1])};
    case Operation::Threshold: return {std::min(in.least, -1.), INFINITY};
    case Operation::Sum: return {2 * in.least, 2 * in.most};
    case Operation::Difference: return {in.least - in.most, in.most - in.least};
    case Operation::Distance: return {0, in.most - in.least};
    default: return all;
    }
}

//! Whether sums of whole numbers are whole.
bool hasWholeSums(const Call& call)
{
    const double unit = integersOf(call).unit; // 0: the taps are no integers of any unit
    return unit > 0 && isWhole(unit) && isWhole(call.delta);
}

//! Whether a stage other than a filter makes whole numbers of whole numbers.
bool keepsWhole(const ChainStage& stage, int inputDepth)
{
    const double* const numbers = stage.numbers;
    switch (stage.operation)
    {
    case Operation::Scale:
    case Operation::ScaleAbs: return inputDepth <= CV_32S && isWhole(numbers[0]) && isWhole(numbers[1]);
    case Operation::Weighted:
        return inputDepth <= CV_32S && isWhole(numbers[0]) && isWhole(numbers[1]) && isWhole(numbers[2]);
    default: return true;
    }
}

} // namespace

Limits limitsOf(int depth)
{
    static const Limits limits[] = {{0, 255}, {-128, 127}, {0, 65535}, {-32768, 32767}, {INT_MIN, INT_MAX}};
    return depth <= CV_32S ? limits[depth] : Limits{-INFINITY, INFINITY};
}

IntegerTaps integersOf(const Call& call)
{
    IntegerTaps product(1, 1, 1, true);
    for (const Mat& kernel : call.kernels)
    {
        Mat taps;
        kernel.convertTo(taps, CV_64F);
        const IntegerTaps one = integerTaps(taps);
        product = {product.unit * one.unit, product.magnitudes * one.magnitudes, product.count * one.count,
                   product.ones && one.ones};
    }
    return product;
}

double largestSum(const Call& call)
{
    const IntegerTaps taps = integersOf(call);
    if (call.srcDepth() >= CV_32S || !(taps.unit > 0) || !isWhole(call.delta / taps.unit))
        return INFINITY;
    const Limits limits = limitsOf(call.srcDepth());
    return taps.magnitudes * std::max(-limits.least, limits.most) + std::abs(call.delta) / taps.unit;
}

bool rounds(const ChainStage& stage)
{
    switch (stage.operation)
    {
    case Operation::Scale:
    case Operation::ScaleAbs: return stage.numbers[0] != 1 || stage.numbers[1] != 0;
    case Operation::Weighted:
    case Operation::Magnitude:
    case Operation::Color: return true;
    default: return false;
    }
}

void addNumbers(const std::vector<Value>& values, const Value& value, std::vector<double>& numbers)
{
    const ChainStage& stage = *value.stage;
    const int depth = values[size_t(stage.inputs[0])].depth();
    switch (stage.operation)
    {
    case Operation::Threshold:
    {
        const std::pair<double, double> threshold = thresholdFor(stage, depth);
        numbers.insert(numbers.end(), {threshold.first, threshold.second});
        return;
    }
    case Operation::Scale:
    case Operation::ScaleAbs: numbers.insert(numbers.end(), stage.numbers, stage.numbers + 2); return;
    case Operation::Weighted: numbers.insert(numbers.end(), stage.numbers, stage.numbers + 3); return;
    case Operation::Color:
    {
        const bool rgb = stage.code == COLOR_RGB2GRAY || stage.code == COLOR_RGBA2GRAY;
        double weights[] = {3735, 19235, 9798}; // of blue, green, red
        const double floats[] = {0.114f, 0.587f, 0.299f};
        if (depth == CV_32F)
            std::copy(floats, floats + 3, weights);
        if (rgb)
            std::swap(weights[0], weights[2]);
        if (value.channels() == 1)
            numbers.insert(numbers.end(), weights, weights + 3);
        return;
    }
    default: return;
    }
}

std::string roundingOf(const std::vector<Value>& values, const Value& value, bool doubles, bool exact)
{
    const ChainStage& stage = *value.stage;
    const Call* const call = value.call.get();
    const int depth = value.depth(), from = values[size_t(stage.inputs[0])].depth();
    if (depth > CV_32S)
        return doubles && depth == CV_32F ? "TO_FLOAT,0,0" : "AS_IT_IS,0,0";
    const Limits limits = limitsOf(depth), range = rangeOf(values, value);
    std::vector<std::string> how;
    if (!exact || !(range.least >= limits.least))
        how.push_back("LIMIT_BELOW");
    const bool down = call && isDown(call->rounding);
    if (!exact || !(range.most < limits.most + (down ? 1 : 0) || range.most <= limits.most))
        how.push_back("LIMIT_ABOVE");
    if (call && isAverage(call->rounding))
        how.push_back(down ? "AVERAGE_OF+AVERAGE_HALF" : "AVERAGE_OF");
    const bool whole = call ? !isAverage(call->rounding) && hasWholeSums(*call) : keepsWhole(stage, from);
    if (!whole)
        how.push_back(down ? "DOWN" : "TO_EVEN");
    std::string text;
    for (const std::string& flag : how)
        text += (text.empty() ? "" : "+") + flag;
    return (text.empty() ? "AS_IT_IS" : text) + format(",%.0f,%.0f", limits.least, limits.most);
}

std::string operationOf(const ChainStage& stage)
{
    switch (stage.operation)
    {
    case Operation::Scale: return rounds(stage) ? "SCALED" : "COPIED";
    case Operation::ScaleAbs: return rounds(stage) ? "SCALED_ABS" : "ABSOLUTE";
    case Operation::Threshold:
        return stage.code == THRESH_BINARY       ? "BINARY"
               : stage.code == THRESH_BINARY_INV ? "BINARY_INV"
               : stage.code == THRESH_TRUNC      ? "TRUNCATED"
               : stage.code == THRESH_TOZERO     ? "TO_ZERO"
                                                 : "TO_ZERO_INV";
    case Operation::Sum: return "SUM";
    case Operation::Difference: return "DIFFERENCE";
    case Operation::Distance: return "DISTANCE";
    case Operation::Lesser: return "LESSER";
    case Operation::Greater: return "GREATER";
    case Operation::Weighted: return "WEIGHTED";
    case Operation::Magnitude: return "ROOT";
    default: return "COPIED";
    }
}

}} // namespace cv::clconv
