// SPDX-License-Identifier: Apache-2.0
//
// Reading and checking the options of filters.

#include "filter_options.hpp"
#include "programs/command_line.hpp"

namespace samples {

const char* const filterKeys =
    "{kernel ||a YAML or JSON file in place of --filter: 'kernel' (a matrix or a list of rows), 'anchor', 'delta'}"
    "{size   |0|size of the kernel; 0: the filter's default. edges is always 3x3}"
    "{border |reflect101|constant, replicate, reflect, reflect101 or wrap}";

std::vector<FilterChain> readChains(const cv::CommandLineParser& parser, const std::vector<std::string>& lists)
{
    const std::string kernelFile = parser.get<cv::String>("kernel");
    if (!kernelFile.empty() && !parser.get<cv::String>("filter").empty())
        throw programs::UsageError("--filter and --kernel exclude each other");
    const int size = programs::wholeNumber(parser, "size", 0, 255);
    if (size && !kernelFile.empty())
        throw programs::UsageError("--size is for --filter; a kernel file has its own size");
    const int border = programs::borderFromName(parser.get<cv::String>("border"));
    if (!kernelFile.empty())
        return {{{readKernelFile(kernelFile)}, border}};
    std::vector<FilterChain> chains;
    for (const std::string& list : lists)
        chains.push_back(
            {makeFilters(list, [size](const std::string& name) { return makeFilter(name, size); }), border});
    return chains;
}

void refuseWrapOnMats(const FilterChain& chain)
{
    if (chain.border == cv::BORDER_WRAP)
        throw programs::UsageError("cv::filter2D on a Mat has no border 'wrap': use --engine=clconv or --engine=stock");
}

} // namespace samples
