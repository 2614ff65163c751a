// SPDX-License-Identifier: Apache-2.0
//
// Counts the programs that OpenCL has to build for a tour of usual calls.

#pragma once

namespace bench {

//! Plans the calls of OpenCV's own performance tests for the functions of this module (modules/imgproc/perf:
//! opencl/perf_filters.cpp, perf_blur.cpp, perf_filter2d.cpp, perf_sobel.cpp), and those of a video program with ten
//! filters at three widths. Prints how many programs they need on the device, without building any.
int countProgramsOfTour();

} // namespace bench
