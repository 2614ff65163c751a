// SPDX-License-Identifier: Apache-2.0
//
// What the properties of the element `clconv` describe: a filter by its name, from text or from a file.

#include "settings.hpp"
#include "samples/common/coefficients.hpp"
#include "samples/common/support.hpp"

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>

namespace samples {
namespace {

//! Independent of the program's locale, which may have a decimal comma.
double numberFromText(const std::string& word)
{
    std::istringstream stream(word);
    stream.imbue(std::locale::classic());
    double number = 0;
    stream >> number;
    if (!stream || stream.peek() != std::istringstream::traits_type::eof() || !std::isfinite(number))
        throw UsageError("kernel: '" + word + "' is not a finite number");
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

} // namespace

const std::vector<NamedFilter>& namedFilters()
{
    static const std::vector<NamedFilter> filters = []
    {
        std::vector<NamedFilter> all;
        for (const std::string& name : filterNames())
            all.push_back({name, makeFilter(name, 0).title});
        for (const CoefficientKind& kind : coefficientKinds())
            if (!contains(filterNames(), kind.name))
                all.push_back({kind.name, kind.formula});
        return all;
    }();
    return filters;
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
            throw UsageError("kernel: row " + std::to_string(kernel.rows + 1) + " has " + std::to_string(row.size()) +
                             " numbers, the rows above have " + std::to_string(kernel.cols));
        kernel.push_back(cv::Mat(row).reshape(1, 1));
    }
    if (kernel.empty())
        throw UsageError("kernel: there is no number in it");
    return kernel;
}

Filter filterFrom(const FilterSettings& settings)
{
    if (settings.from == FilterSettings::From::File)
        return readKernelFile(settings.file);
    if (settings.from == FilterSettings::From::Text)
    {
        LinearFilter linear;
        linear.kernel = kernelFromText(settings.text);
        return {"kernel", {linear}};
    }
    if (contains(filterNames(), settings.name))
        return makeFilter(settings.name, settings.size);
    LinearFilter linear;
    const int side = settings.size > 0 ? settings.size : defaultCoefficientSide;
    linear.kernel = coefficientsOf(settings.name, cv::Size(side, side));
    return {settings.name, {linear}};
}

} // namespace samples
