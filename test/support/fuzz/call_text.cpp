// SPDX-License-Identifier: Apache-2.0
//
// The fields of a FilterCase, `name=value` separated by blanks.

#include "call_text.hpp"

#include "../lists.hpp"

#include <cstdlib>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

namespace clconv_test {

using namespace cv;

namespace {

std::string exact(double value)
{
    return format("%.17g", value);
}

std::string text(const Mat& matrix)
{
    Mat numbers;
    matrix.convertTo(numbers, CV_64F);
    std::string line = std::string(depthToString(matrix.depth()) + 3) + ":" + format("%dx%d", matrix.cols, matrix.rows);
    for (int i = 0; i < int(numbers.total()); i++)
        line += (i ? "," : ":") + exact(numbers.at<double>(i / matrix.cols, i % matrix.cols));
    return line;
}

std::string text(Size size)
{
    return format("%dx%d", size.width, size.height);
}

std::string text(Point point)
{
    return format("%d,%d", point.x, point.y);
}

//! Numbers separated by single characters.
std::vector<double> numbersOf(const std::string& value, size_t count)
{
    std::vector<double> numbers;
    const char* at = value.c_str();
    for (char* end = nullptr; *at && numbers.size() < count; at = *end ? end + 1 : end)
    {
        numbers.push_back(std::strtod(at, &end));
        if (end == at)
            throw std::runtime_error("no number: " + value);
    }
    if (numbers.size() != count || *at)
        throw std::runtime_error(value + " is not " + std::to_string(count) + " numbers");
    return numbers;
}

int depthOf(const std::string& name)
{
    for (int depth : depths())
        if (name == depthToString(depth) + 3)
            return depth;
    throw std::runtime_error("no depth: " + name);
}

int typeOf(const std::string& name)
{
    const size_t c = name.find('C');
    return CV_MAKETYPE(depthOf(name.substr(0, c)), int(numbersOf(name.substr(c + 1), 1)[0]));
}

int borderOf(const std::string& name)
{
    const size_t plus = name.find('+');
    for (int border : borderTypes())
        if (borderName(border) == name.substr(0, plus))
            return plus == std::string::npos ? border : border | int(BORDER_ISOLATED);
    throw std::runtime_error("no border: " + name);
}

Size sizeOf(const std::string& value)
{
    std::vector<double> numbers = numbersOf(value, 2);
    return Size(int(numbers[0]), int(numbers[1]));
}

Point pointOf(const std::string& value)
{
    const Size size = sizeOf(value);
    return Point(size.width, size.height);
}

Mat matrixOf(const std::string& value)
{
    const size_t first = value.find(':'), second = value.find(':', first + 1);
    if (second == std::string::npos)
        throw std::runtime_error("no matrix: " + value);
    const Size size = sizeOf(value.substr(first + 1, second - first - 1));
    std::vector<double> numbers = numbersOf(value.substr(second + 1), size_t(size.area()));
    Mat matrix;
    Mat(size, CV_64F, numbers.data()).convertTo(matrix, depthOf(value.substr(0, first)));
    return matrix;
}

typedef std::function<void(FilterCase&, const std::string&)> Reader;

const std::map<std::string, Reader>& readers()
{
    typedef FilterCase F;
    typedef const std::string& V;
    static const std::map<std::string, Reader> all = {
        {"src", [](F& f, V v) { f.srcType = typeOf(v); }},
        {"ddepth", [](F& f, V v) { f.ddepth = depthOf(v); }},
        {"size", [](F& f, V v) { f.size = sizeOf(v); }},
        {"kernel", [](F& f, V v) { f.kernel = matrixOf(v); }},
        {"kernelY", [](F& f, V v) { f.kernelY = matrixOf(v); }},
        {"other", [](F& f, V v) { f.otherKernels.push_back(matrixOf(v)); }},
        {"batch", [](F& f, V v) { f.batch = v == "1"; }},
        {"prepared", [](F& f, V v) { f.prepared = v == "1"; }},
        {"kernelIsUMat", [](F& f, V v) { f.kernelIsUMat = v == "1"; }},
        {"kernelMemory", [](F& f, V v) { f.kernelMemory = KernelMemory(int(numbersOf(v, 1)[0])); }},
        {"kernelOrigin", [](F& f, V v) { f.kernelOrigin = pointOf(v); }},
        {"anchor", [](F& f, V v) { f.anchor = pointOf(v); }},
        {"delta", [](F& f, V v) { f.delta = numbersOf(v, 1)[0]; }},
        {"border", [](F& f, V v) { f.border = borderOf(v); }},
        {"srcParent", [](F& f, V v) { f.srcParent = sizeOf(v); }},
        {"srcOrigin", [](F& f, V v) { f.srcOrigin = pointOf(v); }},
        {"dstParent", [](F& f, V v) { f.dstParent = sizeOf(v); }},
        {"dstOrigin", [](F& f, V v) { f.dstOrigin = pointOf(v); }},
        {"placement", [](F& f, V v) { f.placement = Placement(int(numbersOf(v, 1)[0])); }},
        {"srcIsMat", [](F& f, V v) { f.srcIsMat = v == "1"; }},
        {"srcOnHost", [](F& f, V v) { f.srcOnHost = v == "1"; }},
        {"dstOnHost", [](F& f, V v) { f.dstOnHost = v == "1"; }},
        {"dstIsMat", [](F& f, V v) { f.dstIsMat = v == "1"; }},
        {"padding", [](F& f, V v) { f.padding = int(numbersOf(v, 1)[0]); }},
        {"force", [](F& f, V v) { f.force = v; }},
        {"seed", [](F& f, V v) { f.seed = unsigned(numbersOf(v, 1)[0]); }}};
    return all;
}

} // namespace

std::string toText(const FilterCase& f)
{
    std::ostringstream line;
    const auto field = [&line](const char* name, const std::string& value, bool differs)
    {
        if (differs)
            line << (line.tellp() > 0 ? " " : "") << name << '=' << value;
    };
    field("src", typeToString(f.srcType).substr(3), true);
    field("ddepth", depthToString(f.dstDepth()) + 3, f.ddepth >= 0);
    field("size", text(f.size), true);
    field("kernel", text(f.kernel), true);
    field("kernelY", text(f.kernelY), !f.kernelY.empty());
    for (const Mat& other : f.otherKernels)
        field("other", text(other), true);
    field("batch", "1", f.batch);
    field("prepared", "1", f.prepared);
    field("kernelIsUMat", "1", f.kernelIsUMat);
    field("kernelMemory", std::to_string(int(f.kernelMemory)), f.kernelMemory != KernelMemory::Separate);
    field("kernelOrigin", text(f.kernelOrigin), f.kernelMemory != KernelMemory::Separate);
    field("anchor", text(f.anchor), f.anchor != Point(-1, -1));
    field("delta", exact(f.delta), f.delta != 0);
    field("border", borderName(f.border & ~BORDER_ISOLATED) + (f.border & BORDER_ISOLATED ? "+isolated" : ""), true);
    field("srcParent", text(f.srcParent), !f.srcParent.empty());
    field("srcOrigin", text(f.srcOrigin), !f.srcParent.empty());
    field("dstParent", text(f.dstParent), !f.dstParent.empty());
    field("dstOrigin", text(f.dstOrigin), !f.dstParent.empty() || f.placement == Placement::Overlap);
    field("placement", std::to_string(int(f.placement)), f.placement != Placement::Separate);
    field("srcIsMat", "1", f.srcIsMat);
    field("srcOnHost", "1", f.srcOnHost);
    field("dstOnHost", "1", f.dstOnHost);
    field("dstIsMat", "1", f.dstIsMat);
    field("padding", std::to_string(f.padding), f.padding != 0);
    field("force", f.force, !f.force.empty());
    field("seed", std::to_string(f.seed), true);
    return line.str();
}

FilterCase fromText(const std::string& text)
{
    FilterCase filterCase;
    std::istringstream line(text);
    for (std::string word; line >> word;)
    {
        const size_t equals = word.find('=');
        const auto reader = readers().find(word.substr(0, equals));
        if (equals == std::string::npos || reader == readers().end())
            throw std::runtime_error("no field of a call: " + word);
        reader->second(filterCase, word.substr(equals + 1));
    }
    if (filterCase.kernel.empty())
        throw std::runtime_error("no kernel: " + text);
    return filterCase;
}

} // namespace clconv_test
