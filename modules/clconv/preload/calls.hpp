// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What the two libraries of clconv-run have in common: the functions that are served, and the table by which
// libopencv_clconv_preload.so, which every process loads, calls libopencv_clconv_calls.so, which only processes load
// whose filter calls are to be served. The first must not depend on OpenCV: a process may use another one, or none.

#pragma once

#include <opencv2/imgproc.hpp>

#include <cstddef>

namespace clconv_preload
{

enum Function
{
    Filter2D,
    SepFilter2D,
    GaussianBlur,
    BoxFilter,
    Blur,
    Sobel,
    Scharr,
    Laplacian,
    functionCount
};

//! Why a call went to OpenCV.
enum class Reason
{
    NoUMats,
    NoOpenCL,
    Refused,
    OtherOpenCV,
    NoLibrary,
    Small,
    Faster,
    Rare,
    Building,
    count
};

//! Who computed a call that clconv was to serve.
enum class ServedBy
{
    Clconv,
    OpenCVOnMats, //!< in the place of UMats, because clconv refused the call
    Nobody        //!< of calls on Mats: the output is as before
};

//! Calls of clconv's functions. Except for rethrow they throw nothing.
struct Calls
{
    //! whether OpenCV uses a device in this thread
    bool (*openclIsOn)();
    //! Where the thread's last call on Mats was not served: why.
    Reason (*whyNotOnMats)();
    //! Notes the time that OpenCV's function took for it instead.
    void (*addCpuTime)(double seconds);
    //! Throws what the thread's last call threw, if anything. Called after the call, since an exception that crosses a
    //! function with something to clean up needs the C++ library.
    void (*rethrow)();
    //! Ends what runs in the background: to be called when the main thread calls exit().
    void (*stop)();
    //! Writes the implementations that ran, with the number of calls, and the device time; empty if no call was served.
    void (*describe)(Function function, char* text, size_t size);

    ServedBy (*filter2D)(cv::InputArray, cv::OutputArray, int, cv::InputArray, cv::Point, double, int);
    ServedBy (*sepFilter2D)(cv::InputArray, cv::OutputArray, int, cv::InputArray, cv::InputArray, cv::Point, double,
                            int);
#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 11)
    ServedBy (*gaussianBlur)(cv::InputArray, cv::OutputArray, cv::Size, double, double, int, cv::AlgorithmHint);
#else
    ServedBy (*gaussianBlur)(cv::InputArray, cv::OutputArray, cv::Size, double, double, int);
#endif
    ServedBy (*boxFilter)(cv::InputArray, cv::OutputArray, int, cv::Size, cv::Point, bool, int);
    ServedBy (*blur)(cv::InputArray, cv::OutputArray, cv::Size, cv::Point, int);
    ServedBy (*sobel)(cv::InputArray, cv::OutputArray, int, int, int, int, double, double, int);
    ServedBy (*scharr)(cv::InputArray, cv::OutputArray, int, int, int, double, double, int);
    ServedBy (*laplacian)(cv::InputArray, cv::OutputArray, int, int, double, double, int);
};

//! The entry point of libopencv_clconv_calls.so.
//! @param timed whether device times are measured
extern "C" __attribute__((visibility("default"))) const Calls* clconv_preload_calls(bool timed);

} // namespace clconv_preload
