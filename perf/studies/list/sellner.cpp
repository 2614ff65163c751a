// SPDX-License-Identifier: Apache-2.0
//
// J. Sellner, "Performance evaluation of image convolution with gradient filters in OpenCL": both Scharr derivatives of
// a pyramid's images.

#include "../steps/kernel_step.hpp"
#include "study.hpp"
#include "sellner_claims.hpp"
#include "sellner_workload.hpp"

namespace study {
namespace {

using namespace sellner_steps;
namespace original = sellner_workload;

//! The faster way to fill a tile in the study: nested loops from 9x9 on, a flat index below.
Fill fillFor(int width)
{
    return width < 9 ? Fill::Flat : Fill::Loops;
}

KernelSettings settingsFor(bool together, bool specialized, Fill fill)
{
    KernelSettings settings;
    settings.unroll = Unroll::Full;
    settings.together = together;
    settings.memory = specialized ? Memory::Specialized : Memory::Constant;
    settings.fill = fill;
    return settings;
}

//! The steps of its second part: work-groups that the driver chooses, and other kinds of images.
std::vector<Step> secondStudy(Fill fill)
{
    KernelSettings free = settingsFor(false, false, Fill::None), array = settingsFor(false, false, fill);
    free.group = cv::Size();
    KernelSettings oneDimension = array;
    array.source = Source::Array;
    oneDimension.source = Source::Image1D;
    const auto claim = [](const original::Times& times, const std::string& beside, const original::Times& others)
    { return nameOf(times) + " ms (" + beside + ": " + nameOf(others) + ")"; };
    return {kernelStep(driversGroups, claim(original::driversGroups, "16x16", original::buffer), free),
            kernelStep(imageArray, claim(original::arrayLocal, "buffer", original::bufferLocal), array),
            kernelStep(image1D, nameOf(original::image1DLocal) + " ms", oneDimension)};
}

std::vector<Step> steps(int width)
{
    const Fill fill = fillFor(width), none = Fill::None;
    const std::string rows = "direct:WG_X=16,WG_Y=16,PX=1,ROWS=1,VEC=1,UNROLL=1";
    std::vector<Step> list = {
        kernelStep(single, "1", settingsFor(false, false, none)),
        kernelStep(localLoops, "a little worse at 3x3, far better above; better than flat from 9x9 on",
                   settingsFor(false, false, Fill::Loops)),
        kernelStep(localFlat, "... better than two loops to 7x7", settingsFor(false, false, Fill::Flat)),
        twoPassStep(separation, "the worst at 3x3, unconvincing above; times spread widely", rows),
        kernelStep(twice, "beats single", settingsFor(true, false, none)),
        kernelStep(predefined, "best, nearly independent of the size", settingsFor(false, true, none)),
        kernelStep(twiceLocal, "double always helps", settingsFor(true, false, fill)),
        kernelStep(predefinedLocal, "local does not help predefined", settingsFor(false, true, fill)),
        kernelStep(twicePredefined, "double always helps", settingsFor(true, true, none)),
        kernelStep(allThree, "double always helps", settingsFor(true, true, fill)),
    };
    for (const Step& step : secondStudy(fill))
        list.push_back(step);
    list.push_back(bankStep("double, or predefined for hot filters: the library chooses"));
    return withUserSteps(list);
}

//! The name of one of the study's two borders.
const char* borderName(int border)
{
    return border == cv::BORDER_REPLICATE ? "REPLICATE" : "REFLECT_101";
}

Case caseOf(cv::Size base, int width, int border)
{
    const auto make = [=] {
        return Workload{randomImages(original::pyramid(base), CV_32FC1), original::derivatives(width), border};
    };
    return {"16 images, " + bench::nameOf(base), filterName(width) + " " + borderName(border), make, steps(width)};
}

std::vector<Case> cases(Scale scale)
{
    const cv::Size quick(241, 270), tiny(121, 135);
    if (scale == Scale::Tiny)
        return {caseOf(tiny, 3, cv::BORDER_REPLICATE), caseOf(tiny, 9, cv::BORDER_REFLECT_101)};
    if (scale == Scale::Quick) // builds take long
        return {caseOf(quick, 3, cv::BORDER_REPLICATE), caseOf(quick, 5, cv::BORDER_REPLICATE),
                caseOf(quick, 9, cv::BORDER_REPLICATE), caseOf(quick, 3, cv::BORDER_REFLECT_101)};
    std::vector<Case> list;
    for (int border : {cv::BORDER_REPLICATE, cv::BORDER_REFLECT_101})
        for (int width : original::widths)
            list.push_back(caseOf(original::base, width, border));
    return list;
}

} // namespace

const Study sellner = {
    "sellner",
    std::string("J. Sellner, Performance evaluation of image convolution with gradient filters in OpenCL (") +
        original::device + ")",
    single, cases, sellnerVerdicts};

} // namespace study
