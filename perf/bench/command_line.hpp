// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What the programs' command lines have in common: lists of points of the grid, numbers, errors.

#pragma once

#include "../../samples/support.hpp"
#include "../grid.hpp"

#include <opencv2/core/utility.hpp>

#include <functional>

namespace bench
{

using samples::UsageError; // the program ends with exit code 2

//! Reads a command line. What cv::CommandLineParser passes over because it does not know it is an error here.
//! @param read takes the values
//! @returns false where the help text was asked for and printed
//! @throws UsageError
bool readCommandLine(int argc, char** argv, const std::string& keys, const std::string& about,
                     const std::function<void(const cv::CommandLineParser&)>& read);

//! @throws UsageError where the option is no number of that range
int numberOf(const cv::CommandLineParser& parser, const char* option, int least, int most);

std::vector<std::string> split(const std::string& text, char separator);

//! The points of one axis of the grid that a comma list names.
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
            throw UsageError("--" + option + ": '" + word + "' is not one of " + known);
        chosen.push_back(axis[i]);
    }
    return chosen;
}

//! The same for an option of that name, and another list where it was not given.
template<typename T>
std::vector<T> select(const cv::CommandLineParser& parser, const std::string& option, const std::string& otherwise,
                      const std::vector<T>& axis)
{
    const std::string list = parser.get<cv::String>(option);
    return select(option, list.empty() ? otherwise : list, axis);
}

//! Runs a program and says on stderr what it throws.
//! @returns its exit code; 2 for a UsageError, 1 for any other exception
int exitCodeOf(const std::string& program, const std::function<int()>& work);

} // namespace bench
