// SPDX-License-Identifier: Apache-2.0
//
// Reading and checking the options of filters.

#include "filter_options.hpp"
#include "../common/support.hpp"

namespace samples {

const char* const filterKeys =
    "{kernel ||a YAML or JSON file in place of --filter: 'kernel' (a matrix or a list of rows), 'anchor', 'delta'}"
    "{size   |0|size of the kernel; 0: the filter's default. edges is always 3x3}"
    "{border |reflect101|constant, replicate, reflect, reflect101 or wrap}";

FilterChoice readFilterChoice(const cv::CommandLineParser& parser, const std::vector<std::string>& names)
{
    FilterChoice choice;
    choice.kernelFile = parser.get<cv::String>("kernel");
    if (!choice.kernelFile.empty() && !parser.get<cv::String>("filter").empty())
        throw UsageError("--filter and --kernel exclude each other");
    if (choice.kernelFile.empty())
        choice.names = names;
    for (const std::string& name : choice.names)
        if (!contains(filterNames(), name))
            throw UsageError("unknown filter '" + name + "', see --help");
    choice.kernelSize = wholeNumber(parser, "size", 0, 255);
    if (choice.kernelSize && !choice.kernelFile.empty())
        throw UsageError("--size is for --filter; a kernel file has its own size");
    choice.border = borderFromName(parser.get<cv::String>("border"));
    return choice;
}

std::vector<Filter> makeFilters(const FilterChoice& choice)
{
    std::vector<Filter> filters;
    for (const std::string& name : choice.names)
        filters.push_back(makeFilter(name, choice.kernelSize));
    if (!choice.kernelFile.empty())
        filters.push_back(readKernelFile(choice.kernelFile));
    return filters;
}

} // namespace samples
