// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// How a Problem is run on a device: which implementation with which parameters, compiled how, launched in what sizes.
// A plain value: planner/make_plan.hpp makes it, runtime/ builds and launches it.

#pragma once

#include "problem/build_options.hpp"
#include "problem/device_traits.hpp"
#include "problem/params.hpp"
#include "problem/problem.hpp"

#include <stdexcept>

namespace cv
{
namespace clconv
{

struct Implementation;

//! As what a kernel gets the source.
enum class SourceKind
{
    Buffer,       //!< __global const uchar*
    Image2D,      //!< image2d_t, over the buffer where the device can, else over a copy
    Image1DBuffer //!< image1d_buffer_t over the whole buffer
};

//! Which numbers a kernel gets for coefficients.
enum class CoefficientLayout
{
    Full,            //!< all taps, row by row
    Factors,         //!< the row factor's taps, then the column factor's
    Denorm8,         //!< all taps for bits of bytes as floats, and behind them what takes sums back (scaled.hpp)
    Denorm16,        //!< the same for 16 bits
    DenormFactors8,  //!< the factors, the column's for bits of bytes as floats, and the row's to take its sums back
    DenormFactors16, //!< the same for 16 bits
    Int8Slices       //!< in fixed point, as operands of matrix products (limbs.hpp); always in a __global buffer
};

//! Where a kernel finds them. The order is that of preference.
enum class CoefficientSpace
{
    Value,    //!< a struct among the kernel's arguments
    Constant, //!< a __constant buffer
    Global    //!< a __global buffer
};

//! What was said of one implementation.
struct Verdict
{
    std::string name;
    bool taken;
    std::string words; //!< the reason of a refusal; parameters and sizes of the one taken
};

//! A work-item's outputs and what it loads of a source row for them (kernels/window.cl).
struct TileShape
{
    int px = 0;        //!< scalars along the row; 0: the plan has no strips
    int rows = 0;      //!< rows
    int lead = 0;      //!< scalars that are loaded before the first tap's
    int loadWidth = 0; //!< scalars that are loaded, all in all
    int vec = 1;       //!< scalars, to whose multiples the loads have to be aligned
};

struct Plan
{
    const Implementation* impl = nullptr; //!< null: none applies, the CPU does it
    Params params;
    std::string kernelName;
    BuildOptions options;
    SourceKind source = SourceKind::Buffer;
    CoefficientLayout layout = CoefficientLayout::Full;
    CoefficientSpace space = CoefficientSpace::Global;
    int filterCount = 1;           //!< filters that one launch takes, of those that the problem has
    bool filterSizeIsData = false; //!< the program serves every kernel size
    bool literal = false;          //!< the program serves one kernel: its taps are compiled in
    int prefetch = 0;              //!< KiB of the source between what a work-group reads and what it asks for
    TileShape strip;               //!< of kernels that work in strips (kernels/item.cl)
    size_t global[2] = {1, 1};     //!< without the groups that a launch adds for strips at edges
    size_t local[2] = {1, 1};
    size_t localBytes = 0;
    std::vector<Verdict> verdicts; //!< one for each implementation, in the list's order
    std::string warning;           //!< a forced implementation that does not apply, or a text that cannot be read
};

//! The device does not take this plan, and will not at another call either.
struct PlanFailure : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

} // namespace clconv
} // namespace cv
