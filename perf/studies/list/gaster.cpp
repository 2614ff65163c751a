// SPDX-License-Identifier: Apache-2.0
//
// Gaster et al., "Heterogeneous Computing with OpenCL", chapter 7: a motion blur from a tile in local memory.

#include "../steps/kernel_step.hpp"
#include "study.hpp"

namespace study {
namespace {

const std::string cached = "tile cached", padded = "rows padded", vectors = "float4 loads",
                  inner = "inner loop unrolled", both = "both loops unrolled";

//! 7x7, along the anti-diagonal; its weights have the sum 1.
cv::Mat motionBlur()
{
    cv::Mat filter = cv::Mat::zeros(7, 7, CV_32F);
    for (int y = 1; y < 6; y++)
        for (int x = 1; x < 6; x++)
            if (std::abs(x + y - 6) < 2)
                filter.at<float>(y, x) = x + y == 6 ? 0.1283f : 0.0376f;
    for (const cv::Point& end : {cv::Point(5, 0), cv::Point(6, 1), cv::Point(0, 5), cv::Point(1, 6)})
        filter.at<float>(end) = 0.0145f;
    return filter;
}

std::vector<Step> steps()
{
    KernelSettings plain;
    plain.fill = Fill::Loops;
    plain.dynamicTile = true;
    plain.sizeIsData = true;
    KernelSettings aligned = plain;
    aligned.padding = 16;
    KernelSettings wide = aligned, innerLoop = aligned, bothLoops = aligned;
    wide.fill = Fill::Vectors;
    innerLoop.sizeIsData = bothLoops.sizeIsData = false;
    innerLoop.unroll = Unroll::Inner;
    bothLoops.unroll = Unroll::Full;
    return withUserSteps({
        kernelStep(cached, "1", plain),
        kernelStep(padded, "memory speed +10 % (6970), +8 % (GTX 285), nothing (GTX 480)", aligned),
        kernelStep(vectors, "memory speed +42 % (6970); slightly slower on NVIDIA", wide),
        kernelStep(inner, "2.4 (6970), 2.6 (285), 2.2 (480) times faster", innerLoop),
        kernelStep(both, "6.3, 3.2, 2.9 times faster", bothLoops),
    });
}

std::vector<Case> cases(Scale scale)
{
    const cv::Size size = scale == Scale::Tiny ? cv::Size(90, 50) : cv::Size(600, 400);
    const auto make = [=] { return interiorOf(size, CV_32FC1, motionBlur()); };
    return {{cv::format("%dx%d", size.width, size.height), filterName(7), make, steps()}};
}

std::vector<Verdict> verdicts(const Rows& rows)
{
    const auto align = rows.ratios(cached, padded), load = rows.ratios(padded, vectors);
    const auto innerLoop = rows.ratios(cached, inner), bothLoops = rows.ratios(cached, both);
    double best = 0;
    for (const Row& row : rows.list())
        if (row.clock == Clock::Device && row.ms() > 0)
            best = std::max(best, row.gpixels());
    return {whether("padded rows gain (times faster; the whole kernel, where the study had memory alone)",
                    bench::geometricMean(align) > 1.03, align),
            whether("float4 loads gain over padded rows (6970; NVIDIA: slightly slower)",
                    bench::geometricMean(load) > 1.03, load),
            between("the inner loop unrolled is 2.2 to 2.6 times faster", 2.2, 2.6, innerLoop),
            between("both loops unrolled are 2.9 to 6.3 times faster", 2.9, 6.3, bothLoops),
            best > 0 ? whether("2 Gpixel/s with 7x7", best >= 2, cv::format("%.3g Gpixel/s", best))
                     : notMeasured("2 Gpixel/s with 7x7")};
}

} // namespace

const Study gaster = {
    "gaster", "B. Gaster et al., Heterogeneous Computing with OpenCL, chapter 7 (Radeon 6970, GTX 285, GTX 480)",
    cached, cases, verdicts};

} // namespace study
