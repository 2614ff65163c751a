// SPDX-License-Identifier: Apache-2.0
//
// Random chains for the golden plans: of each chain the launch with the most stages.

#include "golden_problems.hpp"

#include "api/chain/chain_plan.hpp"
#include "api/chain/fusion/fused_launch.hpp"
#include "api/named_filters.hpp"

namespace clconv_test {

using namespace cv;
using clconv::Call;
using clconv::ChainStage;
using clconv::Operation;
using clconv::Problem;

namespace {

typedef std::function<std::unique_ptr<Call>(InputArray)> MakeCall;

ChainStage stageOf(Operation operation, int input, int other, int number, double a = 0, double b = 0)
{
    return {operation, {input, other}, "stage " + std::to_string(number), -1, {a, b, 0}, THRESH_BINARY, nullptr};
}

//! A filter of a value: a Gaussian, a box, or a derivative to another depth.
ChainStage filterOf(int input, int number, Draw& draw)
{
    static const int borders[] = {BORDER_REFLECT_101, BORDER_REFLECT_101, BORDER_REPLICATE, BORDER_CONSTANT};
    static const int sizes[] = {3, 3, 5, 7, 9, 15};
    const int border = draw.oneOf(borders), width = draw.oneOf(sizes), kind = draw.below(3);
    const MakeCall gaussian = [=](InputArray src)
    { return clconv::gaussianCall(src, nullptr, Size(width, width), 0, 0, border); };
    const MakeCall box = [=](InputArray src)
    {
        return std::unique_ptr<Call>(
            new Call(clconv::boxCall(src, nullptr, -1, Size(width, 3), Point(-1, -1), true, border)));
    };
    const MakeCall derivative = [=](InputArray src)
    {
        const int depth = src.depth() == CV_8U ? CV_16S : src.depth();
        return std::unique_ptr<Call>(new Call(clconv::derivativeCall(src, nullptr, depth, 1, 0, 3, 1, 0, border)));
    };
    ChainStage stage = stageOf(Operation::Filter, input, 0, number);
    stage.filter = kind == 0 ? gaussian : kind == 1 ? box : derivative;
    return stage;
}

std::vector<ChainStage> drawStages(Draw& draw)
{
    static const Operation ones[] = {Operation::ScaleAbs, Operation::Threshold};
    static const Operation twos[] = {Operation::Sum, Operation::Difference, Operation::Greater};
    std::vector<ChainStage> stages;
    const int count = draw.between(1, 5);
    for (int last = 0; last < count; ++last)
    {
        const int kind = draw.below(5);
        stages.push_back(kind < 2    ? filterOf(last, last, draw)
                         : kind == 2 ? stageOf(draw.oneOf(ones), last, 0, last, 2, 3)
                         : kind == 3 ? stageOf(Operation::Scale, last, 0, last, 1, 0)
                                     : stageOf(draw.oneOf(twos), last, last > 1 ? draw.below(last) : last, last));
    }
    return stages;
}

//! @returns whether a launch is possible
bool drawChain(Draw& draw, Problem& problem)
{
    static const int depths[] = {CV_8U, CV_8U, CV_8U, CV_16U, CV_16S, CV_32F};
    static const int sizes[][2] = {{9, 7},       {320, 240},   {640, 480},  {1280, 720},
                                   {1920, 1080}, {3840, 2160}, {7680, 4320}};
    const int* const wide = sizes[draw.below(7)];
    const Size size(wide[0], wide[1]);
    const int type = CV_MAKETYPE(draw.oneOf(depths), draw.between(1, 4)), beside = draw.oneIn(4) ? 20 : 0;
    const std::vector<ChainStage> stages = drawStages(draw);
    std::vector<clconv::Value> values;
    try
    {
        values = clconv::valuesOf(stages, Mat(64, 64, type));
    }
    catch (const cv::Exception&) // a sum of different depths
    {
        return false;
    }
    const clconv::FusedStages* most = nullptr;
    const std::vector<clconv::ChainLaunch> launches =
        clconv::planChain(values, [](const clconv::FusedStages& fused) { return fused.filter < 0; });
    size_t members = 0;
    for (const clconv::ChainLaunch& launch : launches)
        if (launch.fused.refusal.empty() && launch.members.size() > members)
            members = launch.members.size(), most = &launch.fused;
    if (!most)
        return false;
    const auto layoutOf = [&](int value, int margin)
    {
        const int of = values[size_t(value)].type;
        const Size parent = size + Size(2 * margin, 2 * margin);
        const size_t step = size_t(parent.width) * CV_ELEM_SIZE(of);
        return clconv::Layout(of, size, parent, Point(margin, margin), step,
                              size_t(margin) * (step + CV_ELEM_SIZE(of)));
    };
    problem = clconv::describe(*most, layoutOf(most->source, beside), layoutOf(most->result, 0), most->border).problem;
    return true;
}

} // namespace

std::vector<Problem> goldenChains(uint64 seed, int count)
{
    const uint64 chains = uint64(1) << 40; // draws that no filter uses
    std::vector<Problem> problems;
    for (uint64 number = 0; int(problems.size()) < count; ++number)
    {
        Draw draw(seed, chains + number);
        Problem problem;
        if (drawChain(draw, problem))
            problems.push_back(problem);
    }
    return problems;
}

} // namespace clconv_test
