// SPDX-License-Identifier: Apache-2.0
//
// Common includes of the performance tests for OpenCV's test framework.

#pragma once

#include "opencv2/ts.hpp"
#include "opencv2/ts/ocl_perf.hpp"
#include "opencv2/clconv.hpp"

namespace opencv_test {
using namespace perf;
}
