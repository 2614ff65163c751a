// SPDX-License-Identifier: Apache-2.0
//
// The filters that the properties of the element `clconv`, or the parameters of the frei0r plugin, describe: filters by
// name, or one from text or from a file.

#include "settings.hpp"
#include "programs/coefficients.hpp"
#include "programs/command_line.hpp"

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>

namespace samples {
namespace {

//! Parses a number independently of the program's locale, which may use a decimal comma.
double numberFromText(const std::string& word)
{
    std::istringstream stream(word);
    stream.imbue(std::locale::classic());
    double number = 0;
    stream >> number;
    if (!stream || stream.peek() != std::istringstream::traits_type::eof() || !std::isfinite(number))
        throw programs::UsageError("kernel: '" + word + "' is not a finite number");
    return number;
}

std::vector<double> rowFromText(std::string text)
{
    std::replace(text.begin(), text.end(), ',', ' ');
    std::istringstream words(text);
    std::vector<double> row;
    for (std::string word; words >> word;)
        row.push_back(numberFromText(word));
    return row;
}

Filter namedFilter(const std::string& name, int size)
{
    if (contains(filterNames(), name))
        return makeFilter(name, size);
    if (!contains(settingsNames(), name))
        throw programs::UsageError("unknown filter '" + name + "', see the description of 'filter'");
    const int side = size > 0 ? size : defaultCoefficientSide;
    return {name, programs::coefficientsOf(name, cv::Size(side, side))};
}

std::vector<Filter> filtersFrom(const FilterSettings& settings)
{
    switch (settings.from)
    {
    case FilterSettings::From::File: return {readKernelFile(settings.file)};
    case FilterSettings::From::Text: return {{"kernel", kernelFromText(settings.text)}};
    default:
        return makeFilters(settings.names, [&](const std::string& name) { return namedFilter(name, settings.size); });
    }
}

} // namespace

std::vector<std::string> settingsNames()
{
    std::vector<std::string> names = filterNames();
    for (const programs::CoefficientKind& kind : programs::coefficientKinds())
        if (!contains(filterNames(), kind.name))
            names.push_back(kind.name);
    return names;
}

cv::Mat kernelFromText(const std::string& text)
{
    std::string lines = text;
    std::replace(lines.begin(), lines.end(), ';', '\n');
    std::istringstream stream(lines);
    cv::Mat kernel;
    for (std::string line; std::getline(stream, line);)
    {
        const std::vector<double> row = rowFromText(line);
        if (row.empty())
            continue;
        if (!kernel.empty() && kernel.cols != int(row.size()))
            throw programs::UsageError("kernel: row " + std::to_string(kernel.rows + 1) + " has " +
                                       std::to_string(row.size()) + " numbers, the rows above have " +
                                       std::to_string(kernel.cols));
        kernel.push_back(cv::Mat(row).reshape(1, 1));
    }
    if (kernel.empty())
        throw programs::UsageError("kernel: there is no number in it");
    return kernel;
}

FilterChain chainFrom(const FilterSettings& settings)
{
    return {filtersFrom(settings), settings.border};
}

} // namespace samples
