// SPDX-License-Identifier: Apache-2.0
//
// Build options of a program.

#include "problem/build_options.hpp"
#include "problem/fusion.hpp"
#include "problem/problem.hpp"

namespace cv { namespace clconv {

BuildOptions& BuildOptions::define(const std::string& name, int value)
{
    return define(name, std::to_string(value));
}

BuildOptions& BuildOptions::define(const std::string& name, const std::string& value)
{
    const bool added = defines_.insert(std::make_pair(name, value)).second;
    CV_Assert(added && "a build option is given twice");
    return *this;
}

BuildOptions& BuildOptions::flag(const std::string& option)
{
    flags_.insert(option);
    return *this;
}

std::string BuildOptions::text() const
{
    std::string text;
    for (const auto& define : defines_)
        text += (text.empty() ? "-D " : " -D ") + define.first + "=" + define.second;
    for (const std::string& flag : flags_)
        text += (text.empty() ? "" : " ") + flag;
    return text;
}

std::string typeName(int depth)
{
    static const char* const names[] = {"uchar", "char", "ushort", "short", "int", "float", "double", "binary16"};
    return isKnownDepth(depth) ? names[depth] : "";
}

BuildOptions commonOptions(const Problem& problem)
{
    BuildOptions options;
    options.define("SRC_T", typeName(problem.srcDepth))
        .define("DST_T", typeName(problem.dstDepth))
        .define("ACC_T", typeName(problem.accDepth()))
        .define("DST_ROUNDS", problem.dstDepth < CV_32F ? 1 : 0);
    if (problem.srcDepth == CV_16F)
        options.define("SRC_BINARY16", 1);
    if (problem.dstDepth == CV_16F)
        options.define("DST_BINARY16", 1);
    if (problem.accDepth() == CV_64F)
        options.define("USE_FP64", 1);
    if (problem.wideIndex)
        options.define("WIDE_INDEX", 1);
    return options;
}

void defineCall(const Problem& problem, BuildOptions& options)
{
    options.define("CN", problem.chain ? problem.chain->channels : problem.channels);
    if (problem.channelFilters)
        options.define("CHANNEL_FILTERS", 1);
    if (isDown(problem.rounding))
        options.define("DST_FLOORS", 1);
    if (isAverage(problem.rounding))
        options.define("DST_AVERAGES", problem.srcDepth > CV_32S ? 2 : 1);
}

}} // namespace cv::clconv
