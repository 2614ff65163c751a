// SPDX-License-Identifier: Apache-2.0
//
// Comma-separated lists.

#include "command_line.hpp"

#include <sstream>

namespace bench {

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);)
        parts.push_back(part);
    if (!text.empty() && text.back() == separator)
        parts.push_back("");
    return parts;
}

std::vector<cv::Size> selectSizes(const cv::CommandLineParser& parser, const std::string& otherwise)
{
    const std::string given = parser.get<cv::String>("sizes"), list = given.empty() ? otherwise : given;
    if (list == "all")
        return gridSizes();
    std::vector<cv::Size> sizes;
    for (const std::string& word : split(list, ','))
        sizes.push_back(programs::sizeFromText(word, "--sizes:", 32768));
    return sizes;
}

} // namespace bench
