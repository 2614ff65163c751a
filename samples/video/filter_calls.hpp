// SPDX-License-Identifier: Apache-2.0
//
// Runs a chain of filters with the functions of an engine: clconv with one object, OpenCV filter by filter.

#ifndef CLCONV_SAMPLES_FILTER_CALLS_HPP
#define CLCONV_SAMPLES_FILTER_CALLS_HPP

#include "filters.hpp"

#include <opencv2/clconv/chain.hpp>
#include <opencv2/imgproc.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace samples {

//! @param count number of filters, from the first on; if larger than the chain, all
cv::clconv::Chain clconvChain(const FilterChain& chain, size_t count = SIZE_MAX);

//! The images that OpenCV's functions write between the source of `edges` and the result, reused from image to image.
//! @p Array is cv::Mat or cv::UMat.
template<class Array>
struct EdgesMemory
{
    Array dx, dy, magnitude;
};

//! Applies one filter by OpenCV's functions. The result has the type of the source, of integers.
template<class Array>
void applyFilter(const Filter& filter, int border, const Array& source, EdgesMemory<Array>& memory, Array& result)
{
    if (!filter.kernel.empty())
    {
        cv::filter2D(source, result, -1, filter.kernel, filter.anchor, filter.delta, border);
        return;
    }
    const cv::Matx33f derivative(-3, 0, 3, -10, 0, 10, -3, 0, 3); // Scharr's, along x
    cv::filter2D(source, memory.dx, CV_32F, derivative, filter.anchor, filter.delta, border);
    cv::filter2D(source, memory.dy, CV_32F, derivative.t(), filter.anchor, filter.delta, border);
    cv::magnitude(memory.dx, memory.dy, memory.magnitude);
    memory.magnitude.convertTo(result, source.depth(), .5); // makes faint edges visible; strong ones saturate
}

//! Applies a chain by an engine, to the images of one source: clconv's object keeps plans for a few sizes.
template<class Array>
class ChainCalls
{
public:
    //! @param engine clconv or stock, for UMats; opencv-cpu, for Mats
    ChainCalls(const std::string& engine, const FilterChain& chain) : chain_(chain)
    {
        for (size_t count = 1; engine == "clconv" && count <= chain.filters.size(); count++)
            clconv_.push_back(clconvChain(chain, count));
    }

    //! @param results one for each filter. OpenCV's functions write all of them, clconv only the last one.
    void apply(const Array& source, std::vector<Array>& results)
    {
        results.resize(chain_.filters.size());
        if (!clconv_.empty())
            return clconv_.back().apply(source, results.back());
        for (size_t i = 0; i < results.size(); i++)
            applyFilter(chain_.filters[i], chain_.border, i ? results[i - 1] : source, memory_, results[i]);
    }

    //! Computes the results that apply() left out, for comparisons: by chains of the first filter, the first two, ...
    void applyRest(const Array& source, std::vector<Array>& results) const
    {
        for (size_t i = 0; i + 1 < clconv_.size(); i++)
            clconv_[i].apply(source, results[i]);
    }

    //! What clconv's explain() reports about the chain.
    std::string explain(const Array& source) const { return clconv_.back().explain(source); }

private:
    FilterChain chain_;
    std::vector<cv::clconv::Chain> clconv_; // of the first filter, of the first two, and so on; or empty
    EdgesMemory<Array> memory_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_FILTER_CALLS_HPP
