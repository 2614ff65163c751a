// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Border types and depths that tests and the fuzz program enumerate or draw from. They are listed here alone;
// Clconv_Lists compares them with the names that the module has. Independent of GoogleTest.

#pragma once

#include <opencv2/core.hpp>

#include <vector>

namespace clconv_test
{

//! Those of filter2D, without BORDER_ISOLATED.
inline const std::vector<int>& borderTypes()
{
    static const std::vector<int> all = {cv::BORDER_CONSTANT, cv::BORDER_REPLICATE, cv::BORDER_REFLECT, cv::BORDER_WRAP,
                                         cv::BORDER_REFLECT_101};
    return all;
}

inline const std::vector<int>& integerDepths()
{
    static const std::vector<int> all = {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S};
    return all;
}

inline const std::vector<int>& floatDepths()
{
    static const std::vector<int> all = {CV_32F, CV_64F};
    return all;
}

inline std::vector<int> joined(std::vector<int> first, const std::vector<int>& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

inline const std::vector<int>& depths()
{
    static const std::vector<int> all = joined(integerDepths(), floatDepths());
    return all;
}

//! Entry i of a list that begins again at its end.
template<typename T>
const T& entry(const std::vector<T>& list, int i)
{
    return list[size_t(i) % list.size()];
}

template<typename T>
const T& oneOf(const std::vector<T>& list, cv::RNG& rng)
{
    return list[size_t(rng.uniform(0, int(list.size())))];
}

template<typename T, size_t N>
const T& oneOf(const T (&list)[N], cv::RNG& rng)
{
    return list[rng.uniform(0, int(N))];
}

} // namespace clconv_test
