// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The implementations as tests force them, and what each of them documents to refuse.

#pragma once

#include "test_precomp.hpp"

namespace opencv_test
{

struct Variant
{
    const char* force;
    const char* name;
    bool sampler;  //!< borders through the sampler's address mode: REPLICATE and CONSTANT only
    bool image;    //!< 1, 2 or 4 channels, no 64F source
    bool factored; //!< kernels of rank 1 only
};

inline void PrintTo(const Variant& variant, std::ostream* out)
{
    *out << variant.force;
}

//! All implementations with those parameters that change the way the source is read.
inline std::vector<Variant> variants()
{
    static const Variant all[] = {{"reference", "reference", false, false, false},
                                  {"direct", "direct", false, false, false},
                                  {"local:FILL=1", "local", false, false, false},
                                  {"local:FILL=0", "local", false, false, false},
                                  {"image:IMAGE_1D=1", "image", false, true, false},
                                  {"image:IMAGE_1D=0", "image", false, true, false},
                                  {"image:IMAGE_1D=0,SAMPLER=1", "image", true, true, false},
                                  {"separable", "separable", false, false, true},
                                  {"cpu", "cpu", false, false, false},
                                  {"cpu_separable", "cpu_separable", false, false, true}};
    return std::vector<Variant>(all, all + sizeof(all) / sizeof(all[0]));
}

//! Whether the variant documents that it does not take this. Devices need not have images of two channels.
inline bool refuses(const Variant& variant, const Trial& trial)
{
    const int cn = CV_MAT_CN(trial.srcType), border = trial.border & ~BORDER_ISOLATED;
    if (variant.image && (cn == 3 || cn > 4 || CV_MAT_DEPTH(trial.srcType) == CV_64F ||
                          !ocl::Image2D::isFormatSupported(CV_MAT_DEPTH(trial.srcType), cn, false)))
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

//! Runs the trial in many layouts; the forced implementation must run exactly where it does not document a refusal.
inline void expectRight(const Variant& variant, const Trial& trial, size_t count = 10)
{
    const std::vector<Trial> all = layouts(trial, count);
    for (size_t i = 0; i < all.size(); i++)
    {
        if (!refuses(variant, all[i]))
        {
            EXPECT_TRUE(right(all[i], variant.name));
            continue;
        }
        EXPECT_TRUE(right(all[i]));
        EXPECT_NE(variant.name, clconv::lastImplementation()) << toWords(all[i]);
    }
}

} // namespace opencv_test
