// SPDX-License-Identifier: Apache-2.0
//
// clconv_plan_table: generates from the planner the table in perf/results/nvidia-h200/plans.md: which implementation
// runs what on an NVIDIA H200, with which tile and loads.

#include "generated_table.hpp"

#include "programs/coefficients.hpp"
#include "programs/described_devices.hpp"
#include "implementations/implementation.hpp"

namespace {

using namespace cv;
using clconv::Plan;

struct Filter
{
    const char* coefficients;
    int side;
};

//! A parameter of the plan after a word, or nothing if the implementation does not have it.
std::string parameterText(const Plan& plan, const char* before, const char* name, const char* after)
{
    const auto found = plan.params.find(name);
    return found == plan.params.end() ? "" : before + std::to_string(found->second) + after;
}

bool hasOption(const Plan& plan, const char* option)
{
    return plan.options.text().find(std::string("-D ") + option) != std::string::npos;
}

//! How a source row is loaded.
std::string loadText(const Plan& plan, int type)
{
    if (hasOption(plan, "UNALIGNED_LOAD=1") || hasOption(plan, "ALIGNED=0"))
        return ", unaligned";
    if (plan.tile.px > 0)
        return ", " + std::to_string(plan.tile.vec * int(CV_ELEM_SIZE1(type))) + " B";
    return parameterText(plan, ", ", "VEC", " scalars");
}

//! "direct 8x4, 16 B"
std::string planText(Size size, int type, const Filter& filter)
{
    static uchar pixels;
    const Mat image(size, type, &pixels);
    const Mat kernel = programs::coefficientsOf(filter.coefficients, Size(filter.side, filter.side));
    const Plan plan = programs::planOn(::programs::devices::h200(), image, kernel, BORDER_REFLECT_101);
    if (!plan.impl)
        return "CPU";
    const std::string px = parameterText(plan, " ", "PX", "×");
    return plan.impl->name + px + parameterText(plan, px.empty() ? " " : "", "ROWS", px.empty() ? " rows" : "") +
           parameterText(plan, " ", "SEGMENT", " pixels") + (hasOption(plan, "SPARSE=1") ? ", sparse" : "") +
           loadText(plan, type);
}

std::string tableText()
{
    static const int types[] = {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_32FC1, CV_32FC4};
    static const char* const typeNames[] = {"8UC1", "8UC3", "8UC4", "16UC1", "32FC1", "32FC4"};
    static const Filter filters[] = {{"random", 3}, {"random", 9}, {"random", 15}, {"gaussian", 15}};
    static const Size sizes[] = {{640, 480}, {641, 480}, {1920, 1080}, {1921, 1080}, {7680, 4320}, {7681, 4320}};
    std::string text = "| type | filter |";
    for (const Size& size : sizes)
        text += " " + std::to_string(size.width) + "×" + std::to_string(size.height) + " |";
    text += "\n|---|---|---|---|---|---|---|---|\n";
    for (int type = 0; type < 6; type++)
        for (const Filter& filter : filters)
        {
            const std::string side = std::to_string(filter.side);
            text += std::string("| ") + typeNames[type] + " | " + filter.coefficients + " " + side + "×" + side + " |";
            for (const Size& size : sizes)
                text += " " + planText(size, types[type], filter) + " |";
            text += "\n";
        }
    return text;
}

} // namespace

int main(int argc, char** argv)
{
    return clconv_test::runTableProgram(argc, argv, "clconv_plan_table", "implementations that run on an NVIDIA H200",
                                        {{"plans", tableText}});
}
