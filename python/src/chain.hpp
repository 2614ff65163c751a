// SPDX-License-Identifier: Apache-2.0
//
// The class clconv._clconv.Chain. All arguments are positional (clconv/chain.py).

#pragma once

#include <pybind11/pybind11.h>

namespace clconv_python {

void defineChain(pybind11::module_& module);

} // namespace clconv_python
