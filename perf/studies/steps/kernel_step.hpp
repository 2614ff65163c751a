// SPDX-License-Identifier: Apache-2.0
//
// Steps that run the kernel of the studies, kernels/study.cl, with options.

#pragma once

#include "step.hpp"

namespace study {

enum class Memory
{
    Global,
    Constant,
    Specialized //!< constants in the program's text, zeros left out
};

// The enumerators have the order of the options' values in study_taps.cl and study_source.cl.
enum class Unroll
{
    None,
    By4Loop,  //!< the inner loop by 4, a loop for the remainder
    By4If,    //!< the inner loop by 4, if and else for the remainder
    By4Known, //!< the inner loop by 4, a program for each remainder
    Inner,
    Full
};
enum class Source
{
    Buffer,
    Image,
    Array, //!< of layers of one size
    Image1D
};
enum class Fill
{
    None, //!< no tile in local memory
    Loops,
    Flat,
    Single, //!< one work-item fills the tile
    Pairs,
    Vectors //!< float4 loads; rows must be padded to a multiple of 4 columns
};

struct KernelSettings
{
    Memory memory = Memory::Constant;
    Unroll unroll = Unroll::None;
    Source source = Source::Buffer;
    Fill fill = Fill::None;
    cv::Size group = cv::Size(16, 16); //!< empty: the driver chooses
    bool scalarChannels = false;       //!< four scalar channels instead of a vector
    bool perChannel = false;           //!< a coefficient for each channel
    bool sizeIsData = false;           //!< the filter's size is an argument
    bool dynamicTile = false;          //!< the tile in local memory is an argument
    bool together = false;             //!< both filters in one launch
    int padding = 1;                   //!< the row pitch of the source is a multiple of this number of pixels
};

Step kernelStep(const std::string& name, const std::string& claim, const KernelSettings& settings);

//! The build options of study.cl.
std::string buildOptions(const KernelSettings& settings, const Workload& work, size_t filter);

//! Columns and rows of the tile in local memory.
cv::Size tileSize(const KernelSettings& settings, int width);

} // namespace study
