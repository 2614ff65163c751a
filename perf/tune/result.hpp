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
    std::string implementation; //!< empty: none; the filters of a bank then run one by one
    cv::clconv::Params params;  //!< all of them
    double us = 0;              //!< median, measured in alternation with the other choice of the cell
};

struct Result
{
    Cell cell;
    Choice library; //!< what the library does without the new file
    Choice best;    //!< the fastest found; the library's own if nothing is faster

    bool beaten(double margin) const { return library.us >= best.us * (1 + margin); }
};

//! The results of one type, single filters, banks of one number of filters, or chains, with the axes that they are on.
struct TypeResults
{
    Axes axes;
    std::vector<Result> cells;
    int minFilters; //!< of the banks that their lines count for
};

struct Results
{
    std::vector<TypeResults> types;
    int tried = 0;                    //!< parameter sets that were timed
    int refused = 0;                  //!< of all others, those that could not be built or launched
    std::vector<std::string> wrong;   //!< parameter sets with wrong output
    std::vector<std::string> untuned; //!< filter sizes for which no time was left
    int failures = 0;                 //!< types that threw an exception
};

} // namespace tune
