// SPDX-License-Identifier: Apache-2.0
//
// Chains that people write (docs/chains), and the same stages as separate calls.

#pragma once

#include <opencv2/clconv/chain.hpp>

#include <functional>
#include <string>
#include <vector>

namespace bench {

//! The image depth, blur and border that a chain is made for.
struct ChainSettings
{
    int depth;     //!< of the images
    cv::Size blur; //!< size of the Gaussian; if there are two, of the smaller one
    int border;
};

struct UsualChain
{
    std::string name;
    int channels; //!< of its source images; 0: any number
    std::function<cv::clconv::Chain(const ChainSettings&)> chain;
    //! Filters are calls of clconv, other stages are chains of one stage; OpenCV's functions join two images.
    //! Intermediate images are kept from call to call.
    std::function<std::function<void(const cv::UMat&, cv::UMat&)>(const ChainSettings&)> oneByOne;
    std::function<std::function<void(const cv::UMat&, cv::UMat&)>(const ChainSettings&)> opencv;
    std::function<std::function<void(const cv::Mat&, cv::Mat&)>(const ChainSettings&)> opencvOnMats;
};

//! edges, unsharp, dog (difference of Gaussians), document, camera, levels
const std::vector<UsualChain>& usualChains();

} // namespace bench
