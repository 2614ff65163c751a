// SPDX-License-Identifier: Apache-2.0
//
// clconv_parameter_table: generates the table of parameters in kernels/README.md from their declarations
// (implementations/parameters.cpp) and the implementations' lists, and the table of condition quantities in
// modules/clconv/src/tuning/README.md from their declarations (conditions.cpp).

#include "generated_table.hpp"
#include "implementations/implementation.hpp"
#include "implementations/parameters.hpp"

#include <climits>

namespace {

using namespace cv;
using clconv::Implementation;
using clconv::Parameter;

//! The range from the smallest to the largest value that any implementation allows.
std::string rangeText(const std::string& parameter)
{
    int min = INT_MAX, max = INT_MIN;
    for (const auto& owner : clconv::knownParameters())
        if (const clconv::ParamSpec* spec = clconv::specsOf(owner.first).find(parameter))
            min = std::min(min, spec->min), max = std::max(max, spec->max);
    return max == INT_MAX ? "from " + std::to_string(min) : std::to_string(min) + ".." + std::to_string(max);
}

//! The implementations that have the parameter, in the order of the list.
std::string ownersText(const std::string& parameter)
{
    std::string text;
    for (const Implementation* impl : clconv::allImplementations())
        if (impl->parameters.find(parameter))
            text += (text.empty() ? "`" : ", `") + std::string(impl->name) + "`";
    for (const auto& owner : clconv::knownParameters()) // for names that are not implementations
        if (!clconv::implementationOf(owner.first) && owner.second.count(parameter) != 0)
            text += (text.empty() ? "`" : ", `") + owner.first + "`";
    return text;
}

std::string parametersText()
{
    std::string text = "| parameter | range | meaning | implementations |\n|---|---|---|---|\n";
    for (const Parameter& parameter : clconv::parameters())
        text += "| `" + std::string(parameter.name) + "` | " + rangeText(parameter.name) + " | " +
                (clconv::isPlanning(parameter.name) ? "planning: " : "") + parameter.meaning + " | " +
                ownersText(parameter.name) + " |\n";
    return text;
}

std::string quantitiesText()
{
    std::string text = "| quantity | meaning | known |\n|---|---|---|\n";
    for (const clconv::Quantity& quantity : clconv::quantities())
        text += "| `" + std::string(quantity.name) + "` | " + quantity.meaning + " | " +
                (quantity.value ? "before planning" : "while planning") + " |\n";
    return text;
}

} // namespace

int main(int argc, char** argv)
{
    return clconv_test::runTableProgram(argc, argv, "clconv_parameter_table",
                                        "parameters of the implementations, and quantities of conditions",
                                        {{"parameters", parametersText}, {"quantities", quantitiesText}});
}
