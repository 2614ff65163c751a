// SPDX-License-Identifier: Apache-2.0
//
// One call of clconv::filter2D, sepFilter2D, filterBank or filterBatch with all its arguments as a value; made,
// compared with the oracle, and described. Independent of GoogleTest: the fuzz program uses it too.

#pragma once

#include "oracle.hpp"

namespace clconv_test {

//! Where the output is.
enum class Placement
{
    Separate, //!< in its own memory
    InPlace,  //!< the source itself is the output
    Overlap   //!< another region of the source's parent
};

//! Where the kernel of filter2D is.
enum class KernelMemory
{
    Separate,
    InSource, //!< a region of the source's parent, which the output may overlap
    InOutput  //!< a region of the output's parent: the result overwrites it
};

struct FilterCase
{
    int srcType = CV_8UC1;
    int ddepth = -1;
    cv::Size size = cv::Size(37, 23);
    cv::Mat kernel;
    cv::Mat kernelY;                   //!< empty: filter2D; else sepFilter2D, `kernel` being kernelX
    std::vector<cv::Mat> otherKernels; //!< if not empty: filterBank of `kernel` and these, only with Separate
    bool batch = false;    //!< with otherKernels: filterBatch of the source as often, each time with another kernel
    bool prepared = false; //!< calls prepare() with `kernel` first
    bool kernelIsUMat = false;
    KernelMemory kernelMemory = KernelMemory::Separate; //!< in other memory the kernel has the type of that image
    cv::Point kernelOrigin;                             //!< in that parent
    cv::Point anchor = cv::Point(-1, -1);
    double delta = 0;
    int border = cv::BORDER_DEFAULT; //!< with or without BORDER_ISOLATED
    cv::Size srcParent;              //!< empty: the source is a separate image
    cv::Point srcOrigin;
    cv::Size dstParent;  //!< empty: the call creates the output; used only with Separate
    cv::Point dstOrigin; //!< in dstParent, or for Overlap in srcParent
    Placement placement = Placement::Separate;
    bool srcIsMat = false;
    bool dstIsMat = false;
    bool srcOnHost = false; //!< a UMat without a buffer on the device
    bool dstOnHost = false; //!< likewise; never one that the call creates
    int padding = 0;        //!< scalars after each row of the source and of dstParent, which then use a caller's memory
    std::string force;
    unsigned seed = 1; //!< of the source's pixels

    int dstDepth() const { return ddepth < 0 ? CV_MAT_DEPTH(srcType) : CV_MAT_DEPTH(ddepth); }
    int dstType() const { return CV_MAKETYPE(dstDepth(), CV_MAT_CN(srcType)); }
    cv::Size kernelSize() const; //!< in taps
};

struct Result
{
    std::string error;          //!< empty: the result is right
    std::string implementation; //!< that ran last
    bool together = false;      //!< one launch took several filters
    bool threw = false;
};

//! The filters of the call, one for each output; for sepFilter2D their product.
std::vector<cv::Mat> kernelsOf(const FilterCase& filterCase);

//! What is wrong with an output of the call; empty if it is within one of the tolerances that are documented.
//! @param exact the sums for this output, or for a part of it
//! @param kernel of this output
//! @param together whether one launch of the implementation took several filters
std::string findDifference(const FilterCase& filterCase, const cv::Mat& result, const Exact& exact,
                           const cv::Mat& kernel, const std::string& implementation, bool together);

//! Makes the call and compares the output's numbers and surroundings, and that the source is unchanged.
Result perform(const FilterCase& filterCase);

std::string describe(const FilterCase& filterCase);

// Generators. Never use two draws in one expression or in the arguments of one call: C++ leaves their order open, and a
// seed must give the same case with every compiler.

//! Width, then height, each from [first, end).
cv::Size randomSize(int first, int end, cv::RNG& rng);

//! x from [0, end.width), then y from [0, end.height).
cv::Point randomPoint(cv::Size end, cv::RNG& rng);

//! Numbers over the whole range of a depth; 32-bit integers mostly within +-100000, floats within +-1000.
cv::Mat randomImage(cv::Size size, int type, cv::RNG& rng);

enum class Coefficients
{
    Random,
    Sparse,
    OuterProduct,
    SumOfProducts, //!< two to four outer products of positive factors
    Box,
    Integers
};

//! Coefficients that spread the results of random images over the destination's range, some of them beyond it.
//! @param dstDepth negative: the source's, as in filter2D
cv::Mat randomKernel(cv::Size size, int srcDepth, int dstDepth, Coefficients kind, cv::RNG& rng);

//! The kernel, types and border of `base` in `count` layouts in memory, at most 10: sizes down to one pixel, regions in
//! corners, all kinds of anchors, deltas, isolated borders or not.
std::vector<FilterCase> layouts(const FilterCase& base, size_t count = 10);

//! `base` with a centred anchor and rows that begin at addresses for whole vectors: a separate image, and a region.
std::vector<FilterCase> alignedLayouts(const FilterCase& base);

} // namespace clconv_test
