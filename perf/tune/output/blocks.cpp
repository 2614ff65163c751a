// SPDX-License-Identifier: Apache-2.0
//
// Joins cells axis by axis.

#include "blocks.hpp"
#include "implementations/implementation.hpp"

#include <algorithm>

namespace tune {
namespace {

using namespace cv::clconv;

//! Whether the given parameters lead to the measured ones in every cell.
bool reproduces(const Implementation& impl, const DeviceTraits& traits, const Params& given,
                const std::vector<const Result*>& cells)
{
    return std::all_of(cells.begin(), cells.end(),
                       [&](const Result* cell)
                       {
                           Decisions all;
                           return complete(impl, cell->cell.problem, traits, given, Tuning(), all).empty() &&
                                  all.params == cell->best.params;
                       });
}

//! @returns false if no set of parameters leads to the measured ones in all cells
bool findParams(const Implementation& impl, const DeviceTraits& traits, const std::vector<const Result*>& cells,
                Params& params)
{
    params = cells.front()->best.params;
    for (const Result* cell : cells)
        for (const auto& param : cell->best.params)
        {
            const auto found = params.find(param.first);
            if (found != params.end() && found->second != param.second)
                params.erase(found);
        }
    if (!reproduces(impl, traits, params, cells))
        return false;
    const Params all = params;
    for (const auto& param : all)
    {
        Params fewer = params;
        fewer.erase(param.first);
        if (!fewer.empty() && reproduces(impl, traits, fewer, cells))
            params = fewer;
    }
    return true;
}

bool equal(const Span& a, const Span& b)
{
    return a.first == b.first && a.last == b.last;
}

enum class Axis
{
    Ksizes,
    Sizes,
    Alignments,
    Structures
};

//! Whether b continues a on this axis and equals it on the others.
bool continues(const Block& a, const Block& b, Axis axis)
{
    const auto fits = [&](Axis which, const Span& x, const Span& y)
    { return axis == which ? y.first == x.last + 1 : equal(x, y); };
    const bool structures = axis == Axis::Structures ? a.dense != b.dense && a.separable != b.separable
                                                     : a.dense == b.dense && a.separable == b.separable;
    return structures && a.implementation == b.implementation && fits(Axis::Ksizes, a.ksizes, b.ksizes) &&
           fits(Axis::Sizes, a.sizes, b.sizes) && fits(Axis::Alignments, a.alignments, b.alignments);
}

bool join(Block& a, const Block& b, Axis axis, const DeviceTraits& traits)
{
    if (!continues(a, b, axis))
        return false;
    Block joined = a;
    joined.cells.insert(joined.cells.end(), b.cells.begin(), b.cells.end());
    if (!findParams(*implementationOf(a.implementation), traits, joined.cells, joined.params))
        return false;
    joined.ksizes.last = b.ksizes.last;
    joined.sizes.last = b.sizes.last;
    joined.alignments.last = b.alignments.last;
    joined.dense = a.dense || b.dense;
    joined.separable = a.separable || b.separable;
    a = joined;
    return true;
}

std::vector<Block> joinAll(std::vector<Block> blocks, Axis axis, const DeviceTraits& traits)
{
    for (size_t i = 0; i < blocks.size(); i++)
        for (size_t j = 0; j < blocks.size();)
            if (j != i && join(blocks[i], blocks[j], axis, traits))
            {
                blocks.erase(blocks.begin() + std::ptrdiff_t(j));
                i -= j < i;
                j = 0;
            }
            else
                j++;
    return blocks;
}

Block blockOf(const Result& result, const DeviceTraits& traits)
{
    const Position& at = result.cell.at;
    Block block = {{at.ksize, at.ksize},
                   {at.size, at.size},
                   {at.alignment, at.alignment},
                   !result.cell.problem.separable(),
                   result.cell.problem.separable(),
                   result.best.implementation,
                   {},
                   {&result}};
    findParams(*implementationOf(block.implementation), traits, block.cells, block.params);
    return block;
}

bool sameClass(const Result& a, const Result& b)
{
    return a.cell.at.ksize == b.cell.at.ksize && a.cell.at.size == b.cell.at.size &&
           a.cell.at.alignment == b.cell.at.alignment && a.cell.problem.separable() == b.cell.problem.separable();
}

} // namespace

std::vector<Block> blocksOf(const TypeResults& results, const DeviceTraits& traits, double margin)
{
    std::vector<Block> blocks;
    for (const Result& result : results.cells)
        if (isFirstOfClass(results, result) && result.beaten(margin))
            blocks.push_back(blockOf(result, traits));
    for (Axis axis : {Axis::Ksizes, Axis::Sizes, Axis::Alignments, Axis::Structures})
        blocks = joinAll(blocks, axis, traits);
    return blocks;
}

bool isFirstOfClass(const TypeResults& results, const Result& result)
{
    const auto first = std::find_if(results.cells.begin(), results.cells.end(),
                                    [&](const Result& other) { return sameClass(other, result); });
    return &*first == &result;
}

} // namespace tune
