// SPDX-License-Identifier: Apache-2.0
//
// Imagination Technologies, "Heterogeneous compute case study: image convolution filtering": a 3x3 mean through images,
// with and without prefetch.

#include "../steps/kernel_step.hpp"
#include "study.hpp"
#include "../../common/grid.hpp"

namespace study {
namespace {

const std::string sampled = "9 samples a work-item", single = "prefetch by one", parallel = "prefetch by thirty";

KernelSettings prefetched(Fill fill)
{
    KernelSettings settings;
    settings.source = Source::Image;
    settings.fill = fill;
    settings.group = cv::Size(8, 4);
    return settings;
}

std::vector<Case> cases(Scale scale)
{
    const cv::Size full(1920, 1080), quick(960, 540), tiny(61, 43);
    const cv::Size size = scale == Scale::Full ? full : scale == Scale::Quick ? quick : tiny;
    const auto make = [=] { return Workload{randomImages({size}, CV_8UC4), {bench::makeKernel("box", 3)}}; };
    const std::vector<Step> steps = withUserSteps({
        forcedStep(sampled, "288 samples a group", "image:IMAGE_1D=0,SAMPLER=1,WG_X=8,WG_Y=4"),
        kernelStep(single, "60 samples a group, in sequence", prefetched(Fill::Single)),
        kernelStep(parallel, "60 samples a group, in parallel", prefetched(Fill::Pairs)),
    });
    return {{bench::nameOf(size), filterName(3), make, steps}};
}

std::vector<Verdict> verdicts(const Rows& rows)
{
    const auto bySequence = rows.ratios(single, parallel), bySamples = rows.ratios(sampled, parallel);
    const auto minimumOf = [](const std::vector<double>& ratios) { return bench::quantile(ratios, 0); };
    return {
        whether("60 samples by thirty work-items beat 60 by one (times faster)", minimumOf(bySequence) > 1, bySequence),
        whether("60 samples by thirty work-items beat 288 (times faster)", minimumOf(bySamples) > 1, bySamples)};
}

} // namespace

const Study imagination = {
    "imagination",
    "Imagination Technologies, Heterogeneous compute case study: image convolution filtering (PowerVR Rogue)", sampled,
    cases, verdicts};

} // namespace study
