// SPDX-License-Identifier: Apache-2.0
//
// The OpenCL functions that the headers of opencl-clhpp call, through the pointers of OpenCV's core. The core loads the
// OpenCL library at run time, so the module does not link it. Only in opencv_contrib's form of the module.

#include <opencv2/core/cvdef.h>
#include <cvconfig.h>

#if defined HAVE_OPENCL && !defined HAVE_OPENCL_STATIC

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <tuple>

namespace {

template<typename F>
struct Signature;

template<typename R, typename... P>
struct Signature<R(CL_API_CALL*)(P...)>
{
    typedef R Result;
    template<size_t i>
    using Parameter = typename std::tuple_element<i, std::tuple<P...>>::type;
};

} // namespace

// The parameters of a function, and their names
#define A(number, name) Signature<decltype(&name)>::Parameter<number>
#define P_1(name) A(0, name) a
#define P_2(name) P_1(name), A(1, name) b
#define P_3(name) P_2(name), A(2, name) c
#define P_4(name) P_3(name), A(3, name) d
#define P_5(name) P_4(name), A(4, name) e
#define P_6(name) P_5(name), A(5, name) f
#define P_7(name) P_6(name), A(6, name) g
#define P_8(name) P_7(name), A(7, name) h
#define P_9(name) P_8(name), A(8, name) i
#define P_10(name) P_9(name), A(9, name) j
#define P_11(name) P_10(name), A(10, name) k
#define P_12(name) P_11(name), A(11, name) l
#define P_13(name) P_12(name), A(12, name) m
#define V_1 a
#define V_2 V_1, b
#define V_3 V_2, c
#define V_4 V_3, d
#define V_5 V_4, e
#define V_6 V_5, f
#define V_7 V_6, g
#define V_8 V_7, h
#define V_9 V_8, i
#define V_10 V_9, j
#define V_11 V_10, k
#define V_12 V_11, l
#define V_13 V_12, m

// As in OpenCV's headers of the pointers: they are of another library, its core.
#if defined _WIN32 && (defined BUILD_SHARED_LIBS || defined OPENCV_CORE_SHARED) &&                                     \
    !defined OPENCV_MODULE_IS_PART_OF_WORLD
#define POINTER extern __declspec(dllimport)
#else
#define POINTER extern
#endif

#define FORWARD(count, name)                                                                                           \
    POINTER decltype(&name) name##_pfn;                                                                                \
    extern "C" Signature<decltype(&name)>::Result CL_API_CALL name(P_##count(name))                                    \
    {                                                                                                                  \
        return name##_pfn(V_##count);                                                                                  \
    }
// clang-format off
FORWARD(1, clFinish) FORWARD(1, clFlush) FORWARD(1, clReleaseCommandQueue) FORWARD(1, clReleaseContext)
FORWARD(1, clReleaseDevice) FORWARD(1, clReleaseEvent) FORWARD(1, clReleaseKernel) FORWARD(1, clReleaseMemObject)
FORWARD(1, clReleaseProgram) FORWARD(1, clRetainCommandQueue) FORWARD(1, clRetainContext) FORWARD(1, clRetainDevice)
FORWARD(1, clRetainEvent) FORWARD(1, clRetainMemObject) FORWARD(1, clRetainProgram)
FORWARD(2, clWaitForEvents)
FORWARD(3, clCreateKernel) FORWARD(3, clGetPlatformIDs)
FORWARD(4, clEnqueueBarrierWithWaitList) FORWARD(4, clEnqueueMarkerWithWaitList) FORWARD(4, clSetEventCallback)
FORWARD(4, clSetKernelArg)
FORWARD(5, clCreateBuffer) FORWARD(5, clGetCommandQueueInfo) FORWARD(5, clGetDeviceIDs) FORWARD(5, clGetDeviceInfo)
FORWARD(5, clGetEventInfo) FORWARD(5, clGetEventProfilingInfo) FORWARD(5, clGetMemObjectInfo)
FORWARD(5, clGetPlatformInfo)
FORWARD(6, clCreateContext) FORWARD(6, clCreateImage) FORWARD(6, clEnqueueUnmapMemObject)
FORWARD(6, clGetKernelWorkGroupInfo) FORWARD(6, clGetSupportedImageFormats)
FORWARD(9, clEnqueueCopyBuffer) FORWARD(9, clEnqueueCopyBufferToImage) FORWARD(9, clEnqueueFillBuffer)
FORWARD(9, clEnqueueNDRangeKernel) FORWARD(9, clEnqueueReadBuffer) FORWARD(9, clEnqueueWriteBuffer)
FORWARD(10, clEnqueueMapBuffer)
FORWARD(13, clEnqueueCopyBufferRect)
// clang-format on

#endif
