// SPDX-License-Identifier: Apache-2.0
//
// The cells of a tuning run: a type, a kind of coefficients, a filter size, an image size and a row alignment each.

#pragma once

#include "../common/grid.hpp"

#include "problem/problem.hpp"

namespace tune {

//! What the cells of one type and one kind of coefficients differ in.
struct Axes
{
    std::vector<int> ksizes;     //!< ascending; of chains see chain_cells.hpp
    std::vector<cv::Size> sizes; //!< ascending by area
    std::vector<int> alignments; //!< bytes, descending; those that rows of this type can have
    std::vector<int64> scalars;  //!< of an image of each size
};

//! Indices into Axes.
struct Position
{
    size_t ksize, size, alignment;
};

struct Cell
{
    //! Its width is the next one that gives the alignment. Of a chain the kernel is its name, the size its Gaussian's.
    bench::Case c;
    int filters; //!< of a bank; 1: a single filter
    Position at;
    cv::clconv::Problem problem;
};

//! Alignments that rows of continuous images of this type can have, of those requested: the least one that is not less.
//! @returns descending, each once
std::vector<int> reachableAlignments(const bench::PixelType& pixel, const std::vector<int>& requested);

//! The least alignment that rows of such images have.
int minAlignment(const bench::PixelType& pixel);

//! The size with the next width whose rows have this alignment and no more.
cv::Size alignedSize(cv::Size size, const bench::PixelType& pixel, int alignment);

Axes makeAxes(const bench::PixelType& pixel, const std::vector<int>& ksizes, const std::vector<cv::Size>& sizes,
              const std::vector<int>& alignments);

//! The filters of a case: one, or those of a bank.
std::vector<cv::Mat> kernelsOf(const bench::Case& c, int filters);

//! What planning gets for the case: continuous images, the first filter's traits, the anchor in the middle.
cv::clconv::Problem problemOf(const bench::Case& c, int filters);

} // namespace tune
