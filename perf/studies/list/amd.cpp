// SPDX-License-Identifier: Apache-2.0
//
// AMD, "Image Convolution Using OpenCL", step 4: unrolling the inner loop, for many filter widths.

#include "../steps/kernel_step.hpp"
#include "study.hpp"
#include "../../common/grid.hpp"

namespace study {
namespace {

const std::string plain = "plain", byLoop = "by 4, loop", byIf = "by 4, if", byKernel = "by 4, four kernels";

Step unrolled(const std::string& name, const std::string& claim, Unroll unroll)
{
    KernelSettings settings;
    settings.memory = Memory::Global;
    settings.sizeIsData = true; // one program for all widths
    settings.unroll = unroll;
    return kernelStep(name, claim, settings);
}

std::vector<Case> cases(Scale scale)
{
    const int side = scale == Scale::Full ? 2048 : scale == Scale::Quick ? 128 : 47;
    const std::vector<Step> steps = withUserSteps({
        unrolled(plain, "1", Unroll::None),
        unrolled(byLoop, "no gain for small widths; 16 to 20 take 74, 78, 83, 92, 79 %", Unroll::By4Loop),
        unrolled(byIf, "no saw-tooth", Unroll::By4If),
        unrolled(byKernel, "(proposed, not measured)", Unroll::By4Known),
    });
    std::vector<int> all, some = {2, 3, 4, 6, 8, 11, 12, 15, 16, 17, 18, 19, 20}, few = {2, 17, 32};
    for (int width = 2; width <= 32; width++)
        all.push_back(width);
    std::vector<Case> list;
    for (int width : scale == Scale::Full ? all : scale == Scale::Quick ? some : few)
    {
        const auto make = [=]
        { return interiorOf(cv::Size(side, side), CV_32FC1, bench::makeKernel("random", width)); };
        list.push_back({cv::format("%dx%d", side, side), filterName(width), make, steps});
    }
    return list;
}

//! Percent of the plain loop's time; NAN if not measured.
double percentAt(const Rows& rows, const std::string& step, int width)
{
    return 100 * bench::quantile(rows.ratios(step, plain, widthIn(width, width)), 0.5);
}

//! How much slower, in percent of the plain time, widths with remainder 3 are than their neighbours with remainder 0;
//! the median over the wider filters.
double sawTooth(const Rows& rows, const std::string& step)
{
    std::vector<double> heights;
    for (int width = 8; width + 4 <= 32; width += 4)
    {
        const double neighbours = (percentAt(rows, step, width) + percentAt(rows, step, width + 4)) / 2;
        if (std::isfinite(neighbours))
            heights.push_back(percentAt(rows, step, width + 3) - neighbours);
    }
    return bench::median(heights);
}

std::vector<Verdict> verdicts(const Rows& rows)
{
    const auto small = rows.ratios(byLoop, plain, widthIn(2, 7)), wide = rows.ratios(byLoop, plain, widthIn(16, 32));
    const double tooth = sawTooth(rows, byLoop), toothOfIf = sawTooth(rows, byIf), visible = 6; // the study: 15
    std::vector<Verdict> list;
    list.push_back(whether("by 4 with a loop for the remainder: no gain for widths below 8 (time over plain)",
                           bench::geometricMean(small) > 0.95, small));
    list.push_back(
        whether("by 4 with a loop for the remainder: a gain for widths from 16 on, 74 to 92 % of the plain time",
                bench::geometricMean(wide) < 0.95, wide));
    if (!std::isfinite(tooth))
        return list;
    std::string percents;
    for (int width = 16; width <= 20; width++)
        percents += cv::format(" %.0f", percentAt(rows, byLoop, width));
    list.push_back(
        whether("by 4 with a loop for the remainder: a saw-tooth, 16 to 20 take 74, 78, 83, 92, 79 %", tooth > visible,
                cv::format("%s %%; widths with remainder 3 stand out by %.1f", percents.c_str() + 1, tooth)));
    list.push_back(whether("if and else for the remainder: no saw-tooth", toothOfIf < visible,
                           cv::format("widths with remainder 3 stand out by %.1f", toothOfIf)));
    const auto four = rows.ratios(byKernel, byIf);
    list.push_back(whether("four kernels are no slower than if and else (time over theirs)",
                           bench::geometricMean(four) < 1.02, four));
    return list;
}

} // namespace

const Study amd = {"amd", "AMD, Image Convolution Using OpenCL, step 4 (Phenom X4)", plain, cases, verdicts};

} // namespace study
