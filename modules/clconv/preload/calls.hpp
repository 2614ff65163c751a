// SPDX-License-Identifier: Apache-2.0
//
// What the two libraries of clconv-run have in common: the functions that are served, and the table by which
// libopencv_clconv_preload.so, which every process loads, calls libopencv_clconv_calls.so, which only processes load
// whose filter calls are to be served. The first must not depend on OpenCV: a process may use another one, or none. The
// Python module serves calls of a patched cv2 by the same table (python/src/patch).

#pragma once

#include <opencv2/imgproc.hpp>

#include <cstddef>

namespace clconv_preload {

#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 11)
#define CLCONV_HINT_PARAMETER , cv::AlgorithmHint hint
#define CLCONV_HINT , hint
#else
#define CLCONV_HINT_PARAMETER
#define CLCONV_HINT
#endif
#define CLCONV_IMAGES cv::InputArray src, cv::OutputArray dst

// clang-format off
//! The functions that are served: F(name, (parameters), arguments after the images).
#define CLCONV_SERVED(F) \
    F(filter2D, (CLCONV_IMAGES, int ddepth, cv::InputArray kernel, cv::Point anchor, double delta, int border), \
      ddepth, kernel, anchor, delta, border) \
    F(sepFilter2D, \
      (CLCONV_IMAGES, int ddepth, cv::InputArray kx, cv::InputArray ky, cv::Point anchor, double delta, int border), \
      ddepth, kx, ky, anchor, delta, border) \
    F(GaussianBlur, \
      (CLCONV_IMAGES, cv::Size ksize, double sigmaX, double sigmaY, int border CLCONV_HINT_PARAMETER), \
      ksize, sigmaX, sigmaY, border CLCONV_HINT) \
    F(boxFilter, (CLCONV_IMAGES, int ddepth, cv::Size ksize, cv::Point anchor, bool normalize, int border), \
      ddepth, ksize, anchor, normalize, border) \
    F(blur, (CLCONV_IMAGES, cv::Size ksize, cv::Point anchor, int border), ksize, anchor, border) \
    F(Sobel, (CLCONV_IMAGES, int ddepth, int dx, int dy, int ksize, double scale, double delta, int border), \
      ddepth, dx, dy, ksize, scale, delta, border) \
    F(Scharr, (CLCONV_IMAGES, int ddepth, int dx, int dy, double scale, double delta, int border), \
      ddepth, dx, dy, scale, delta, border) \
    F(Laplacian, (CLCONV_IMAGES, int ddepth, int ksize, double scale, double delta, int border), \
      ddepth, ksize, scale, delta, border)
// clang-format on

#define CLCONV_NAME(name, ...) name,
enum class Function
{
    CLCONV_SERVED(CLCONV_NAME) count
};
#undef CLCONV_NAME
const int functionCount = int(Function::count);

// clang-format off
//! Why a call went to OpenCV: F(name, the report's words).
#define CLCONV_REASONS(F) \
    F(NoUMats, "not on UMats") \
    F(NoOpenCL, "no OpenCL device in use") \
    F(Refused, "refused by clconv") \
    F(OtherOpenCV, "another OpenCV") \
    F(NoLibrary, "clconv not loaded") \
    F(Small, "too small") \
    F(Faster, "faster on the CPU") \
    F(Rare, "too rare to build for") \
    F(Building, "program being built") \
    F(Off, "calls on Mats are off")
// clang-format on

#define CLCONV_NAME(name, ...) name,
enum class Reason
{
    CLCONV_REASONS(CLCONV_NAME) count
};
#undef CLCONV_NAME

//! Images of fewer scalars are so small that a launch never pays.
const int minScalars = 64 * 64;

//! Who computed a call that clconv was to serve.
enum class ServedBy
{
    Clconv,
    OpenCVOnMats, //!< in the place of UMats, because clconv refused the call
    Nobody        //!< of calls on images of the host: the output is as before
};

//! Where a call's images are.
enum class Memory
{
    Device,
    Host, //!< Mats, and UMats where OpenCV has no device
    None  //!< nowhere that clconv serves
};

//! Calls of clconv's functions. Except for rethrow they throw nothing.
struct Calls
{
    //! Where UMats of this thread are.
    Memory (*memoryOfUMats)();
    //! Why the thread's last call on images of the host was not served.
    Reason (*whyNotOnHost)();
    //! Notes the time that OpenCV's function took for that call instead.
    void (*addCpuTime)(double seconds);
    //! Throws what the thread's last call threw, if anything. Called after the call, since an exception that crosses a
    //! function with something to clean up needs the C++ library.
    void (*rethrow)();
    //! Ends what runs in the background: to be called when the main thread calls exit().
    void (*stop)();
    //! Writes the implementations that ran, with the number of calls, and the device time; empty if no call was served.
    void (*describe)(Function function, char* text, size_t size);
    //! Waits for all launches, so that describe() has their times. Not while the process ends.
    void (*readTimes)();

#define CLCONV_MEMBER(name, parameters, ...) ServedBy(*name) parameters;
    CLCONV_SERVED(CLCONV_MEMBER)
#undef CLCONV_MEMBER
};

//! The entry point of libopencv_clconv_calls.so; the Python module finds it in libopencv_clconv.so.
//! @param timed whether device times are measured
extern "C" __attribute__((visibility("default"))) const Calls* clconv_preload_calls(bool timed);

} // namespace clconv_preload
