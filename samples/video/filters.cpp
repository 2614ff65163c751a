// SPDX-License-Identifier: Apache-2.0
//
// The filters of the video programs, by name or from a file, and chains of them.

#include "filters.hpp"
#include "text_list.hpp"
#include "programs/coefficients.hpp"
#include "programs/command_line.hpp"

#include <opencv2/core/utils/filesystem.hpp>

#include <algorithm>
#include <fstream>

namespace samples {

namespace {

cv::Mat squareOf(const std::string& coefficients, int side)
{
    return programs::coefficientsOf(coefficients, cv::Size(side, side));
}

//! The picture plus its slope along the diagonal; for 3×3 the well-known -2 -1 0, -1 1 1, 0 1 2.
cv::Mat embossing(int size)
{
    cv::Mat kernel(size, size, CV_32F);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            kernel.at<float>(y, x) = static_cast<float>(x + y - (size - 1));
    const double oneSide = cv::norm(kernel, cv::NORM_L1) / 2;
    kernel *= oneSide > 0 ? 4 / oneSide : 1;
    kernel.at<float>(size / 2, size / 2) += 1;
    return kernel;
}

std::string titled(const std::string& name, cv::Size size)
{
    return name + cv::format(" %dx%d", size.width, size.height);
}

cv::Mat matrixFromRows(const cv::FileNode& rows)
{
    cv::Mat matrix;
    for (const cv::FileNode& row : rows)
    {
        std::vector<double> numbers;
        bool numeric = row.isSeq();
        for (const cv::FileNode& number : row)
            numeric = numeric && (number.isInt() || number.isReal());
        if (numeric)
            row >> numbers;
        if (numbers.empty() || (matrix.cols && matrix.cols != static_cast<int>(numbers.size())))
            throw programs::UsageError("'kernel' is neither a matrix nor a list of rows of the same length");
        matrix.push_back(cv::Mat(1, int(numbers.size()), CV_64F, numbers.data()));
    }
    return matrix;
}

//! Compares the size with the number of values first: OpenCV would allocate whatever size the text states.
cv::Mat matrixFromMap(const cv::FileNode& map)
{
    const cv::FileNode rows = map["rows"], cols = map["cols"], data = map["data"];
    cv::Mat matrix;
    if (rows.isInt() && cols.isInt() && data.isSeq() && int(rows) > 0 && int(cols) > 0 &&
        uint64(int(rows)) * uint64(int(cols)) == data.size())
        map >> matrix;
    return matrix;
}

Filter filterFromStorage(const cv::FileStorage& storage)
{
    Filter filter;
    const cv::FileNode kernel = storage["kernel"], anchor = storage["anchor"], delta = storage["delta"];
    if (kernel.isSeq())
        filter.kernel = matrixFromRows(kernel);
    else if (kernel.isMap())
        filter.kernel = matrixFromMap(kernel);
    if (filter.kernel.empty() || filter.kernel.channels() != 1 || filter.kernel.dims != 2)
        throw programs::UsageError("it has no matrix of one channel named 'kernel'");
    if (!cv::checkRange(filter.kernel))
        throw programs::UsageError("'kernel' contains something other than a finite number");
    if (!anchor.empty() && (!anchor.isSeq() || anchor.size() != 2 || !anchor[0].isInt() || !anchor[1].isInt()))
        throw programs::UsageError("'anchor' is not a list of two whole numbers");
    if (!anchor.empty())
        anchor >> filter.anchor;
    if (filter.anchor.x < -1 || filter.anchor.x >= filter.kernel.cols || filter.anchor.y < -1 ||
        filter.anchor.y >= filter.kernel.rows)
        throw programs::UsageError("'anchor' is outside the kernel");
    if (!delta.empty() && !delta.isInt() && !delta.isReal())
        throw programs::UsageError("'delta' is not a number");
    cv::read(delta, filter.delta, 0.);
    filter.title = titled("kernel", filter.kernel.size());
    return filter;
}

//! Refuses text that OpenCV's parsers cannot be trusted with: they follow null pointers at zero bytes or unusual XML,
//! and take lengths from bytes beyond ASCII.
void checkText(const std::string& text)
{
    for (char c : text)
        if ((c < ' ' && c != '\t' && c != '\n' && c != '\r') || c > '~')
            throw programs::UsageError("it contains bytes that are not ASCII text");
    if (text.compare(0, 5, "%YAML") != 0 && text.compare(0, 1, "{") != 0)
        throw programs::UsageError("it begins with neither %YAML nor, as JSON, a brace");
}

std::string readText(const std::string& file)
{
    const size_t maximum = 1 << 20; // far more than any filter has
    std::ifstream stream(file, std::ios::binary);
    std::string text(maximum + 1, '\0');
    stream.read(&text[0], std::streamsize(text.size()));
    text.resize(size_t(stream.gcount()));
    if (text.empty() || text.size() > maximum)
        throw programs::UsageError(text.empty() ? "it cannot be read, or is empty" : "it is larger than a mebibyte");
    return text;
}

} // namespace

std::string FilterChain::title() const
{
    std::string text;
    for (const Filter& filter : filters)
        text += (text.empty() ? "" : ", ") + filter.title;
    return text;
}

const std::vector<std::string>& filterNames()
{
    static const std::vector<std::string> names = {"blur", "sharpen", "emboss", "edges", "motion"};
    return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

Filter makeFilter(const std::string& name, int size)
{
    const auto sizeOr = [size](int byDefault) { return size > 0 ? size : byDefault; };
    cv::Mat kernel;
    if (name == "blur")
        kernel = squareOf("gaussian", sizeOr(15));
    else if (name == "sharpen")
        kernel = squareOf("sharpen", sizeOr(9));
    else if (name == "emboss")
        kernel = embossing(sizeOr(5));
    else if (name == "motion")
        kernel = squareOf("motion", sizeOr(15));
    else if (name != "edges")
        throw programs::UsageError("unknown filter '" + name + "', see --help");
    return {titled(name, kernel.empty() ? cv::Size(3, 3) : kernel.size()), kernel};
}

std::vector<Filter> makeFilters(const std::string& names, const std::function<Filter(const std::string&)>& make)
{
    std::vector<Filter> filters;
    for (const std::string& name : splitList(names))
    {
        if (name.empty())
            throw programs::UsageError("an empty name in the list of filters '" + names + "'");
        filters.push_back(make(name));
    }
    return filters;
}

Filter readKernelFile(const std::string& file)
{
    if (!cv::utils::fs::exists(file) || cv::utils::fs::isDirectory(file))
        throw programs::UsageError("no such kernel file: " + file);
    try
    {
        return readKernelText(readText(file));
    }
    catch (const programs::UsageError& error)
    {
        throw programs::UsageError("kernel file " + file + ": " + error.what());
    }
}

Filter readKernelText(const std::string& text)
{
    checkText(text);
    try
    {
        return filterFromStorage(cv::FileStorage(text, cv::FileStorage::READ | cv::FileStorage::MEMORY));
    }
    catch (const programs::UsageError&)
    {
        throw;
    }
    catch (const std::exception&) // its message is about OpenCV's own code
    {
        throw programs::UsageError("cv::FileStorage finds no matrix or list of rows 'kernel' in it");
    }
}

} // namespace samples
