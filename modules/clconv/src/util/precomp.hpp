// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What every source file of the module sees. Installed OpenCV headers only, so that the same sources build in OpenCV's
// tree and outside of it, and no OpenCL headers: those are in launch.cpp and its neighbours alone (see opencl.hpp).

#pragma once

#include "opencv2/clconv.hpp"
#include "opencv2/core/ocl.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>
