// SPDX-License-Identifier: Apache-2.0
//
// The cells of chains. A line of a tuning table distinguishes chains by their types and by how many rows of the source
// an output depends on, which a line states as the height of the filter. This number replaces the axis of filter sizes.

#pragma once

#include "cells.hpp"
#include "../bench/cases/usual_chains.hpp"

namespace tune {

//! Cells of chains with the same types of images and results.
struct ChainCells
{
    bench::PixelType pixel;
    Axes axes; //!< ksizes: rows of the source, one alignment
    std::vector<Cell> cells;
};

//! The largest Gaussian of a tuned chain: rows of larger ones do not fit the registers.
const int maxChainBlur = 7;

//! The chain that a case names in place of a kind of coefficients; null for other cases.
const bench::UsualChain* usualChainOf(const bench::Case& c);

bench::ChainSettings settingsOf(const bench::Case& c);

//! The chains that are one launch on images of this type (a filter in its own launch would take most of the time), with
//! as many channels in the result as in the images (a line has only the result's).
//! @param names of usual chains
//! @param blurs sizes of their Gaussians; those above the limit are left out
std::vector<ChainCells> chainCellsOf(const bench::PixelType& pixel, const std::vector<std::string>& names,
                                     const std::vector<int>& blurs, const std::vector<cv::Size>& sizes);

} // namespace tune
