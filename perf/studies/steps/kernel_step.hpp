// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Steps that are kernels of the studies themselves: kernels/study.cl with options.

#pragma once

#include "step.hpp"

namespace study
{

enum class Memory
{
    Global,
    Constant,
    Literal //!< in the program's text, zeros left out
};

// In the order of the options' values in study_taps.cl and study_source.cl
enum class Unroll
{
    None,
    By4Loop,  //!< the inner loop by 4, a loop for the rest
    By4If,    //!< ... if and else for the rest
    By4Known, //!< ... a program for each rest
    Inner,
    Full
};
enum class Source
{
    Buffer,
    Image,
    Array, //!< of images of one size
    Image1D
};
enum class Fill
{
    None, //!< no tile in local memory
    Loops,
    Flat,
    Single, //!< by one work-item
    Pairs,
    Vectors //!< floats; needs rows padded to a multiple of 4 columns
};

struct KernelSettings
{
    Memory memory = Memory::Constant;
    Unroll unroll = Unroll::None;
    Source source = Source::Buffer;
    Fill fill = Fill::None;
    cv::Size group = cv::Size(16, 16); //!< empty: the driver chooses
    bool scalarChannels = false;       //!< the four channels of a pixel one by one
    bool perChannel = false;           //!< a coefficient of its own for each channel
    bool sizeIsData = false;           //!< the filter's size is an argument
    bool dynamicTile = false;          //!< the tile's memory is an argument
    bool together = false;             //!< both filters from one read
    int padding = 1;                   //!< the source's rows lie a multiple of so many pixels apart
};

Step kernelStep(const std::string& name, const std::string& claim, const KernelSettings& settings);

//! What the program is compiled with.
std::string buildOptions(const KernelSettings& settings, const Workload& work, size_t filter);

//! The tile: columns and rows.
cv::Size tileSize(const KernelSettings& settings, int width);

} // namespace study
