// SPDX-License-Identifier: Apache-2.0
//
// Options of benchmark and tuner whose values are lists: points of the grid, or image sizes.

#pragma once

#include "programs/command_line.hpp"
#include "grid.hpp"

namespace bench {

using programs::UsageError; // ends the program with exit code 2

std::vector<std::string> split(const std::string& text, char separator);

//! The grid points on one axis that a comma-separated list names.
template<typename T>
std::vector<T> select(const std::string& option, const std::string& list, const std::vector<T>& axis)
{
    if (list == "all")
        return axis;
    std::vector<T> chosen;
    for (const std::string& word : split(list, ','))
    {
        std::string known;
        size_t i = 0;
        for (; i < axis.size() && nameOf(axis[i]) != word; i++)
            known += (i ? ", " : "") + nameOf(axis[i]);
        if (i == axis.size())
            throw programs::UsageError("--" + option + ": '" + word + "' is not one of " + known);
        chosen.push_back(axis[i]);
    }
    return chosen;
}

//! Reads the value of an option likewise, or a default list if the option was not given.
template<typename T>
std::vector<T> select(const cv::CommandLineParser& parser, const std::string& option, const std::string& otherwise,
                      const std::vector<T>& axis)
{
    const std::string list = parser.get<cv::String>(option);
    return select(option, list.empty() ? otherwise : list, axis);
}

//! The image sizes that --sizes names, which need not be on the grid.
std::vector<cv::Size> selectSizes(const cv::CommandLineParser& parser, const std::string& otherwise);

} // namespace bench
