// SPDX-License-Identifier: Apache-2.0
//
// The cells of a tuning run, each a type, a kind of coefficients, a filter size, an image size and a row alignment.

#pragma once

#include "../common/grid.hpp"

#include "problem/problem.hpp"

namespace tune {

//! The values in which the cells of one type and one kind of coefficients differ.
struct Axes
{
    std::vector<int> ksizes;     //!< ascending; for chains see chain_cells.hpp
    std::vector<cv::Size> sizes; //!< ascending by area
    std::vector<int> alignments; //!< bytes, descending; those that rows of this type can have
    std::vector<int64> scalars;  //!< number in an image of each size
};

//! Indices into Axes.
struct Position
{
    size_t ksize, size, alignment;
};

struct Cell
{
    //! Its width gives the alignment. For a chain, `kernel` is its name and `ksize` the size of its Gaussian.
    bench::Case c;
    int filters; //!< number in the bank; 1: a single filter
    Position at;
    cv::clconv::Problem problem;
};

//! The alignments that continuous images of this type can have: for each requested one the smallest that is not less.
//! @returns descending, each once
std::vector<int> reachableAlignments(const bench::PixelType& pixel, const std::vector<int>& requested);

//! The smallest alignment that continuous images of this type can have.
int minAlignment(const bench::PixelType& pixel);

//! The size with the next width whose rows have this alignment and no more.
cv::Size alignedSize(cv::Size size, const bench::PixelType& pixel, int alignment);

Axes makeAxes(const bench::PixelType& pixel, const std::vector<int>& ksizes, const std::vector<cv::Size>& sizes,
              const std::vector<int>& alignments);

//! The filters of a case: one, or those of a bank.
std::vector<cv::Mat> kernelsOf(const bench::Case& c, int filters);

//! What planning gets for the case: continuous images, the first filter's traits, the centred anchor.
cv::clconv::Problem problemOf(const bench::Case& c, int filters);

} // namespace tune
