// SPDX-License-Identifier: Apache-2.0
//
// Joins adjacent cells with the same parameters into blocks; each becomes a line of the tuning file.

#pragma once

#include "../search/type_search.hpp"

namespace tune {

//! First and last index on an axis.
struct Span
{
    size_t first, last;
};

//! Cells of one type that share a set of parameters: all combinations of the spans.
struct Block
{
    Span ksizes, sizes, alignments;
    bool dense, separable; //!< which filters
    std::string implementation;
    cv::clconv::Params params; //!< a minimal set that leads to the parameters of all cells
    std::vector<const Result*> cells;
};

//! The blocks of the cells in which the library is slower by the margin; joined over filter sizes first, then over
//! image sizes, alignments, and dense and separable filters.
std::vector<Block> blocksOf(const TypeResults& results, const cv::clconv::DeviceTraits& traits, double margin);

//! Whether the cell decides the line of its class. A line does not distinguish two kinds of separable filters, nor two
//! chains of the same types with equally many rows; the first of them decides.
bool isFirstOfClass(const TypeResults& results, const Result& result);

} // namespace tune
