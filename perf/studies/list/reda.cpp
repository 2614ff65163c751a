// SPDX-License-Identifier: Apache-2.0
//
// K. Reda, "A study of OpenCL image convolution optimization": RGBA floats, from scalars to float4 to local memory.

#include "../steps/kernel_step.hpp"
#include "study.hpp"
#include "../../common/grid.hpp"

namespace study {
namespace {

const std::string naive = "naive", constant = "constant", float4 = "float4", unrolled = "float4, unrolled",
                  small = "local 8x8", large = "local 16x16", largeUnrolled = "local 16x16, unrolled";

KernelSettings localMemory(int group, Unroll unroll)
{
    KernelSettings settings;
    settings.perChannel = true;
    settings.fill = Fill::Loops;
    settings.group = cv::Size(group, group);
    settings.unroll = unroll;
    return settings;
}

std::vector<Step> steps()
{
    KernelSettings scalars, vectors, asArguments, fullyUnrolled;
    vectors.perChannel = true; // a coefficient for each channel
    scalars = asArguments = fullyUnrolled = vectors;
    scalars.scalarChannels = true;
    KernelSettings globals = scalars;
    globals.memory = Memory::Global;
    asArguments.sizeIsData = true;
    fullyUnrolled.unroll = Unroll::Full;
    return withUserSteps({
        kernelStep(naive, "1", globals),
        kernelStep(constant, "0.7 of the naive time, at every size", scalars),
        kernelStep(float4, "5 times faster than constant, 7 times than naive", vectors),
        kernelStep("float4, sizes as arguments", "(all other steps have them as #defines)", asArguments),
        kernelStep(unrolled, "wins at 3x3 only, for larger filters about twice as slow", fullyUnrolled),
        kernelStep(small, "groups of 8x8", localMemory(8, Unroll::None)),
        kernelStep(large, "35 % of the float4 time", localMemory(16, Unroll::None)),
        kernelStep(largeUnrolled, "worse again, up to 3 times", localMemory(16, Unroll::Full)),
    });
}

std::vector<Case> cases(Scale scale)
{
    const std::vector<int> full = {512, 1024, 2048}, quick = {64, 128, 256}, tiny = {37};
    const std::vector<int> all = {3, 5, 7, 9, 11, 13, 15}, some = {3, 7, 15}, few = {3, 15}; // builds take long
    std::vector<Case> list;
    for (int side : scale == Scale::Full ? full : scale == Scale::Quick ? quick : tiny)
        for (int width : scale == Scale::Full ? all : scale == Scale::Quick ? some : few)
        {
            const auto make = [=]
            { return interiorOf(cv::Size(side, side), CV_32FC4, bench::makeKernel("random", width)); };
            list.push_back({cv::format("%dx%d", side, side), filterName(width), make, steps()});
        }
    return list;
}

//! The naive time ÷ the time of the fastest of the study's own steps.
std::vector<double> totals(const Rows& rows, const Rows::Condition& where)
{
    std::vector<double> found;
    for (const Row& row : rows.list())
    {
        if (row.step != naive || !where(row))
            continue;
        double best = 0;
        for (const Row& other : rows.list())
            if (other.clock == Clock::Device && other.size == row.size && other.filter == row.filter)
                best = std::max(best, other.ratio());
        if (best > 0)
            found.push_back(best);
    }
    return found;
}

//! A claim about the total speed-up: the naive time ÷ the fastest.
struct Total
{
    std::string size;
    int minWidth, maxWidth;
    double times;
};

const Total claimedTotals[] = {{"512x512", 3, 15, 25},
                               {"1024x1024", 3, 3, 60},
                               {"1024x1024", 15, 15, 44},
                               {"2048x2048", 3, 3, 55},
                               {"2048x2048", 11, 11, 50}};

Verdict verdictOn(const Total& claim, const Rows& rows)
{
    const auto inWidth = widthIn(claim.minWidth, claim.maxWidth);
    const auto ratios = totals(rows, [&](const Row& row) { return row.size == claim.size && inWidth(row); });
    const std::string filter = claim.minWidth < claim.maxWidth ? "" : ", " + filterName(claim.minWidth);
    return about(cv::format("all steps together %g times, %s%s", claim.times, claim.size.c_str(), filter.c_str()),
                 claim.times, ratios);
}

std::vector<Verdict> verdicts(const Rows& rows)
{
    const int maxWidth = 1000;
    const auto oneSize = [](const std::string& size) { return [=](const Row& row) { return row.size == size; }; };
    std::vector<Verdict> list;
    for (const std::string& size : rows.sizes())
        list.push_back(about("constant memory takes 0.7 of the naive time, " + size, 0.7,
                             rows.ratios(constant, naive, oneSize(size))));
    list.push_back(about("float4 is 5 times faster than constant", 5, rows.ratios(constant, float4)));
    list.push_back(about("float4 is 7 times faster than naive", 7, rows.ratios(naive, float4)));
    const auto atThree = rows.ratios(unrolled, float4, widthIn(3, 3));
    list.push_back(whether("unrolling wins at 3x3 (time over float4's)", bench::geometricMean(atThree) < 1, atThree));
    list.push_back(about("unrolling takes twice as long for larger filters", 2,
                         rows.ratios(unrolled, float4, widthIn(4, maxWidth))));
    list.push_back(about("local memory, 16x16, takes 35 % of the float4 time", 0.35, rows.ratios(large, float4)));
    const auto worse = rows.ratios(largeUnrolled, large);
    list.push_back(
        whether("unrolling makes local memory slower, up to 3 times", bench::geometricMean(worse) > 1, worse));
    for (const Total& claim : claimedTotals)
        list.push_back(verdictOn(claim, rows));
    return list;
}

} // namespace

const Study reda = {"reda", "K. Reda, A study of OpenCL image convolution optimization (GeForce 9600M GT)", naive,
                    cases, verdicts};

} // namespace study
