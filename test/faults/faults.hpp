// SPDX-License-Identifier: Apache-2.0
//
// Calls on a device that fails: they run on the CPU, with a warning. For tests with an OpenCL in which single functions
// fail (faulty_opencl.hpp).

#pragma once

#include "runtime/captured_log.hpp"
#include "faults/faulty_opencl.hpp"
#include "cases/small.hpp"

#include <set>

namespace opencv_test {

using clconv_faults::Failing;
using clconv_faults::Function;

inline UMat onDevice(const Mat& image)
{
    UMat copy;
    image.copyTo(copy);
    return copy;
}

inline std::vector<Mat> bank()
{
    RNG rng(9);
    std::vector<Mat> kernels;
    for (int i = 0; i < 3; i++)
        kernels.push_back(randomKernel(Size(5, 3), CV_8U, CV_8U, Coefficients::Random, rng));
    return kernels;
}

inline void expectRight(const std::vector<UMat>& outputs, const Mat& src)
{
    ASSERT_EQ(bank().size(), outputs.size());
    for (size_t i = 0; i < outputs.size(); i++)
        EXPECT_EQ("", compared(outputs[i].getMat(ACCESS_READ), src, bank()[i])) << i;
}

//! Expects a line that is logged only once per process: by the first test that causes it.
inline void expectOnce(const Log& log, const std::string& words)
{
    static std::set<std::string> logged;
    EXPECT_EQ(logged.insert(words).second ? 1 : 0, log.count("WARN", words)) << log.text();
    EXPECT_EQ(log.count("WARN", words), log.count("WARN", "")) << log.text();
}

//! Puts the coefficients on the device, so that later only images need memory.
inline void warmUp(const char* forced = "", int type = CV_8UC1)
{
    clconv::ForceScope force(forced);
    UMat dst;
    std::vector<UMat> outputs;
    clconv::filterBank(onDevice(pixels(type)), outputs, -1, bank());
    clconv::filter2D(onDevice(pixels(type)), dst, -1, smallKernel());
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
}

} // namespace opencv_test
