// SPDX-License-Identifier: Apache-2.0
//
// What the implementations of chains have in common.

#pragma once

#include "implementations/checks.hpp"
#include "problem/fusion.hpp"

namespace cv { namespace clconv {

//! Whether pixels beside the image can be copied from inside the first and the last tile of a row. The last tile begins
//! inside the one before it; no other tile may reach beyond the edge.
bool hasEdges(const Problem& problem, int pixels);

//! A reason if an image is too small for tiles of so many pixels.
std::string chainUnsupported(const Problem& problem, int pixels);

//! Options of kernels/common/stages.cl, and the layout of the numbers.
void configureStages(const Problem& problem, Plan& plan);

//! A multiply-add for each number: the taps of both passes, and a few more.
MultiplyAdds stagesMultiplyAdds(const Problem& problem, const Params&);

}} // namespace cv::clconv
