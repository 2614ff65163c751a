// SPDX-License-Identifier: Apache-2.0
//
// Runs kernels for NVIDIA's matrix units on any machine: clang compiles the kernel, with the options of its plan, to a
// shared library for the host, and each work-item of a group is a thread. Products are exact; sums are truncated and
// rounded towards zero as in matrix units (products.cpp; the method of M. Fasi et al., "Numerical behavior of NVIDIA
// tensor cores", PeerJ Computer Science 7:e330, 2021).

#pragma once

#include "problem/plan.hpp"

#include "opencv2/core.hpp"

namespace clconv_test {

class EmulatedKernel
{
public:
    //! @param clang path of the compiler
    //! @throws std::runtime_error with its messages
    EmulatedKernel(const cv::clconv::Plan& plan, const std::string& clang);
    ~EmulatedKernel();
    EmulatedKernel(const EmulatedKernel&) = delete;
    EmulatedKernel& operator=(const EmulatedKernel&) = delete;

    //! Runs all work-groups of the plan, one after the other.
    void run(const cv::clconv::Problem& problem, const cv::clconv::Geometry& geometry, const uchar* src, uchar* dst,
             const std::vector<uchar>& coefficients, double delta) const;

private:
    const cv::clconv::Plan plan_;
    void* library_ = nullptr;
    void* function_ = nullptr;
};

} // namespace clconv_test
