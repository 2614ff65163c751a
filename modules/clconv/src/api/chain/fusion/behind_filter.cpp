// SPDX-License-Identifier: Apache-2.0
//
// The list that kernels/common/after.cl compiles: stages that a filter's own kernel computes before it stores.

#include "api/chain/fusion/fused_stages.hpp"
#include "api/chain/fusion/stage_values.hpp"

namespace cv { namespace clconv {
namespace {

//! The only filter among the members; -1: there is none, or there are several.
int onlyFilter(const std::vector<Value>& values, const std::vector<int>& members)
{
    int filter = -1;
    for (int member : members)
        if (values[size_t(member)].call)
        {
            if (filter >= 0)
                return -1;
            filter = member;
        }
    return filter;
}

FusedStages refused(const std::string& reason)
{
    FusedStages fused;
    fused.refusal = reason;
    return fused;
}

} // namespace

FusedStages fuseBehindFilter(const std::vector<Value>& values, const std::vector<int>& members)
{
    FusedStages out;
    out.filter = onlyFilter(values, members);
    if (out.filter < 0 || members.size() < 2)
        return refused("more or less than one filter, or nothing behind it");
    const Value& filter = values[size_t(out.filter)];
    const int depth = filter.depth();
    if (!isKnownDepth(filter.call->srcDepth()) || depth == CV_32S || depth > CV_32F)
        return refused("a depth that is computed in double");
    // Compilers may fuse the filter's last product with the sum of a stage.
    if (isAverage(filter.call->rounding) && depth > CV_32S)
        return refused("an average that is no integer");
    out.exact = largestSum(*filter.call) <= exactFloats;
    out.source = filter.stage->inputs[0];
    if (std::count(members.begin(), members.end(), out.source) > 0)
        return refused("a stage before the filter");
    out.result = members.back();
    out.border = filter.call->border;
    Fusion shape;
    std::map<int, int> places = {{out.filter, 0}}; // numbers of values in the list
    std::vector<double> numbers;
    shape.stages = "FILTERED(" + roundingOf(values, filter, false, out.exact) + ")";
    for (int member : members)
    {
        const Value& value = values[size_t(member)];
        const ChainStage& stage = *value.stage;
        if (member == out.filter)
            continue;
        if (value.type != filter.type || stage.operation == Operation::Filter || stage.operation == Operation::Color)
            return refused("a stage of another depth or number of channels, or one that copies");
        const int inputs = takesTwo(stage.operation) ? 2 : 1;
        int from[2] = {0, 0};
        for (int i = 0; i < inputs; ++i)
        {
            const int input = stage.inputs[i];
            const bool known = places.count(input) > 0;
            if (!known && (out.second >= 0 || values[size_t(input)].type != filter.type))
                return refused("more images than two, or one of another type");
            if (!known)
                out.second = input, places[input] = 1;
            from[i] = places[input];
        }
        const int number = int(places.size()) + (out.second < 0 ? 1 : 0);
        const std::string how = roundingOf(values, value, false) + format(",%zu)", numbers.size());
        if (inputs == 2)
            shape.stages += format("TWO(%d,%d,%d,", number, from[0], from[1]) + operationOf(stage) + "," + how;
        else
            shape.stages += format("ONE(%d,%d,", number, from[0]) + operationOf(stage) + "," + how;
        places[member] = shape.result = number;
        addNumbers(values, value, numbers);
        out.rounds = out.rounds || rounds(stage);
    }
    if (numbers.empty())
        numbers.push_back(0);
    shape.numbers = int(numbers.size());
    shape.secondDepth = out.second < 0 ? -1 : depth;
    shape.channels = shape.sourceChannels = shape.outputChannels = filter.channels();
    out.numbers = Mat(numbers, true).reshape(1, 1);
    out.fusion = std::make_shared<Fusion>(shape);
    return out;
}

}} // namespace cv::clconv
