// SPDX-License-Identifier: Apache-2.0
//
// Checks the arguments of a public call. Errors are thrown here, before anything is written or allocated.

#pragma once

#include "planner/mat_times.hpp"

namespace cv { namespace clconv {

struct FusedStages;

//! A call of filter2D, sepFilter2D or one of named_filters.cpp with checked arguments, or stages of a chain in one
//! launch.
struct Call
{
    int srcType;
    int dstType;
    Size size;
    std::vector<Mat> kernels; //!< one: the 2-D kernel, or the numbers of stages; two: its row and column factors
    Size filterSize;          //!< in taps; of stages: the pixels of the source that a pixel depends on
    Point anchor;             //!< resolved: never -1
    double delta;
    int border;                               //!< with or without BORDER_ISOLATED
    Scalar borderValue;                       //!< of BORDER_CONSTANT; other numbers than 0: see border_value.hpp
    Rounding rounding = Rounding::HalfToEven; //!< of UMats; onCpu does its own rounding
    bool mayBeSpecialized = true; //!< whether a program for this filter alone may run, where it is hot or prepared
    MatFunction function;         //!< OpenCV's function that computes this on a Mat
    //! calls that function; empty: cv::filter2D or cv::sepFilter2D with the kernels
    std::function<void(const Mat& src, Mat& dst, int ddepth, int border)> onCpu;
    std::shared_ptr<const FusedStages> stages; //!< of a chain, by a kernel for chains; null: a filter
    std::shared_ptr<const FusedStages> after;  //!< stages of a chain behind the filter; null: there are none
    Weights weights = Weights::None;
    double emptyValue = 0; //!< of outputs where nothing has a weight

    //! Stages of a chain, whichever kernel computes them; null: there are none.
    const FusedStages* ofChain() const { return stages ? stages.get() : after.get(); }
    int srcDepth() const { return CV_MAT_DEPTH(srcType); }
    int dstDepth() const { return CV_MAT_DEPTH(dstType); }
    int accDepth() const { return sumDepth(srcDepth(), dstDepth()); }
    bool isSeparated() const { return kernels.size() == 2; }
    bool hasChannelFilters() const { return kernels[0].channels() > 1; } //!< a kernel for each channel
    //! whether an output reads pixels outside of the parent in which the source lies at `origin`
    bool readsOutside(Size parent, Point origin) const;
};

//! Refuses an image without pixels; the exception names a public function.
//! @param function its name, from CV_Func
void refuseEmpty(bool empty, const char* function, const char* image = "src");

//! Depth pairs that cv::filter2D and cv::sepFilter2D support on a Mat for every kernel (OpenCV 4.5 and later).
bool isSupportedByFilter2D(int srcDepth, int dstDepth);

//! Whether OpenCV's functions compute a call on a Mat, for every value of its arguments.
inline bool isSupportedOnMats(const Call& call)
{
    return call.ofChain() || isSupportedByFilter2D(call.srcDepth(), call.dstDepth());
}

//! Refuses depths that filters do not have: for Mats CV_16F, and those that OpenCV 5 has besides.
//! @param code what OpenCV's function throws for them
void refuseOtherDepths(InputArray src, int dstDepth, Error::Code code);

//! Whether create() would release a buffer that a living Mat maps, which OpenCV cannot.
bool replacesMapped(const _OutputArray& dst, int type, Size size);

//! Checks the arguments of filter2D. Throws cv::Exception with the codes that cv::filter2D gives on a Mat.
//! @param src with pixels
//! @param dst null where there is none (explain)
Call checkFilter2D(InputArray src, const _OutputArray* dst, int ddepth, InputArray kernel, Point anchor, double delta,
                   int borderType);

//! Checks the arguments of sepFilter2D.
Call checkSepFilter2D(InputArray src, const _OutputArray* dst, int ddepth, InputArray kernelX, InputArray kernelY,
                      Point anchor, double delta, int borderType);

//! Checks the arguments of filterBank: one call for each kernel, each with its own anchor.
std::vector<Call> checkFilterBank(InputArray src, const _OutputArray& dst, int ddepth, InputArrayOfArrays kernels,
                                  Point anchor, double delta, int borderType);

bool isImageVector(const _InputArray& array);

//! Refuses everything but a vector of images of one type, none of them empty.
//! @param function as for refuseEmpty
void checkImageVector(InputArrayOfArrays src, const char* function);

//! Refuses an output that cannot become a vector of so many images of that type.
void checkOutputs(const _OutputArray& dst, int dstType, size_t count);

//! Checks the arguments of filterBatch: calls on the first image, one, or one for each image.
std::vector<Call> checkFilterBatch(InputArrayOfArrays src, const _OutputArray& dst, int ddepth, InputArray kernels,
                                   Point anchor, double delta, int borderType);

//! The call for one image of such a batch.
Call callOf(const std::vector<Call>& filters, size_t image, Size size);

}} // namespace cv::clconv
