// SPDX-License-Identifier: Apache-2.0
//
// What fft and fft_large share: fft_large computes outputs of doubtful accuracy by fft, and both use these steps.

#pragma once

#include "implementations/checks.hpp"

namespace cv { namespace clconv {

extern const Implementation fftImplementation;

//! How much a work-item computes in each function of kernels/gpu/fft/fft_points.cl: additions, products and
//! multiply-adds, each counted as one. Signs are free.
namespace fft_operations {

const int points = 16;                //!< FFT_POINTS
const int rotate = 4;                 //!< two products, two multiply-adds
const int transform2 = 2 * 2;         //!< two additions of complex numbers
const int transform4 = 8 * 2;         //!< eight additions of complex numbers
const int multiply = points * 4;      //!< four multiply-adds a number
const int rotationsOfTransform16 = 8; //!< of sixteen; the others are by 1 and -i

const int transform16 = 8 * transform4 + rotationsOfTransform16 * rotate;

} // namespace fft_operations
}} // namespace cv::clconv
