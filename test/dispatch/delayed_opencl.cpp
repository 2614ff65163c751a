// SPDX-License-Identifier: Apache-2.0
//
// An OpenCL whose builds take up to a fifth of a second longer, at random. A test that names it in
// OPENCV_OPENCL_RUNTIME makes calls while the states of their programs change. OpenCV takes all other functions from
// the ICD loader, with which this library is linked.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <dlfcn.h>

#include <chrono>
#include <mutex>
#include <random>
#include <thread>

//! Most delays are short and a few long, so that calls meet each state of a program.
static std::chrono::duration<double> nextDelay()
{
    static std::mutex mutex;
    static std::mt19937 random;
    const double longest = 0.2;
    const std::lock_guard<std::mutex> lock(mutex);
    const double part = std::uniform_real_distribution<double>()(random);
    return std::chrono::duration<double>(longest * part * part * part);
}

extern "C" cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint devices, const cl_device_id* list,
                                             const char* options,
                                             void(CL_CALLBACK* notify)(cl_program program, void* data), void* data)
{
    static const auto next = reinterpret_cast<decltype(&clBuildProgram)>(dlsym(RTLD_NEXT, "clBuildProgram"));
    std::this_thread::sleep_for(nextDelay());
    return next(program, devices, list, options, notify, data);
}
