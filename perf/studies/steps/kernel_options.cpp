// SPDX-License-Identifier: Apache-2.0
//
// Converts settings to the build options of kernels/study.cl.

#include "kernel_step.hpp"
#include "problem/build_options.hpp"
#include "problem/problem.hpp"

namespace study {
namespace {

//! The taps as text for the option SPECIALIZED_TAPS, without those that are zero in all filters.
std::string specializedTaps(const KernelSettings& settings, const Workload& work, size_t filter)
{
    const cv::Mat &first = work.filters[filter], &second = work.filters.back();
    std::string text;
    for (int j = 0; j < first.rows; j++)
        for (int i = 0; i < first.cols; i++)
        {
            const float a = first.at<float>(j, i), b = settings.together ? second.at<float>(j, i) : 0.f;
            if (a != 0 || b != 0)
                text += cv::format("CONSTANT_TAP(%d,%d,%.8ef,%.8ef)", i, j, a, b);
        }
    return text;
}

void defineTaps(const KernelSettings& settings, const Workload& work, size_t filter, cv::clconv::BuildOptions& options)
{
    options.define(settings.memory == Memory::Constant ? "COEFFICIENTS_CONSTANT" : "COEFFICIENTS_GLOBAL", 1)
        .define("UNROLL_MODE", int(settings.unroll))
        .define("FILTERS", settings.together ? 2 : 1)
        .define("CHANNEL_COEFFICIENTS", settings.perChannel)
        .define("SCALAR_CHANNELS", settings.scalarChannels)
        .define("SIZE_IS_DATA", settings.sizeIsData);
    if (settings.memory == Memory::Specialized)
        options.define("SPECIALIZED_TAPS", specializedTaps(settings, work, filter));
    if (settings.unroll == Unroll::By4Known)
        options.define("COLS_MOD_4", work.width() % 4);
    if (!settings.sizeIsData)
        options.define("FILTER_COLS", work.width()).define("FILTER_ROWS", work.width());
}

} // namespace

std::string buildOptions(const KernelSettings& settings, const Workload& work, size_t filter)
{
    const bool floats = CV_MAT_DEPTH(work.type()) == CV_32F;
    const std::string element = cv::clconv::typeName(CV_MAT_DEPTH(work.type()));
    cv::clconv::BuildOptions options;
    options.define("SRC_T", element)
        .define("DST_T", element)
        .define("DST_ROUNDS", !floats)
        .define("CN", CV_MAT_CN(work.type()))
        .define("BORDER", work.border)
        .define("INTERIOR_ONLY", work.interiorOnly)
        .define("SOURCE_KIND", int(settings.source))
        .define("READ_PIXEL", floats ? "read_imagef" : "read_imageui")
        .define("FILL_MODE", int(settings.fill))
        .define("DYNAMIC_TILE", settings.dynamicTile)
        .define("NO_REQD_GROUP_SIZE", settings.group.empty());
    if (!settings.group.empty())
        options.define("WG_X", settings.group.width).define("WG_Y", settings.group.height);
    defineTaps(settings, work, filter, options);
    return options.text();
}

cv::Size tileSize(const KernelSettings& settings, int width)
{
    const cv::Size tile(settings.group.width + width - 1, settings.group.height + width - 1);
    return settings.fill == Fill::Vectors ? cv::Size((tile.width + 3) / 4 * 4, tile.height) : tile;
}

} // namespace study
