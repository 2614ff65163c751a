// SPDX-License-Identifier: Apache-2.0
//
// Images and filters for the walk's calls.

#pragma once

#include "uses.hpp"

#include <opencv2/imgproc.hpp>

namespace clconv_faults {

const int border = cv::BORDER_REFLECT | cv::BORDER_ISOLATED;

//! Sparse and an outer product, so that every implementation supports it.
cv::Mat filterTaps(int index = 0);

//! Source and outputs of one run.
class Images
{
public:
    explicit Images(const Use& use);

    void call(Kind kind);

    //! What is wrong with the source, which must be unchanged even after an exception.
    std::string checkSource() const;

    //! Reads the outputs back; returns what is wrong.
    std::string check(Kind kind) const;

private:
    const cv::Mat content_;
    cv::Mat padded_, mat_;
    cv::UMat parent_, source_, filter_;
    std::vector<cv::Mat> matOutputs_; // must outlive the UMats over them
    std::vector<cv::UMat> outputs_;
    bool toMat_, fromMat_, filterIsUMat_;
};

} // namespace clconv_faults
