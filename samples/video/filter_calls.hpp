// SPDX-License-Identifier: Apache-2.0
//
// The calls of filter2D that make a filter, with the function of an engine. clconv and stock differ in that function
// pointer: that is all a program has to change.

#ifndef CLCONV_SAMPLES_FILTER_CALLS_HPP
#define CLCONV_SAMPLES_FILTER_CALLS_HPP

#include "filters.hpp"

#include <string>
#include <vector>

namespace samples {

using Filter2D = void (*)(cv::InputArray, cv::OutputArray, int, cv::InputArray, cv::Point, double, int);

//! @param engine clconv or stock, for UMats; opencv-cpu, for Mats
Filter2D filter2DOf(const std::string& engine);

//! Memory between the steps of a filter, kept from frame to frame. @p Array is cv::Mat or cv::UMat.
template<class Array>
struct FilterMemory
{
    std::vector<Array> parts; //!< results of the linear filters
    Array magnitude;
};

//! The linear filters, into @p memory.
template<class Array>
void filterParts(Filter2D filter2D, const Filter& filter, int border, const Array& source, FilterMemory<Array>& memory)
{
    memory.parts.resize(filter.linear.size());
    for (size_t i = 0; i < filter.linear.size(); i++)
    {
        const LinearFilter& linear = filter.linear[i];
        filter2D(source, memory.parts[i], linear.ddepth, linear.kernel, linear.anchor, linear.delta, border);
    }
}

//! Joins two results to the magnitude of the vector that they are, with 8 bits; a single one remains as it is, and
//! @p result shares its memory.
template<class Array>
void joinParts(FilterMemory<Array>& memory, Array& result)
{
    if (memory.parts.size() == 1)
    {
        result = memory.parts[0];
        return;
    }
    cv::magnitude(memory.parts[0], memory.parts[1], memory.magnitude);
    memory.magnitude.convertTo(result, CV_8U);
}

//! The whole filter into memory of @p result's own.
template<class Array>
void applyFilter(Filter2D filter2D, const Filter& filter, int border, const Array& source, FilterMemory<Array>& memory,
                 Array& result)
{
    if (filter.linear.size() == 1)
    {
        const LinearFilter& linear = filter.linear[0];
        filter2D(source, result, linear.ddepth, linear.kernel, linear.anchor, linear.delta, border);
        return;
    }
    filterParts(filter2D, filter, border, source, memory);
    joinParts(memory, result);
}

} // namespace samples

#endif // CLCONV_SAMPLES_FILTER_CALLS_HPP
