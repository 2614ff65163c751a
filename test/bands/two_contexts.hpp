// SPDX-License-Identifier: Apache-2.0
//
// Two contexts of one device, which stand for two devices.

#pragma once

#include "support/fuzz/contexts.hpp"
#include "support/test_precomp.hpp"

namespace opencv_test {

inline const std::vector<ocl::OpenCLExecutionContext>& twoContexts()
{
    static const std::vector<ocl::OpenCLExecutionContext> contexts = clconv_test::contextsOf(1, 2);
    CV_Assert(contexts.size() == 2 && contexts[0].getContext().ptr() != contexts[1].getContext().ptr());
    return contexts;
}

} // namespace opencv_test
