// SPDX-License-Identifier: Apache-2.0
//
// The border types and depths that tests and the fuzz program enumerate or draw from. They are listed only here;
// Clconv_Lists compares them with the module's. Independent of GoogleTest.

#pragma once

#include <opencv2/core.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace clconv_test {

inline const std::vector<int>& borderTypes()
{
    static const std::vector<int> all = {cv::BORDER_CONSTANT, cv::BORDER_REPLICATE, cv::BORDER_REFLECT, cv::BORDER_WRAP,
                                         cv::BORDER_REFLECT_101};
    return all;
}

//! "CONSTANT" for BORDER_CONSTANT, ...; empty for any other.
//! @param border without BORDER_ISOLATED
inline std::string borderName(int border)
{
    static const char* const names[] = {"CONSTANT", "REPLICATE", "REFLECT", "WRAP", "REFLECT_101"};
    const auto found = std::find(borderTypes().begin(), borderTypes().end(), border);
    return found == borderTypes().end() ? "" : names[found - borderTypes().begin()];
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

//! Depths that images have and filters of Mats do not: CV_16F, and those that OpenCV 5 adds.
inline const std::vector<int>& otherDepths()
{
#ifdef CV_DEPTH_CURR_MAX
    static const std::vector<int> all = {CV_16F, CV_16BF, CV_Bool, CV_64U, CV_64S, CV_32U};
#else
    static const std::vector<int> all = {CV_16F};
#endif
    return all;
}

//! Entry i of a list that repeats after its end.
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
