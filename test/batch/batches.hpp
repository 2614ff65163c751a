// SPDX-License-Identifier: Apache-2.0
//
// A call of filterBatch on random images, compared with the oracle.

#pragma once

#include "support/test_precomp.hpp"

namespace opencv_test {

struct BatchCase
{
    int type = CV_8UC1;
    int ddepth = -1;
    std::vector<Size> sizes;
    std::vector<Mat> kernels; //!< one for all images, or one for each
    Point anchor = Point(-1, -1);
    double delta = 0;
    int border = BORDER_DEFAULT;
    std::string force;
};

//! All different: single rows, columns and pixels, tails of every vector length.
inline std::vector<Size> uglySizes()
{
    return {Size(37, 23), Size(1, 1),    Size(64, 64), Size(5, 200),
            Size(200, 3), Size(129, 65), Size(1, 17),  Size(17, 1)};
}

//! A kernel for images of this type.
inline Mat kernelFor(int type, Size size, Coefficients kind = Coefficients::Random, unsigned seed = 5)
{
    RNG rng(seed);
    return randomKernel(size, CV_MAT_DEPTH(type), CV_MAT_DEPTH(type), kind, rng);
}

//! Random images of these sizes.
inline std::vector<UMat> randomImages(int type, const std::vector<Size>& sizes, unsigned seed = 1)
{
    RNG rng(seed);
    std::vector<UMat> images(sizes.size());
    for (size_t i = 0; i < sizes.size(); i++)
        randomImage(sizes[i], type, rng).copyTo(images[i]);
    return images;
}

//! What is wrong with the results for these sources; empty if nothing is. A source may be a region.
inline std::string wrongResult(const BatchCase& batch, const std::vector<UMat>& sources,
                               const std::vector<UMat>& results, const std::string& implementation)
{
    FilterCase one;
    one.srcType = batch.type;
    one.ddepth = batch.ddepth;
    if (results.size() != sources.size())
        return format("%zu results of %zu images", results.size(), sources.size());
    for (size_t i = 0; i < sources.size(); i++)
    {
        Size whole;
        Point origin;
        sources[i].locateROI(whole, origin);
        UMat parent = sources[i];
        parent.adjustROI(origin.y, whole.height - origin.y - parent.rows, origin.x,
                         whole.width - origin.x - parent.cols);
        Mat pixels, result;
        parent.copyTo(pixels);
        results[i].copyTo(result);
        const FilterInput input = {pixels(Rect(origin, sources[i].size())),
                                   batch.kernels[batch.kernels.size() > 1 ? i : 0],
                                   batch.anchor,
                                   batch.delta,
                                   batch.border,
                                   one.dstDepth()};
        if (result.size() != input.src.size() || result.type() != one.dstType())
            return format("image %zu: its output has another size or type", i);
        one.kernel = input.kernel;
        const std::string difference =
            findDifference(one, result, exactSums(input), input.kernel, implementation, false);
        if (!difference.empty())
            return format("image %zu of %dx%d: ", i, result.cols, result.rows) + difference;
    }
    return "";
}

//! Makes the call and compares the results.
//! @param implementation that must have run; empty: any
inline ::testing::AssertionResult isRight(const BatchCase& batch, const std::string& implementation = std::string())
{
    const clconv::ForceScope forced(batch.force);
    const std::vector<UMat> sources = randomImages(batch.type, batch.sizes);
    std::vector<UMat> results;
    if (batch.kernels.size() > 1)
        clconv::filterBatch(sources, results, batch.ddepth, batch.kernels, batch.anchor, batch.delta, batch.border);
    else
        clconv::filterBatch(sources, results, batch.ddepth, batch.kernels[0], batch.anchor, batch.delta, batch.border);
    const std::string ran = clconv::lastImplementation(), wrong = wrongResult(batch, sources, results, ran);
    if (!wrong.empty())
        return ::testing::AssertionFailure() << "by " << ran << ": " << wrong;
    if (!implementation.empty() && ran != implementation)
        return ::testing::AssertionFailure() << "'" << ran << "' ran, not '" << implementation << "'";
    return ::testing::AssertionSuccess();
}

} // namespace opencv_test
