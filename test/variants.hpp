// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The implementations as tests force them, and what each of them documents to refuse.

#pragma once

#include "test_precomp.hpp"

#include "coefficients.hpp"
#include "device_traits.hpp"
#include "literals.hpp"

namespace opencv_test
{

struct Variant
{
    const char* force;
    const char* name;
    bool sampler;  //!< borders through the sampler's address mode: REPLICATE and CONSTANT only
    bool image;    //!< 1, 2 or 4 channels, no 64F source
    bool factored; //!< kernels of rank 1 only
    bool products; //!< 8-bit sources, float sums, coefficients in fixed point, NVIDIA's matrix units
    bool literal;  //!< a program for one kernel alone, of 1 to 400 taps that are not zero
};

inline void PrintTo(const Variant& variant, std::ostream* out)
{
    *out << variant.force;
}

//! All implementations with those parameters that change the way the source is read.
inline std::vector<Variant> variants()
{
    static const Variant all[] = {{"reference", "reference", false, false, false, false, false},
                                  {"direct", "direct", false, false, false, false, false},
                                  {"local:FILL=1", "local", false, false, false, false, false},
                                  {"local:FILL=0", "local", false, false, false, false, false},
                                  {"image:IMAGE_1D=1", "image", false, true, false, false, false},
                                  {"image:IMAGE_1D=0", "image", false, true, false, false, false},
                                  {"image:IMAGE_1D=0,SAMPLER=1", "image", true, true, false, false, false},
                                  {"separable", "separable", false, false, true, false, false},
                                  {"cpu", "cpu", false, false, false, false, false},
                                  {"cpu_separable", "cpu_separable", false, false, true, false, false},
                                  {"literal", "literal", false, false, false, false, true},
                                  {"cpu_literal", "cpu_literal", false, false, false, false, true},
                                  {"mma", "mma", false, false, false, true, false},
                                  {"mma:UNROLL=0", "mma", false, false, false, true, false}};
    return std::vector<Variant>(all, all + sizeof(all) / sizeof(all[0]));
}

//! Whether `mma` documents that it takes this.
inline bool holdsProducts(const Trial& trial)
{
    const int depth = CV_MAT_DEPTH(trial.srcType);
    if (clconv::traitsOf(ocl::Device::getDefault()).nvidiaCompute < 80 || (depth != CV_8U && depth != CV_8S) ||
        trial.dstDepth() == CV_64F || CV_MAT_CN(trial.srcType) > 4 || trial.kernelSize().width > 41 ||
        !trial.kernelY.empty())
        return false;
    const double error = 255 * clconv::analyse(trial.kernel, CV_32F).fixedPoint.error;
    return error == 0 || (error <= 1. / 1024 && trial.dstDepth() != CV_32F);
}

//! Whether `literal` documents that it takes this.
inline bool holdsLiterals(const Trial& trial)
{
    const bool wide = CV_MAT_DEPTH(trial.srcType) == CV_64F || trial.dstDepth() == CV_64F;
    const int accDepth = wide ? CV_64F : CV_32F;
    Mat taps;
    trial.kernel.convertTo(taps, accDepth);
    int count = cv::countNonZero(taps);
    if (!trial.kernelY.empty())
        count *= cv::countNonZero(trial.kernelY);
    return count > 0 && count <= clconv::mostLiteralTaps;
}

//! Whether the variant documents that it does not take this. Devices need not have images of two channels.
inline bool refuses(const Variant& variant, const Trial& trial)
{
    const int cn = CV_MAT_CN(trial.srcType), border = trial.border & ~BORDER_ISOLATED;
    if (variant.image && (cn == 3 || cn > 4 || CV_MAT_DEPTH(trial.srcType) == CV_64F ||
                          !ocl::Image2D::isFormatSupported(CV_MAT_DEPTH(trial.srcType), cn, false)))
        return true;
    if (variant.products && !holdsProducts(trial))
        return true;
    if (variant.literal && !holdsLiterals(trial))
        return true;
    return variant.sampler && border != BORDER_REPLICATE && border != BORDER_CONSTANT;
}

//! A trial with a kernel that the variant takes.
inline Trial trialFor(const Variant& variant, int srcType, int dstDepth, Size kernelSize, int border)
{
    Trial trial;
    trial.srcType = srcType;
    trial.ddepth = dstDepth;
    trial.border = variant.sampler && border != BORDER_CONSTANT ? int(BORDER_REPLICATE) : border;
    trial.force = variant.force;
    RNG rng(unsigned(kernelSize.width * 31 + kernelSize.height));
    trial.kernel = randomKernel(kernelSize, CV_MAT_DEPTH(srcType), dstDepth,
                                variant.factored ? Coefficients::OuterProduct : Coefficients::Random, rng);
    return trial;
}

//! Runs the trial; the forced implementation must run exactly where it does not document a refusal.
inline void expectRightAlone(const Variant& variant, const Trial& trial)
{
    if (!refuses(variant, trial))
    {
        EXPECT_TRUE(right(trial, variant.name));
        return;
    }
    EXPECT_TRUE(right(trial));
    EXPECT_NE(variant.name, clconv::lastImplementation()) << toWords(trial);
}

//! The same in many layouts.
inline void expectRight(const Variant& variant, const Trial& trial, size_t count = 10)
{
    const std::vector<Trial> all = layouts(trial, count);
    for (size_t i = 0; i < all.size(); i++)
        expectRightAlone(variant, all[i]);
}

} // namespace opencv_test
