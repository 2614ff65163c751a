// SPDX-License-Identifier: Apache-2.0
//
// The cells of chains. A line of a tuning table distinguishes chains by their types, and by how many rows of the source
// an output depends on, which is the height of their filter in a line. Those are their axis in place of filter sizes.

#pragma once

#include "cells.hpp"
#include "../bench/cases/usual_chains.hpp"

namespace tune {

//! Cells of chains with one type of images and one type of results.
struct ChainCells
{
    bench::PixelType pixel;
    Axes axes; //!< ksizes: rows of the source, one alignment
    std::vector<Cell> cells;
};

//! The largest Gaussian of a chain that is tuned: longer ones keep more rows than fit registers.
const int maxChainBlur = 7;

//! The chain of a case whose kind of coefficients is a chain's name; null for others.
const bench::UsualChain* usualChainOf(const bench::Case& c);

bench::ChainSettings settingsOf(const bench::Case& c);

//! Those chains that are one launch on images of this type and whose results have as many channels: a line has the
//! channels of the result alone. A filter beside the launch would be most of the time.
//! @param names of usual chains
//! @param blurs sizes of their Gaussians; those above the limit are left out
std::vector<ChainCells> chainCellsOf(const bench::PixelType& pixel, const std::vector<std::string>& names,
                                     const std::vector<int>& blurs, const std::vector<cv::Size>& sizes);

} // namespace tune
