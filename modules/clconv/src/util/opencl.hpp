// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// OpenCL as this module uses it: opencl-clhpp with exceptions, at the level every device of the last decade has. Not to be
// included beside OpenCV's own runtime headers, which declare the same functions in another way.

#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
