// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Makes a Trial's call and judges what comes back. No tests here.

#include "trial.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/core/ocl.hpp>

#include "coefficients.hpp"
#include "device_traits.hpp"
#include "inspect.hpp"
#include "params.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace clconv_test
{

using namespace cv;

namespace
{

//! An image or a region of one, as a Mat or a UMat.
struct Memory
{
    std::shared_ptr<std::vector<uchar>> bytes; //!< of padded images; outlives them
    Mat parentMat, mat;
    UMat parentUMat, umat;
    bool isMat;

    Memory(const Mat& content, Rect region, bool asMat, int padding) : isMat(asMat)
    {
        if (padding)
            parentMat = padded(content, size_t(padding) * content.elemSize1());
        else if (isMat)
            parentMat = content.clone();
        if (isMat)
        {
            mat = parentMat(region);
            return;
        }
        if (padding)
            parentUMat = parentMat.getUMat(ACCESS_RW);
        else
            content.copyTo(parentUMat);
        umat = parentUMat(region);
    }

    Memory(bool asMat) : isMat(asMat) {}

    _InputOutputArray array() { return isMat ? _InputOutputArray(mat) : _InputOutputArray(umat); }
    Mat parent() const { return isMat ? parentMat.clone() : parentUMat.getMat(ACCESS_READ).clone(); }
    Mat content() const { return isMat ? mat.clone() : umat.getMat(ACCESS_READ).clone(); }

    //! Whether the padding is as it was.
    bool isPaddingUntouched() const
    {
        const Mat image = isMat ? parentMat : parentUMat.getMat(ACCESS_READ);
        const uchar* const end = image.data + image.step * size_t(image.rows);
        for (const uchar* row = image.data; bytes && row != end; row += image.step)
            if (std::count(row + image.elemSize() * size_t(image.cols), row + image.step, mark) !=
                int(image.step - image.elemSize() * size_t(image.cols)))
                return false;
        return true;
    }

private:
    static const uchar mark = 0xff; // as a float it is NaN: where it is read it shows

    //! The content in memory of its own with so many bytes behind each row, and before the first, so that rows begin anywhere.
    Mat padded(const Mat& content, size_t padding)
    {
        const size_t step = content.elemSize() * size_t(content.cols) + padding;
        bytes = std::make_shared<std::vector<uchar>>(padding + step * size_t(content.rows), mark);
        const Mat image(content.rows, content.cols, content.type(), bytes->data() + padding, step);
        content.copyTo(image);
        return image;
    }
};

bool sameBytes(const Mat& a, const Mat& b)
{
    return a.size() == b.size() && a.type() == b.type() && a.isContinuous() && b.isContinuous() &&
           std::memcmp(a.data, b.data, a.total() * a.elemSize()) == 0;
}

bool sameOutside(const Mat& before, const Mat& after, Rect region)
{
    const int cn = before.channels();
    const Rect scalars(region.x * cn, region.y, region.width * cn, region.height);
    Mat a = before.clone().reshape(1), b = after.clone().reshape(1);
    a(scalars).setTo(0);
    b(scalars).setTo(0);
    return sameBytes(a, b);
}

std::vector<Mat> kernelsOf(const Trial& trial)
{
    std::vector<Mat> kernels(1, trial.kernel);
    kernels.insert(kernels.end(), trial.more.begin(), trial.more.end());
    if (!trial.kernelY.empty())
    {
        Mat x, y;
        trial.kernel.reshape(1, 1).convertTo(x, CV_64F);
        trial.kernelY.reshape(1, static_cast<int>(trial.kernelY.total())).convertTo(y, CV_64F);
        kernels[0] = y * x;
    }
    return kernels;
}

void call(const Trial& trial, InputArray src, OutputArray dst)
{
    if (!trial.kernelY.empty())
        clconv::sepFilter2D(src, dst, trial.ddepth, trial.kernel, trial.kernelY, trial.anchor, trial.delta,
                            trial.border);
    else if (trial.kernelIsUMat)
        clconv::filter2D(src, dst, trial.ddepth, trial.kernel.getUMat(ACCESS_READ), trial.anchor, trial.delta,
                         trial.border);
    else
        clconv::filter2D(src, dst, trial.ddepth, trial.kernel, trial.anchor, trial.delta, trial.border);
}

void callBank(const Trial& trial, InputArray src, std::vector<Memory>& outputs)
{
    const std::vector<Mat> kernels = kernelsOf(trial);
    std::vector<UMat> umatKernels(kernels.size()), umats;
    std::vector<Mat> mats;
    for (size_t i = 0; i < kernels.size(); i++)
    {
        kernels[i].copyTo(umatKernels[i]);
        mats.push_back(outputs[i].mat);
        umats.push_back(outputs[i].umat);
    }
    const _InputArray bank = trial.kernelIsUMat ? _InputArray(umatKernels) : _InputArray(kernels);
    const _OutputArray dst = trial.dstIsMat ? _OutputArray(mats) : _OutputArray(umats);
    clconv::filterBank(src, dst, trial.ddepth, bank, trial.anchor, trial.delta, trial.border);
    CV_Assert(mats.size() == kernels.size() && umats.size() == kernels.size());
    for (size_t i = 0; i < outputs.size(); i++)
    {
        outputs[i].mat = mats[i];
        outputs[i].umat = umats[i];
    }
}

Allowance allowanceFor(const Trial& trial, const Mat& kernel, const std::string& implementation)
{
    if (implementation.find("separable") != std::string::npos && trial.kernelY.empty())
        return Allowance::Factored;
    if (implementation == "mma")
        return Allowance::FixedPoint;
    return implementation == "native" && kernel.total() >= 50 ? Allowance::Fourier : Allowance::PlainSum;
}

//! Kernels that no bank takes run alone, each in its own way, and only the last one's is known.
std::vector<Allowance> allowancesFor(const Trial& trial, const Mat& kernel, const std::string& implementation)
{
    std::vector<Allowance> allowances(1, allowanceFor(trial, kernel, implementation));
    if (trial.more.empty() || implementation == "native" || implementation.find("bank") != std::string::npos)
        return allowances;
    const int srcDepth = CV_MAT_DEPTH(trial.srcType);
    if (clconv::analyse(kernel, clconv::sumDepth(srcDepth, trial.dstDepth())).separable)
        allowances.push_back(Allowance::Factored);
    const clconv::DeviceTraits device = clconv::traitsOf(ocl::Device::getDefault());
    if (srcDepth <= CV_8S && device.nvidiaCompute >= 80)
        allowances.push_back(Allowance::FixedPoint);
    if (device.cpu && kernel.total() > 800) // a compute unit: then cv::filter2D may run
        allowances.push_back(Allowance::Fourier);
    return allowances;
}

//! Everything about one call that is known before it.
struct Stage
{
    Mat pixels;
    Rect srcRegion;
    std::vector<Mat> kernels;
    std::vector<Exact> exact; //!< for each kernel

    explicit Stage(const Trial& trial) : kernels(kernelsOf(trial))
    {
        RNG rng(trial.seed);
        const bool region = !trial.srcParent.empty();
        pixels = randomImage(region ? trial.srcParent : trial.size, trial.srcType, rng);
        srcRegion = Rect(region ? trial.srcOrigin : Point(), trial.size);
        for (const Mat& kernel : kernels)
            exact.push_back(exactSums(
                Question{pixels(srcRegion), kernel, trial.anchor, trial.delta, trial.border, trial.dstDepth()}));
    }

    //! What is wrong with the output of kernel number i.
    std::string judgeOutput(const Trial& trial, const Mat& result, const std::string& implementation,
                            size_t i = 0) const
    {
        if (result.type() != trial.dstType())
            return "the output has type " + typeToString(result.type());
        std::string error;
        for (Allowance allowance : allowancesFor(trial, kernels[i], implementation))
            if ((error = judge(result, exact[i], allowance)).empty())
                break;
        return error.empty() || i == 0 ? error : format("output %d: ", int(i)) + error;
    }
};

std::string separate(const Trial& trial, const Stage& stage, Outcome& outcome)
{
    Memory src(stage.pixels, stage.srcRegion, trial.srcIsMat, trial.padding);
    std::vector<Memory> outputs(stage.kernels.size(), Memory(trial.dstIsMat));
    Mat before;
    const Rect region(trial.dstOrigin, trial.size);
    if (!trial.dstParent.empty())
    {
        RNG rng(trial.seed + 1);
        before = randomImage(trial.dstParent, trial.dstType(), rng);
        for (Memory& output : outputs)
            output = Memory(before, region, trial.dstIsMat, trial.padding);
    }
    if (trial.more.empty())
        call(trial, src.array(), outputs[0].array());
    else
        callBank(trial, src.array(), outputs);
    outcome.implementation = clconv::lastImplementation();
    if (!sameBytes(src.parent(), stage.pixels) || !src.isPaddingUntouched())
        return "the source was changed";
    std::string error;
    for (size_t i = 0; i < outputs.size() && error.empty(); i++)
    {
        if (!before.empty() && !outputs[i].isPaddingUntouched())
            return "the output's padding was changed";
        if (!before.empty() && !sameOutside(before, outputs[i].parent(), region))
            return "pixels around the output region were changed";
        const Mat result = before.empty() ? outputs[i].content() : outputs[i].parent()(region);
        error = stage.judgeOutput(trial, result, outcome.implementation, i);
    }
    return error;
}

//! In place, and where the output is another region of the source's parent.
std::string shared(const Trial& trial, const Stage& stage, Outcome& outcome)
{
    Memory src(stage.pixels, stage.srcRegion, trial.srcIsMat, trial.padding);
    const Rect region = trial.placement == Placement::InPlace ? stage.srcRegion : Rect(trial.dstOrigin, trial.size);
    Memory dst = src;
    if (trial.placement == Placement::Overlap)
    {
        if (dst.isMat)
            dst.mat = src.parentMat(region);
        else
            dst.umat = src.parentUMat(region);
    }
    if (trial.placement == Placement::InPlace)
        call(trial, src.array(), src.array());
    else
        call(trial, src.array(), dst.array());
    outcome.implementation = clconv::lastImplementation();
    if (!src.isPaddingUntouched())
        return "the padding was changed";
    const bool moved = trial.dstType() != trial.srcType; // then the call gave the output memory of its own
    if (moved ? !sameBytes(src.parent(), stage.pixels) : !sameOutside(stage.pixels, src.parent(), region))
        return "pixels around the output region were changed";
    return stage.judgeOutput(trial, moved ? src.content() : src.parent()(region), outcome.implementation);
}

} // namespace

Size Trial::kernelSize() const
{
    return kernelY.empty() ? kernel.size() : Size(static_cast<int>(kernel.total()), static_cast<int>(kernelY.total()));
}

Outcome perform(const Trial& trial)
{
    Outcome outcome;
    const Stage stage(trial);
    try
    {
        const std::unique_ptr<clconv::ForceScope> force(trial.force.empty() ? nullptr
                                                                            : new clconv::ForceScope(trial.force));
        if (trial.prepared)
            clconv::prepare(trial.kernel, trial.srcType, trial.ddepth, trial.anchor, trial.border);
        outcome.error =
            trial.placement == Placement::Separate ? separate(trial, stage, outcome) : shared(trial, stage, outcome);
    }
    catch (const std::exception& e)
    {
        outcome.error = std::string("threw ") + e.what();
        outcome.threw = true;
    }
    return outcome;
}

} // namespace clconv_test
