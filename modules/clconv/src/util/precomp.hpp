// SPDX-License-Identifier: Apache-2.0
//
// Common includes of all source files. Installed OpenCV headers only, so that the same sources build inside and outside
// OpenCV's tree, and no OpenCL headers: few files need them (see opencl.hpp).

#pragma once

#include "opencv2/clconv.hpp"
#include "opencv2/core/ocl.hpp"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>
