// SPDX-License-Identifier: Apache-2.0
//
// A filter by VkFFT: padding with the border REPLICATE, the convolution, and cropping, on OpenCV's queue.

#pragma once

#include "../bench/image_pairs.hpp"
#include "util/opencl.hpp"

#include <memory>

namespace vkfft {

std::string version();

//! What the image grows to: for the border, and to lengths that suit the transforms.
cv::Size paddedSize(const bench::Case& c);

//! Plans for one padded size and number of channels, and their buffers.
class Transforms
{
public:
    Transforms(cv::Size padded, int channels);
    ~Transforms();

    bool fits(cv::Size padded, int channels) const;

    //! Computes the spectrum.
    void setKernel(const cv::Mat& kernel);
    //! In place.
    void convolve();

    const cl::Buffer& planes() const; //!< one for each channel; rows are longer by two floats than the padded size

private:
    struct Plans;
    std::unique_ptr<Plans> plans_;
};

//! The whole filter for one case.
class Filter
{
public:
    Filter(const bench::Case& c, Transforms& transforms);

    void operator()(const bench::Pair& pair);

private:
    void pad(const cv::UMat& src);
    void crop(const cv::UMat& dst);

    cv::Size size_, padded_;
    int radius_;
    Transforms& transforms_;
    cl::Kernel pad_, crop_;
};

} // namespace vkfft
