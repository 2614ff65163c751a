// SPDX-License-Identifier: Apache-2.0
//
// clconv_explain_chain: prints how the benchmark's chain "edges" would run on bytes of 640x480, as clconv_explain does
// for single filters.

#include "opencv2/clconv/chain.hpp"

#include <iostream>

int main()
{
    const cv::UMat image(480, 640, CV_8UC1);
    std::cout << cv::clconv::Chain().GaussianBlur(cv::Size(3, 3), 0).gradientMagnitude(CV_8U).explain(image);
}
