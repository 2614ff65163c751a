// SPDX-License-Identifier: Apache-2.0
//
// The only difference between the two builds of these tests: stand-alone GoogleTest, or OpenCV's ts (with an old
// GoogleTest of its own) in OpenCV's tree, which defines __OPENCV_TESTS.

#ifndef CLCONV_TEST_PRECOMP_HPP
#define CLCONV_TEST_PRECOMP_HPP

#ifdef __OPENCV_TESTS
#include "opencv2/ts.hpp"
#define CLCONV_INSTANTIATE(...) INSTANTIATE_TEST_CASE_P(__VA_ARGS__)
#define CLCONV_SKIP(words) throw ::cvtest::SkipTestException(words)
#else
#include <gtest/gtest.h>
#define CLCONV_INSTANTIATE(...) INSTANTIATE_TEST_SUITE_P(__VA_ARGS__)
#define CLCONV_SKIP(words) GTEST_SKIP() << words
#endif

#include <opencv2/clconv.hpp>
#include <opencv2/core/ocl.hpp>

#include "api/filter2d.hpp"
#include "problem/params.hpp"

#include "lists.hpp"
#include "filter_case.hpp"

namespace opencv_test {

using namespace cv;
using namespace clconv_test;

//! Turns OpenCL off during its lifetime.
struct NoOpenCL
{
    NoOpenCL() { ocl::setUseOpenCL(false); }
    ~NoOpenCL() { ocl::setUseOpenCL(true); }
};

//! Whether the case's result is right and, if a name is given, that implementation ran.
inline ::testing::AssertionResult isRight(const FilterCase& filterCase,
                                          const std::string& implementation = std::string())
{
    const Result result = perform(filterCase);
    if (!result.error.empty())
        return ::testing::AssertionFailure()
               << describe(filterCase) << ", by " << result.implementation << ": " << result.error;
    if (!implementation.empty() && result.implementation != implementation)
        return ::testing::AssertionFailure()
               << describe(filterCase) << ": '" << result.implementation << "' ran, not '" << implementation << "'";
    return ::testing::AssertionSuccess();
}

} // namespace opencv_test

#endif // CLCONV_TEST_PRECOMP_HPP
