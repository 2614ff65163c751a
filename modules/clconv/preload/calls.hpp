// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What the two libraries of clconv-run have in common: the functions that are served, and the table by which
// libopencv_clconv_preload.so, which every process loads, calls libopencv_clconv_calls.so, which only processes with
// filter calls on UMats load. The first must not depend on OpenCV: a process may use another one, or none.

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

//! Calls of clconv's functions. Each returns whether the call was served; if not, the output is as before.
struct Calls
{
    //! whether OpenCV uses a device in this thread
    bool (*openclIsOn)();
    //! Where the thread's last call on Mats was not served: why.
    Reason (*whyNotOnMats)();
    //! Notes the time that OpenCV's function took for it instead.
    void (*addCpuTime)(double seconds);
    //! Ends what runs in the background: to be called when the main thread calls exit().
    void (*stop)();
    //! Writes the implementations that ran, with the number of calls, and the device time; empty if no call was served.
    void (*describe)(Function function, char* text, size_t size);

    bool (*filter2D)(cv::InputArray, cv::OutputArray, int, cv::InputArray, cv::Point, double, int);
    bool (*sepFilter2D)(cv::InputArray, cv::OutputArray, int, cv::InputArray, cv::InputArray, cv::Point, double, int);
#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 11)
    bool (*gaussianBlur)(cv::InputArray, cv::OutputArray, cv::Size, double, double, int, cv::AlgorithmHint);
#else
    bool (*gaussianBlur)(cv::InputArray, cv::OutputArray, cv::Size, double, double, int);
#endif
    bool (*boxFilter)(cv::InputArray, cv::OutputArray, int, cv::Size, cv::Point, bool, int);
    bool (*blur)(cv::InputArray, cv::OutputArray, cv::Size, cv::Point, int);
    bool (*sobel)(cv::InputArray, cv::OutputArray, int, int, int, int, double, double, int);
    bool (*scharr)(cv::InputArray, cv::OutputArray, int, int, int, double, double, int);
    bool (*laplacian)(cv::InputArray, cv::OutputArray, int, int, double, double, int);
};

//! The entry point of libopencv_clconv_calls.so.
//! @param timed whether device times are measured
extern "C" __attribute__((visibility("default"))) const Calls* clconv_preload_calls(bool timed);

} // namespace clconv_preload
