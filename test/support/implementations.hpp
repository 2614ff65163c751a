// SPDX-License-Identifier: Apache-2.0
//
// The module's implementations, for tests and the fuzz program. Independent of GoogleTest.

#pragma once

#include "implementations/implementation.hpp"

#include <string>
#include <vector>

namespace clconv_test {

//! An implementation, and the number of filters in its launches.
struct Launches
{
    const cv::clconv::Implementation* impl;
    int filters;
};

//! All implementations with one filter, and those that support banks also with three.
inline std::vector<Launches> allLaunches()
{
    std::vector<Launches> all;
    for (const cv::clconv::Implementation* impl : cv::clconv::implementations())
        for (int filters : {1, 3})
            if (filters == 1 || impl->has(cv::clconv::TakesFilters))
                all.push_back({impl, filters});
    return all;
}

//! Whether each kernel needs its own program.
inline bool isSpecialized(const cv::clconv::Implementation& impl)
{
    return impl.has(cv::clconv::Specializes);
}

//! "PX=4 ROWS=2", in the order of the names
inline std::string textOf(const cv::clconv::Params& params)
{
    std::string text;
    for (const auto& param : params)
        text += (text.empty() ? "" : " ") + param.first + "=" + std::to_string(param.second);
    return text;
}

} // namespace clconv_test
