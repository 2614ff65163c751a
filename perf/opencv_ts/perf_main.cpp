// SPDX-License-Identifier: Apache-2.0
//
// opencv_perf_clconv: performance tests in OpenCV's tree.

#include "perf_precomp.hpp"

CV_PERF_TEST_MAIN(clconv)
