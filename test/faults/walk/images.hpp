// SPDX-License-Identifier: Apache-2.0
//
// Images and filters of the walk's calls.

#pragma once

#include "uses.hpp"

#include <opencv2/imgproc.hpp>

namespace clconv_faults {

const int border = cv::BORDER_REFLECT | cv::BORDER_ISOLATED;

//! Sparse, so that every implementation supports it, and an outer product.
cv::Mat filterTaps(int index = 0);

//! Source and outputs of one run.
class Images
{
public:
    explicit Images(const Use& use);

    void call(Kind kind);

    //! Whether the source is what it was, also after an exception.
    std::string checkSource() const;

    //! Reads the outputs back.
    std::string check(Kind kind) const;

private:
    const cv::Mat content_;
    cv::Mat padded_, mat_;
    cv::UMat parent_, source_, filter_;
    std::vector<cv::Mat> matOutputs_; // before the UMats over them
    std::vector<cv::UMat> outputs_;
    bool toMat_, fromMat_, filterIsUMat_;
};

} // namespace clconv_faults
