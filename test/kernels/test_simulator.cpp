// SPDX-License-Identifier: Apache-2.0
//
// A small run of each implementation, for a simulator that finds invalid accesses and data races (./dev oclgrind).

#include "cases/variants.hpp"

namespace opencv_test { namespace {

class Clconv_Oclgrind : public testing::TestWithParam<Variant>
{
};

//! Odd sizes, so that every block has an edge, and that nearly fill whole pages: OpenCV rounds its buffers up to 4 KiB,
//! and an access outside an image should be outside its buffer.
TEST_P(Clconv_Oclgrind, staysInsideItsImages)
{
    if (GetParam().image && !ocl::Device::getDefault().imageSupport())
        CLCONV_SKIP("the device has no images");
    static const int types[] = {CV_8UC1, CV_32FC1};
    const Size wholes[] = {Size(63, 65), Size(31, 33)}; // 4095 and 4092 bytes
    const Size margin(5, 4);
    for (int i = 0; i < 2; i++)
    {
        FilterCase filterCase = caseFor(GetParam(), types[i], types[i], Size(5, 3), BORDER_REFLECT_101);
        filterCase.size = wholes[i];
        expectRightOnce(GetParam(), filterCase);
        filterCase.srcParent = filterCase.dstParent = wholes[i];
        filterCase.size = wholes[i] - margin;
        filterCase.anchor = Point(4, 2);
        expectRightOnce(GetParam(), filterCase); // the first corner of both images
        filterCase.srcOrigin = filterCase.dstOrigin = Point(margin);
        filterCase.anchor = Point(0, 0);
        expectRightOnce(GetParam(), filterCase); // the last corner
        filterCase.border |= BORDER_ISOLATED;
        expectRightOnce(GetParam(), filterCase);
    }
}

CLCONV_INSTANTIATE(All, Clconv_Oclgrind, testing::ValuesIn(variants()), variantName);
CLCONV_INSTANTIATE(SharedCode, Clconv_Oclgrind, testing::ValuesIn(sharedCodeVariants()), variantName);

}} // namespace opencv_test
