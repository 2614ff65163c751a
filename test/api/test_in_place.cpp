// SPDX-License-Identifier: Apache-2.0
//
// In place to another depth when the CPU finishes the call: the output gets a new buffer, and the source must remain
// valid until then.

#include "support/test_precomp.hpp"

namespace opencv_test { namespace {

const Rect region(5, 4, 23, 17);

Mat pixels()
{
    RNG rng(21);
    return randomImage(Size(37, 29), CV_8UC1, rng);
}

Mat kernel()
{
    RNG rng(22);
    return randomKernel(Size(3, 5), CV_8U, CV_32F, Coefficients::Random, rng);
}

//! Expects that in place to CV_32F gives the result of separate images.
void expectRightInPlace(UMat& image, const Mat& original, bool onCpu = true)
{
    const Exact exact = exactSums(FilterInput{original, kernel(), Point(-1, -1), 0, BORDER_DEFAULT, CV_32F});
    clconv::filter2D(image, image, CV_32F, kernel());
    if (onCpu)
    {
        EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
    }
    EXPECT_EQ("", findDifference(image.getMat(ACCESS_READ).clone(), exact, Tolerance::PlainSum));
}

TEST(Clconv_InPlace, anImageMadeWithoutOpenCL)
{
    UMat image, parent;
    {
        NoOpenCL off;
        pixels().copyTo(image);
        pixels().copyTo(parent);
    }
    expectRightInPlace(image, pixels(), false); // in bands
    UMat part = parent(region);
    expectRightInPlace(part, pixels()(region), false); // in bands
}

TEST(Clconv_InPlace, withOpenCLSwitchedOff)
{
    NoOpenCL off;
    UMat image, parent;
    pixels().copyTo(image);
    pixels().copyTo(parent);
    expectRightInPlace(image, pixels());
    UMat part = parent(region);
    parent.release();
    expectRightInPlace(part, pixels()(region));
}

TEST(Clconv_InPlace, anImageOfTheDeviceWithOpenCLSwitchedOff)
{
    UMat image, parent;
    pixels().copyTo(image);
    pixels().copyTo(parent);
    NoOpenCL off;
    expectRightInPlace(image, pixels());
    UMat part = parent(region);
    expectRightInPlace(part, pixels()(region));
}

//! No program can be launched on a mapped image, so the call runs on the CPU after its output was created.
TEST(Clconv_InPlace, whereTheDeviceFails)
{
    UMat image, parent;
    pixels().copyTo(image);
    pixels().copyTo(parent);
    const UMat sameImage = image, sameParent = parent; // a mapped image must not be released
    const Mat mappedImage = image.getMat(ACCESS_READ), mappedParent = parent.getMat(ACCESS_READ);
    expectRightInPlace(image, pixels());
    UMat part = parent(region);
    expectRightInPlace(part, pixels()(region));
}

}} // namespace opencv_test
