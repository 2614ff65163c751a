// SPDX-License-Identifier: Apache-2.0
//
// With wrong or unusual arguments of all kinds, the eight functions throw the exceptions, or give the images, of
// OpenCV's on a Mat. support/unusual lists deliberate differences. test/run makes the same calls under clconv-run.

#include "support/test_precomp.hpp"
#include "support/unusual/unusual_call.hpp"

namespace opencv_test { namespace {

void performByClconv(const UnusualCall& call, InputArray src, OutputArray dst)
{
    CLCONV_PERFORM(clconv, call, src, dst)
}

class Clconv_UnusualArguments : public ::testing::TestWithParam<Function>
{
};

//! Uses the implementation whose programs are built fastest; other tests compare the others' numbers.
TEST_P(Clconv_UnusualArguments, doOnUMatsWhatTheyDoOnAMat)
{
    const clconv::ForceScope force("reference");
    for (const UnusualCall& call : unusualCalls(GetParam()))
        EXPECT_EQ("", findDifference(call, performByClconv)) << nameOf(call.function) << ", " << call.what;
}

TEST_P(Clconv_UnusualArguments, doTheSameOnMats)
{
    for (const UnusualCall& call : unusualCalls(GetParam()))
        EXPECT_EQ("", findDifferenceOnMats(call, performByClconv)) << nameOf(call.function) << ", " << call.what;
}

CLCONV_INSTANTIATE(Functions, Clconv_UnusualArguments, ::testing::ValuesIn(allFunctions()));

}} // namespace opencv_test
