// SPDX-License-Identifier: Apache-2.0
//
// Calls of a patched cv2 (clconv/patch.py): served by clconv, or passed on to cv2's own function, and counted.

#pragma once

#include <pybind11/pybind11.h>

namespace clconv_python {

void definePatch(pybind11::module_& module);

} // namespace clconv_python
