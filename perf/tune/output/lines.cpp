// SPDX-License-Identifier: Apache-2.0
//
// Makes conditions and preferences, and checks the finished file.

#include "lines.hpp"
#include "implementations/parameters.hpp"

#include <algorithm>
#include <climits>
#include <cmath>

namespace tune {
namespace {

using namespace cv::clconv;

const Interval everything = {0, INT_MAX};

//! From the alignment itself to just below the next one that was tried; from 0 if it is the lowest of this type.
Interval alignmentRange(const Axes& axes, const Span& span, int least)
{
    const int lowest = axes.alignments[span.last];
    int highest = axes.alignments[span.first];
    if (span.first > 0)
        for (int alignment : {4, 8})
            if (alignment < axes.alignments[span.first - 1])
                highest = std::max(highest, alignment);
    return {lowest == least ? 0 : lowest, highest == maxRowAlignment ? INT_MAX : highest};
}

ProblemClass problemsOf(const Block& block, const TypeResults& type, const DeviceTraits& traits)
{
    const Axes& axes = type.axes;
    const bench::Case& c = block.cells.front()->cell.c;
    const Problem& problem = block.cells.front()->cell.problem;
    const bool chain = problem.chain != nullptr;
    const Interval taps = {axes.ksizes[block.ksizes.first], axes.ksizes[block.ksizes.last]};
    const Interval columns = chain ? Interval{1, INT_MAX} : taps; // a chain's columns depend on its borders
    ProblemClass problems = {
        problem.srcDepth, problem.dstDepth, {problem.channels, problem.channels}, columns, taps, Structure::Any, {}};
    if (!chain && !(block.dense && block.separable))
        problems.structure = block.dense ? Structure::Dense : Structure::Separable;
    const int least = chain ? axes.alignments.back() : minAlignment(c.pixel);
    const Interval alignment = alignmentRange(axes, block.alignments, least);
    const bool one = alignment.min > 0 && alignment.max == INT_MAX; // 16, above which nothing is distinguished
    if (!(alignment == everything))
        problems.conditions.push_back({"align", one ? Interval{alignment.min, maxRowAlignment}
                                                    : Interval{std::max(alignment.min, 1), alignment.max}});
    const Condition size = sizeCondition(axes.scalars, block.sizes, traits);
    if (!(size.range == everything))
        problems.conditions.push_back(size);
    if (problem.filterCount > 1)
        problems.conditions.push_back({"filters", {type.minFilters, problem.filterCount}});
    return problems;
}

//! Whether the library, with this line before its own tables, runs what was measured in these cells.
bool decides(const TuningEntry& entry, const std::vector<const Result*>& cells, const Library& library)
{
    Tuning tuning = library.tuning;
    tuning.tables.insert(tuning.tables.begin(), TuningTable{"new", {entry}, ""});
    return std::all_of(cells.begin(), cells.end(),
                       [&](const Result* cell)
                       {
                           const Plan plan = makePlan(cell->cell.problem, library.traits, Force(), {}, tuning);
                           return plan.impl && plan.impl->name == cell->best.implementation &&
                                  plan.params == cell->best.params;
                       });
}

//! "640x480 3x3 34.1 -> 31.9 us, ...", or the range of gains where there are many cells.
std::string measuredText(const Block& block)
{
    const size_t maxNamed = 3;
    double least = 0, most = 0;
    std::string text;
    for (const Result* cell : block.cells)
    {
        const double percent = 100 * (cell->best.us / cell->library.us - 1);
        least = cell == block.cells.front() ? percent : std::max(least, percent);
        most = std::min(most, percent);
        text += (text.empty() ? "" : ", ") + bench::nameOf(cell->cell.c.size) + " " +
                bench::nameOf(cell->cell.c.ksize) + (cell->cell.problem.chain ? " " + cell->cell.c.kernel : "") +
                cv::format(": %.1f -> %.1f us", cell->library.us, cell->best.us) +
                (cell->library.implementation == block.implementation ? ""
                 : cell->library.implementation.empty()               ? " (one by one)"
                                                                      : " (" + cell->library.implementation + ")");
    }
    return block.cells.size() <= maxNamed
               ? text
               : cv::format("%d cells: %.0f to %.0f %%", int(block.cells.size()), least, most);
}

Line lineOf(const Block& block, const TypeResults& type, const Library& library)
{
    Line line = {TuningEntry(), measuredText(block), block.cells};
    line.entry.devices = onlyDevice(library.traits);
    line.entry.problems = problemsOf(block, type, library.traits);
    line.entry.implementation = block.implementation;
    line.entry.params = block.params;
    line.entry.preferred = !decides(line.entry, block.cells, library);
    TuningEntry plain = line.entry;
    plain.params.clear();
    if (plain.preferred && decides(plain, block.cells, library)) // only a line with `prefer` may have no parameters
        line.entry = plain;
    return line;
}

} // namespace

Condition sizeCondition(const std::vector<int64>& scalars, const Span& sizes, const DeviceTraits& traits)
{
    const int64 wave = workItemsPerWave(traits), unit = std::max<int64>(wave, 1);
    const auto middle = [&](size_t i) // between this size and the next
    { return int(std::sqrt(double(scalars[i]) * double(scalars[i + 1])) / double(unit)); };
    const int min = sizes.first == 0 ? 0 : middle(sizes.first - 1) + 1;
    const int max = sizes.last + 1 == scalars.size() ? INT_MAX : middle(sizes.last);
    return {wave > 0 ? "fill" : "scalars", {min, max}};
}

std::vector<Line> linesOf(const Results& results, const Library& library, double margin,
                          std::vector<std::string>& rejected)
{
    std::vector<Line> lines;
    for (const TypeResults& type : results.types)
        for (const Block& block : blocksOf(type, library.traits, margin))
        {
            const Line line = lineOf(block, type, library);
            if (decides(line.entry, line.cells, library))
                lines.push_back(line);
            else
                rejected.push_back(toString(line.entry));
        }
    return lines;
}

std::string readBack(const std::string& text, const Results& results, const std::vector<Line>& lines,
                     const Library& library)
{
    Tuning tuning = library.tuning;
    tuning.tables.insert(tuning.tables.begin(), parseTuning(text, "the new file", knownParameters()));
    if (!tuning.tables[0].error.empty())
        return tuning.tables[0].error;
    std::set<const Result*> changed;
    for (const Line& line : lines)
        changed.insert(line.cells.begin(), line.cells.end());
    for (const TypeResults& type : results.types)
        for (const Result& r : type.cells)
        {
            if (!isFirstOfClass(type, r)) // the first one's line decides
                continue;
            const bool alone = changed.count(&r) == 0; // planned as without the file
            const Plan before = makePlan(r.cell.problem, library.traits, Force(), {}, library.tuning);
            const Choice expected = alone ? Choice{before.impl ? before.impl->name : "", before.params} : r.best;
            const Plan plan = makePlan(r.cell.problem, library.traits, Force(), {}, tuning);
            if ((plan.impl ? plan.impl->name : "") != expected.implementation || plan.params != expected.params)
                return "the new file does not lead to " + toString(expected.implementation, expected.params) + " for " +
                       bench::nameOf(r.cell.c.size) + " " + r.cell.c.pixel.name + " " + bench::nameOf(r.cell.c.ksize);
        }
    return "";
}

} // namespace tune
