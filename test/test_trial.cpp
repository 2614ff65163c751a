// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Makes a Trial's call and judges what comes back. No tests here.

#include "trial.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/core/ocl.hpp>

#include "inspect.hpp"
#include "params.hpp"

#include <cstring>
#include <memory>
#include <sstream>

namespace clconv_test
{

using namespace cv;

namespace
{

//! An image or a region of one, as a Mat or a UMat.
struct Memory
{
    Mat parentMat, mat;
    UMat parentUMat, umat;
    bool isMat;

    Memory(const Mat& content, Rect region, bool asMat) : isMat(asMat)
    {
        if (isMat)
        {
            parentMat = content.clone();
            mat = parentMat(region);
            return;
        }
        content.copyTo(parentUMat);
        umat = parentUMat(region);
    }

    Memory(bool asMat) : isMat(asMat) {}

    _InputOutputArray array() { return isMat ? _InputOutputArray(mat) : _InputOutputArray(umat); }
    Mat parent() const { return isMat ? parentMat.clone() : parentUMat.getMat(ACCESS_READ).clone(); }
    Mat content() const { return isMat ? mat.clone() : umat.getMat(ACCESS_READ).clone(); }
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

Mat kernelOf(const Trial& trial)
{
    if (trial.kernelY.empty())
        return trial.kernel;
    Mat x, y;
    trial.kernel.reshape(1, 1).convertTo(x, CV_64F);
    trial.kernelY.reshape(1, static_cast<int>(trial.kernelY.total())).convertTo(y, CV_64F);
    return y * x;
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

Allowance allowanceFor(const Trial& trial, const std::string& implementation)
{
    if (implementation.find("separable") != std::string::npos && trial.kernelY.empty())
        return Allowance::Factored;
    if (implementation == "mma")
        return Allowance::FixedPoint;
    return implementation == "native" && trial.kernel.total() >= 50 ? Allowance::Fourier : Allowance::PlainSum;
}

//! Everything about one call that is known before it.
struct Stage
{
    Mat pixels;
    Rect srcRegion;
    Exact exact;

    explicit Stage(const Trial& trial)
    {
        RNG rng(trial.seed);
        const bool region = !trial.srcParent.empty();
        pixels = randomImage(region ? trial.srcParent : trial.size, trial.srcType, rng);
        srcRegion = Rect(region ? trial.srcOrigin : Point(), trial.size);
        exact = exactSums(
            Question{pixels(srcRegion), kernelOf(trial), trial.anchor, trial.delta, trial.border, trial.dstDepth()});
    }
};

std::string separate(const Trial& trial, const Stage& stage, Outcome& outcome)
{
    Memory src(stage.pixels, stage.srcRegion, trial.srcIsMat), dst(trial.dstIsMat);
    Mat before;
    const Rect region(trial.dstOrigin, trial.size);
    if (!trial.dstParent.empty())
    {
        RNG rng(trial.seed + 1);
        before = randomImage(trial.dstParent, trial.dstType(), rng);
        dst = Memory(before, region, trial.dstIsMat);
    }
    call(trial, src.array(), dst.array());
    outcome.implementation = clconv::lastImplementation();
    if (!sameBytes(src.parent(), stage.pixels))
        return "the source was changed";
    if (!before.empty() && !sameOutside(before, dst.parent(), region))
        return "pixels around the output region were changed";
    const Mat result = before.empty() ? dst.content() : dst.parent()(region);
    if (result.type() != trial.dstType())
        return "the output has type " + typeToString(result.type());
    return judge(result, stage.exact, allowanceFor(trial, outcome.implementation));
}

//! In place, and where the output is another region of the source's parent.
std::string shared(const Trial& trial, const Stage& stage, Outcome& outcome)
{
    Memory src(stage.pixels, stage.srcRegion, trial.srcIsMat);
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
    const bool moved = trial.dstType() != trial.srcType; // then the call gave the output memory of its own
    if (moved ? !sameBytes(src.parent(), stage.pixels) : !sameOutside(stage.pixels, src.parent(), region))
        return "pixels around the output region were changed";
    const Mat result = moved ? src.content() : src.parent()(region);
    if (result.type() != trial.dstType())
        return "the output has type " + typeToString(result.type());
    return judge(result, stage.exact, allowanceFor(trial, outcome.implementation));
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

std::string toWords(const Trial& t)
{
    static const char* const borders[] = {"CONSTANT", "REPLICATE", "REFLECT", "WRAP", "REFLECT_101"};
    static const char* const places[] = {"separate", "in place", "overlapping"};
    std::ostringstream words;
    words << (t.kernelY.empty() ? "filter2D " : "sepFilter2D ") << typeToString(t.srcType) << (t.srcIsMat ? " Mat" : "")
          << " to " << depthToString(t.dstDepth()) << (t.dstIsMat ? " Mat" : "") << ", size " << t.size << ", kernel "
          << t.kernelSize() << ' ' << depthToString(t.kernel.depth()) << (t.kernelIsUMat ? " UMat" : "") << ", anchor "
          << t.anchor << ", delta " << t.delta << ", border " << borders[t.border & ~BORDER_ISOLATED]
          << (t.border & BORDER_ISOLATED ? " isolated" : "");
    if (!t.srcParent.empty())
        words << ", source at " << t.srcOrigin << " of " << t.srcParent;
    if (t.placement == Placement::Overlap || !t.dstParent.empty())
        words << ", output at " << t.dstOrigin << " of " << t.dstParent;
    words << ", " << places[static_cast<int>(t.placement)] << ", seed " << t.seed;
    return words.str() + (t.force.empty() ? "" : ", forced " + t.force);
}

} // namespace clconv_test
