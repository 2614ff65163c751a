// SPDX-License-Identifier: Apache-2.0
//
// The result for one cell.

#pragma once

#include "cells.hpp"

#include "problem/params.hpp"

namespace tune {

//! An implementation with its parameters.
struct Choice
{
    std::string implementation; //!< empty: none, because the filters of a bank run one by one
    cv::clconv::Params params;  //!< all of them
    double us = 0;              //!< median, in alternation with the other choice for the cell
};

struct Result
{
    Cell cell;
    Choice library; //!< what the library does without the new file
    Choice best;    //!< the fastest found; the library's own if nothing is faster

    bool beaten(double margin) const { return library.us >= best.us * (1 + margin); }
};

//! The results of one type for single filters, banks of one size, or chains; and the axes of their cells.
struct TypeResults
{
    Axes axes;
    std::vector<Result> cells;
    int minFilters; //!< the fewest filters of a bank to which their lines apply
};

struct Results
{
    std::vector<TypeResults> types;
    int tried = 0;                    //!< parameter sets that were timed
    int refused = 0;                  //!< number of other sets, which could not be built or launched
    std::vector<std::string> wrong;   //!< parameter sets with wrong output
    std::vector<std::string> untuned; //!< filter sizes for which no time was left
    int failures = 0;                 //!< types that threw an exception
};

} // namespace tune
