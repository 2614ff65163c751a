// SPDX-License-Identifier: Apache-2.0
//
// cpu_box: sums and averages of all pixels under a box, on CPU devices. Plans kernels/cpu/cpu_box.cl.

#include "implementations/cpu/line_buffer.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {
namespace {

//! Lanes of the widest vectors.
const int widest = *(std::end(device_constants::vectorWidths) - 1);

constexpr ParamSpec specs[] = {{"PX", oneOf(4, 8, 16)},
                               {"BLOCK", 16, 8192, generic(2048)},
                               {"STEPS", 1, 1024},
                               {"MIN_TAPS", 0, INT_MAX, generic(0)}};

//! column sums, their peaks, a line, the sums of a row, and indices of outside columns
size_t privateScalars(const Problem& problem, const Params& params)
{
    const size_t groups = 17; // and 2 vectors: COLUMNS
    return 5 * (size_t(params.at("BLOCK")) + haloScalars(problem) + groups * size_t(problem.channels) +
                2 * size_t(params.at("PX")));
}

//! The kernel goes down by one row at a time.
Params withOneRow(Params params)
{
    params["ROWS"] = 1;
    return params;
}

//! Rows of a work-item: about as many as the filter has. First adding up that many takes a quarter of its time.
int decideSteps(const Problem& problem)
{
    const int fewest = 64, most = 1024;
    int steps = fewest;
    while (2 * steps <= std::min(most, problem.filterSize.height))
        steps *= 2;
    return steps;
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    lookup.decide("PX", vectorLanes(problem, traits));
    lookup.decide("STEPS", decideSteps(problem));
}

std::string unsupported(const Problem& problem, const DeviceTraits&, const Params& params)
{
    if (!problem.box)
        return "the filter is not a box, whose taps are all 1";
    if (problem.srcDepth > CV_32F || (problem.srcDepth == CV_32F && !problem.doubleSums))
        return "sums that are added to and subtracted from would lose bits";
    return blockUnsupported(problem, withOneRow(params), 1, privateScalars);
}

std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    return problem.taps() < params.at("MIN_TAPS") ? "so few pixels are added up faster one by one" : "";
}

//! Whether the sum of all pixels under the box, of the largest that the source can have, is an int.
bool sumsFitInt(const Problem& problem)
{
    const size_t bits = CHAR_BIT * problem.srcElemSize();
    return problem.srcDepth <= CV_16S && problem.taps() <= INT_MAX >> bits;
}

//! Lanes of the vectors of a row's sums.
int lineLanes(const Problem& problem, const Params& params)
{
    const int px = params.at("PX");
    return sumsFitInt(problem) ? std::min(widest, px * int(problem.accSize() / sizeof(int))) : px;
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu_box";
    plan.layout = CoefficientKind::Factors;
    plan.options.define("ROWS", 1).define("FRESH_SUMS", problem.srcDepth == CV_32F);
    if (sumsFitInt(problem))
        plan.options.define("LINE_T", "int").define("LINE_PX", lineLanes(problem, params));
    configureBlock(problem, withOneRow(params), plan);
}

//! Two additions for the columns. Along the row, one for each power of two in the width of a narrow filter or of a
//! group of columns; a group takes two more for integers, and three for floats (cpu_box.cl).
MultiplyAdds multiplyAdds(const Problem& problem, const Params& params)
{
    const int group = lineLanes(problem, params) < widest ? widest / 2 : widest;
    const bool floats = problem.srcDepth == CV_32F;
    const double moved = 2, joined = 3;
    int width = problem.filterSize.width;
    double sums = 2;
    if (width >= (floats ? 2 * group : group))
    {
        sums += floats ? joined : moved;
        width = group + (floats ? width % group : 0);
    }
    for (; width > 1; width /= 2)
        sums += 1 + width % 2;
    return MultiplyAdds(sums);
}

} // namespace

extern const Implementation cpuBoxImplementation = {
    "cpu_box",    &ocl::clconv::cpu_box_oclsrc,       specs, decide, unsupported, unprofitable, configure,
    multiplyAdds, TakesImages | TakesStages | ForCpus};

}} // namespace cv::clconv
