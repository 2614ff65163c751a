// SPDX-License-Identifier: Apache-2.0
//
// Chains that people write (docs/chains), and the same stages as calls, one by one.

#pragma once

#include <opencv2/clconv/chain.hpp>

#include <functional>
#include <string>
#include <vector>

namespace bench {

//! What a chain is applied with.
struct ChainSettings
{
    int depth;     //!< of the images
    cv::Size blur; //!< of the Gaussian; of two the smaller one
    int border;
};

struct UsualChain
{
    std::string name;
    int channels; //!< of its images; 0: any number
    std::function<cv::clconv::Chain(const ChainSettings&)> chain;
    //! Filters of clconv, other stages as chains of one stage; OpenCV's functions where two images are joined. The
    //! images in between are kept from call to call.
    std::function<std::function<void(const cv::UMat&, cv::UMat&)>(const ChainSettings&)> oneByOne;
    std::function<std::function<void(const cv::UMat&, cv::UMat&)>(const ChainSettings&)> opencv;
    std::function<std::function<void(const cv::Mat&, cv::Mat&)>(const ChainSettings&)> opencvOnMats;
};

//! edges, unsharp, dog (difference of Gaussians), document, camera, levels.
const std::vector<UsualChain>& usualChains();

} // namespace bench
