// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// One call of filterBank as a value: a trial whose kernel is several. Made, and each output held against the oracle.

#pragma once

#include "test_precomp.hpp"

#include "device_traits.hpp"

namespace opencv_test
{

struct Bank
{
    Trial call; //!< its kernel only gives layouts their size
    std::vector<Mat> kernels;
    Allowance allowance = Allowance::PlainSum;
};

inline Bank randomBank(int srcType, int ddepth, int count, Size size, unsigned seed = 5)
{
    RNG rng(seed);
    Bank bank;
    bank.call.srcType = srcType;
    bank.call.ddepth = ddepth;
    for (int i = 0; i < count; i++)
        bank.kernels.push_back(randomKernel(size, CV_MAT_DEPTH(srcType), ddepth, Coefficients::Random, rng));
    bank.call.kernel = Mat::ones(size, CV_32F);
    return bank;
}

//! What the implementation that took a kernel may be off by: kernels of a bank may run alone.
inline Allowance allowanceOf(const Bank& bank, const Mat& kernel, const std::string& implementation)
{
    if (implementation == "native" && kernel.total() >= 50)
        return Allowance::Fourier;
    const bool products = clconv::traitsOf(ocl::Device::getDefault()).nvidiaCompute >= 80 &&
                          CV_MAT_DEPTH(bank.call.srcType) <= CV_8S && kernel.total() >= 20;
    return products ? Allowance::FixedPoint : bank.allowance;
}

//! The bank's call on UMats, each result compared; outputs in parents of their own where the trial has one.
inline ::testing::AssertionResult right(const Bank& bank, const std::string& implementation = std::string())
{
    const Trial& t = bank.call;
    const auto failure = [&](size_t i) {
        return ::testing::AssertionFailure() << toWords(t) << ", output " << i << " of " << bank.kernels.size() << ": ";
    };
    RNG rng(t.seed);
    const Mat pixels = randomImage(t.srcParent.empty() ? t.size : t.srcParent, t.srcType, rng);
    const Mat target = t.dstParent.empty() ? Mat() : randomImage(t.dstParent, t.dstType(), rng);
    const Rect srcRegion(t.srcParent.empty() ? Point() : t.srcOrigin, t.size), dstRegion(t.dstOrigin, t.size);
    UMat parent;
    pixels.copyTo(parent);
    std::vector<UMat> parents(bank.kernels.size()), outputs(target.empty() ? 0 : bank.kernels.size());
    for (size_t i = 0; i < outputs.size(); i++)
    {
        target.copyTo(parents[i]);
        outputs[i] = parents[i](dstRegion);
    }
    {
        const std::unique_ptr<clconv::ForceScope> force(t.force.empty() ? nullptr : new clconv::ForceScope(t.force));
        clconv::filterBank(parent(srcRegion), outputs, t.ddepth, bank.kernels, t.anchor, t.delta, t.border);
    }
    const std::string ran = clconv::lastImplementation();
    if (outputs.size() != bank.kernels.size())
        return failure(0) << outputs.size() << " outputs";
    if (!implementation.empty() && ran != implementation)
        return failure(0) << "'" << ran << "' ran, not '" << implementation << "'";
    if (cv::norm(parent, pixels, NORM_INF) != 0)
        return failure(0) << "the source was changed";
    for (size_t i = 0; i < outputs.size(); i++)
    {
        const Exact exact =
            exactSums(Question{pixels(srcRegion), bank.kernels[i], t.anchor, t.delta, t.border, t.dstDepth()});
        const Mat result = outputs[i].getMat(ACCESS_READ).clone();
        if (result.type() != t.dstType())
            return failure(i) << "type " << typeToString(result.type());
        const std::string error = judge(result, exact, allowanceOf(bank, bank.kernels[i], ran));
        if (!error.empty())
            return failure(i) << "by " << ran << ": " << error;
        if (target.empty())
            continue;
        Mat after = parents[i].getMat(ACCESS_READ).clone();
        target(dstRegion).copyTo(after(dstRegion));
        if (cv::norm(after, target, NORM_INF) != 0)
            return failure(i) << "pixels around the output region were changed";
    }
    return ::testing::AssertionSuccess();
}

inline ::testing::AssertionResult rightInLayouts(const Bank& bank, const std::string& implementation = std::string(),
                                                 size_t count = 10)
{
    for (const Trial& trial : layouts(bank.call, count))
    {
        Bank laidOut = bank;
        laidOut.call = trial;
        const ::testing::AssertionResult result = right(laidOut, implementation);
        if (!result)
            return result;
    }
    return ::testing::AssertionSuccess();
}

} // namespace opencv_test
