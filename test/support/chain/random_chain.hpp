// SPDX-License-Identifier: Apache-2.0
//
// Random chains, and the same stages one by one.

#pragma once

#include "opencv2/clconv/chain.hpp"

#include <functional>
#include <string>
#include <vector>

namespace clconv_test {

//! A stage, as it is added to a chain and as a call.
struct ChainStep
{
    std::string text;
    std::function<void(cv::clconv::Chain&)> add;
    std::function<void(const cv::UMat& source, const cv::UMat& image, cv::UMat& result)> run;
};

struct RandomChain
{
    std::vector<ChainStep> steps;
    int type; //!< of the source

    cv::clconv::Chain chain() const;
    cv::UMat runOneByOne(const cv::UMat& source) const;
    std::string text() const;
};

//! Stages that can follow one another, from an image of that type on.
//! @param stages number of them
RandomChain randomChain(int type, int stages, cv::RNG& rng);

} // namespace clconv_test
