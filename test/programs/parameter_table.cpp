// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// clconv_parameter_table: the table of parameters in kernels/README.md, made from their declarations
// (implementations/parameters.cpp) and the implementations' lists of names.

#include "../../samples/common/support.hpp"
#include "implementations/implementation.hpp"
#include "implementations/parameters.hpp"

#include <climits>
#include <fstream>
#include <iostream>
#include <sstream>

namespace
{

using namespace cv;
using clconv::Implementation;
using clconv::Parameter;

const char* const keys = "{help h||this text}"
                         "{check||file whose table must be that of the declarations}"
                         "{update||file whose table is written anew}";

// The lines around the table in the file.
const std::string first = "<!-- parameters: written by clconv_parameter_table --update=kernels/README.md -->\n";
const std::string last = "<!-- end of parameters -->\n";

std::string rangeText(const Parameter& parameter)
{
    const std::string minimum = std::to_string(parameter.min);
    return parameter.max == INT_MAX ? "from " + minimum : minimum + ".." + std::to_string(parameter.max);
}

//! The implementations that have the parameter, in the order of the lists.
std::string ownersText(const std::string& parameter)
{
    std::string text;
    for (const auto* list : {&clconv::implementations(), &clconv::bankImplementations()})
        for (const Implementation* impl : *list)
            if (clconv::knownParameters().at(impl->name).count(parameter) != 0)
                text += (text.empty() ? "`" : ", `") + std::string(impl->name) + "`";
    return text;
}

std::string tableText()
{
    std::string text = "| parameter | range | meaning | implementations |\n|---|---|---|---|\n";
    for (const Parameter& parameter : clconv::parameters())
        text += "| `" + std::string(parameter.name) + "` | " + rangeText(parameter) + " | " +
                (parameter.planning ? "planning: " : "") + parameter.meaning + " | " + ownersText(parameter.name) +
                " |\n";
    return text;
}

std::string contentOf(const std::string& name)
{
    std::ifstream file(name, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        throw ::samples::UsageError(name + " cannot be read");
    return text.str();
}

//! The file's text with the table of the declarations.
std::string updated(const std::string& name, const std::string& text)
{
    const size_t begin = text.find(first), end = text.find(last);
    if (begin == std::string::npos || end == std::string::npos || end < begin)
        throw ::samples::UsageError(name + " has no lines\n" + first + last);
    return text.substr(0, begin + first.size()) + tableText() + text.substr(end);
}

bool check(const std::string& name)
{
    const std::string text = contentOf(name);
    if (updated(name, text) == text)
        return true;
    std::cout << name << " does not have the table of implementations/parameters.cpp:\n"
              << "  clconv_parameter_table --update=" << name << std::endl;
    return false;
}

void update(const std::string& name)
{
    const std::string text = updated(name, contentOf(name));
    std::ofstream file(name, std::ios::binary);
    if (!(file << text).flush())
        throw ::samples::UsageError(name + " cannot be written");
}

int parameterTable(int argc, char** argv)
{
    std::string checked, written;
    const auto read = [&](const CommandLineParser& parser)
    { checked = parser.get<cv::String>("check"), written = parser.get<cv::String>("update"); };
    if (!::samples::readCommandLine(argc, argv, keys, "clconv_parameter_table: parameters of the implementations", 0,
                                    read))
        return 0;
    if (checked.empty() && written.empty())
        std::cout << tableText();
    if (!written.empty())
        update(written);
    return checked.empty() || check(checked) ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    return ::samples::runProgram("clconv_parameter_table", [&] { return parameterTable(argc, argv); });
}
