// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The module's implementations, for tests and the fuzz program. Independent of GoogleTest.

#pragma once

#include "implementations/implementation.hpp"

#include <string>
#include <vector>

namespace clconv_test
{

//! The implementations of both lists.
inline std::vector<const cv::clconv::Implementation*> allImplementations()
{
    std::vector<const cv::clconv::Implementation*> all = cv::clconv::implementations();
    const std::vector<const cv::clconv::Implementation*>& banks = cv::clconv::bankImplementations();
    all.insert(all.end(), banks.begin(), banks.end());
    return all;
}

//! Whether it computes several kernels of filterBank in one launch.
inline bool takesBanks(const cv::clconv::Implementation& impl)
{
    for (const cv::clconv::Implementation* bank : cv::clconv::bankImplementations())
        if (bank == &impl)
            return true;
    return false;
}

//! Whether each kernel has a program of its own.
inline bool isSpecialized(const cv::clconv::Implementation& impl)
{
    return impl.name == std::string("specialized") || impl.name == std::string("cpu_specialized");
}

} // namespace clconv_test
