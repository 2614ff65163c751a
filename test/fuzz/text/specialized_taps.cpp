// SPDX-License-Identifier: Apache-2.0
//
// clconv_fuzz_specialized_taps: builds the text of a specialized program from arbitrary taps. The first two bytes of
// the input give the filter's width and the type of its sums, the others are the bytes of the taps.

#include "text_target.hpp"

#include "coefficients/specialization.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace cv;
using namespace clconv_test;

namespace {

//! Reads `TAP(x,value)` of a row's text at `at`, and moves `at` past it.
clconv::SpecializedTaps::Tap readTap(const std::string& text, size_t& at, int y)
{
    require(text.compare(at, 4, "TAP(") == 0, "a row consists of taps: " + text);
    char* end = nullptr;
    const int x = int(std::strtol(text.c_str() + at + 4, &end, 10));
    require(*end == ',', "a comma behind the column: " + text);
    const double value = std::strtod(end + 1, &end);
    end += *end == 'f';
    require(*end == ')', "a constant of known characters: " + text);
    at = size_t(end + 1 - text.c_str());
    return {x, y, value};
}

//! The taps in a program's build options.
std::vector<clconv::SpecializedTaps::Tap> readTaps(const std::string& options, int height)
{
    std::vector<clconv::SpecializedTaps::Tap> taps;
    for (int y = 0; y < height; ++y)
    {
        const std::string name = "-D TAPS_" + std::to_string(y) + "=";
        const size_t begin = options.find(name);
        if (begin == std::string::npos)
            continue;
        const size_t first = begin + name.size();
        const std::string row = options.substr(first, options.find(' ', first) - first);
        for (size_t at = 0; at < row.size();)
            taps.push_back(readTap(row, at, y));
    }
    return taps;
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Bytes bytes(data, size);
    const int width = 1 + bytes.below(40), depth = bytes.below(2) ? CV_64F : CV_32F, rows = 1 + bytes.below(4);
    const size_t row = size_t(width) * size_t(CV_ELEM_SIZE1(depth));
    const int height = int(bytes.left() / row);
    if (height == 0)
        return 0;
    const std::vector<uchar> packed(bytes.data(), bytes.data() + row * size_t(height)); // aligned
    const Mat full(height, width, depth, const_cast<uchar*>(packed.data()));
    const auto taps = std::make_shared<clconv::SpecializedTaps>(clconv::specializedTapsOf(full));
    require(taps->refusal.empty() || taps->taps.empty(), "a refused filter has no taps");
    if (!taps->refusal.empty())
        return 0;
    clconv::Problem problem = {};
    problem.srcDepth = problem.dstDepth = depth;
    problem.channels = problem.filterCount = 1;
    problem.filterSize = Size(width, height);
    problem.specializedTaps = taps;
    clconv::BuildOptions options;
    clconv::defineSpecializedTaps(problem, rows, rows + height, options);
    require(readTaps(options.text(), height) == taps->taps, "the text has every tap, exactly: " + options.text());
    return 0;
}
