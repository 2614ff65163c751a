// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Random calls, with all arguments mixed.

#include "fuzz_calls.hpp"

#include "implementations.hpp"
#include "lists.hpp"

namespace clconv_test
{

using namespace cv;

namespace
{

bool chance(int oneIn, RNG& rng)
{
    return rng.uniform(0, oneIn) == 0;
}

Mat typedKernel(Size size, const Trial& trial, RNG& rng, bool factor)
{
    static const Coefficients kinds[] = {Coefficients::Random,       Coefficients::Random, Coefficients::Sparse,
                                         Coefficients::OuterProduct, Coefficients::Box,    Coefficients::Integers};
    static const std::vector<int> types = joined({CV_32F}, depths()); // floats twice as often
    Coefficients kind = factor ? Coefficients::Random : oneOf(kinds, rng);
    const int depth = factor ? int(CV_32F) : oneOf(types, rng);
    if (depth < CV_32F && kind != Coefficients::Box)
        kind = Coefficients::Integers;
    Mat kernel = randomKernel(size, CV_MAT_DEPTH(trial.srcType), trial.dstDepth(), kind, rng), typed;
    kernel.convertTo(typed, depth);
    if (!chance(4, rng))
        return typed;
    Mat large(size.height + 3, size.width + 2, depth, Scalar(99));
    typed.copyTo(large(Rect(Point(1, 2), size)));
    return large(Rect(Point(1, 2), size));
}

std::string randomForce(bool bank, RNG& rng)
{
    std::vector<std::string> forces = {"local:FILL=0", "image:IMAGE_1D=0"};
    for (const clconv::Impl* impl : bank ? clconv::bankImplementations() : clconv::implementations())
        if (!takesLiterals(*impl)) // a program a call
            forces.push_back(impl->name);
    return forces[size_t(rng.uniform(0, int(forces.size())))];
}

Point within(Size outer, Size inner, RNG& rng)
{
    return randomPoint(outer - inner + Size(1, 1), rng);
}

int randomLength(RNG& rng, int longest)
{
    return chance(6, rng) ? rng.uniform(1, 4) : rng.uniform(1, longest);
}

void placeImages(bool simple, Trial& trial, RNG& rng)
{
    const double work = double(trial.kernelSize().area()) * CV_MAT_CN(trial.srcType);
    const int longest = work < 300 ? 130 : work < 3000 ? 60 : 25;
    const int width = randomLength(rng, longest);
    const int height = randomLength(rng, longest);
    trial.size = Size(width, height);
    if (chance(2, rng))
    {
        trial.srcParent = trial.size + randomSize(0, 20, rng);
        trial.srcOrigin = within(trial.srcParent, trial.size, rng);
    }
    if (chance(2, rng))
    {
        trial.dstParent = trial.size + randomSize(0, 20, rng);
        trial.dstOrigin = within(trial.dstParent, trial.size, rng);
    }
    if (simple || !trial.more.empty() || !chance(3, rng))
        return;
    trial.placement = Placement::InPlace;
    trial.dstParent = Size();
    if (!trial.srcParent.empty() && trial.dstType() == trial.srcType && chance(2, rng))
    {
        trial.placement = Placement::Overlap;
        trial.dstOrigin = within(trial.srcParent, trial.size, rng);
    }
}

//! Mats only where stock takes the pair of depths: its errors are other tests' matter.
void chooseMats(Trial& trial, RNG& rng)
{
    const Question question = {Mat(1, 1, trial.srcType), Mat(1, 1, CV_32F), Point(-1, -1), 0, 0, trial.dstDepth()};
    if (!stockTakes(question) || !chance(4, rng))
        return;
    trial.srcIsMat = trial.placement != Placement::Separate || chance(2, rng);
    trial.dstIsMat = trial.placement != Placement::Separate || !trial.srcIsMat || chance(2, rng);
}

//! A region of a UMat over padded rows does not know where its parent's rows end: then Mats.
void choosePadding(Trial& trial, RNG& rng)
{
    if (!chance(4, rng))
        return;
    const int padding = rng.uniform(1, 70);
    if (trial.srcParent.empty() || trial.srcIsMat || (trial.border & BORDER_ISOLATED))
        trial.padding = padding;
    else if (trial.placement == Placement::Separate)
    {
        trial.padding = padding;
        trial.srcIsMat = true;
    }
}

} // namespace

Trial randomShape(bool simple, RNG& rng)
{
    static const int simpleDepths[] = {CV_8U, CV_16S, CV_32F};
    Trial trial;
    const int depth = simple ? oneOf(simpleDepths, rng) : oneOf(depths(), rng);
    const int channels = simple ? 1 : chance(15, rng) ? rng.uniform(7, 40) : rng.uniform(1, 7);
    trial.srcType = CV_MAKETYPE(depth, channels);
    trial.ddepth = simple || chance(4, rng) ? -1 : oneOf(depths(), rng);
    trial.border = oneOf(borderTypes(), rng);
    const int longest = simple ? 7 : chance(10, rng) ? 45 : 17;
    const Size size = randomSize(1, longest + 1, rng);
    trial.kernel = Mat(size, CV_32F);
    if (!simple && chance(6, rng))
    {
        trial.kernel = Mat(1, size.width, CV_32F);
        trial.kernelY = Mat(size.height, 1, CV_32F);
    }
    else if (!simple && chance(8, rng))
        trial.more.resize(size_t(rng.uniform(1, 4)), trial.kernel);
    trial.prepared = !simple && trial.kernelY.empty() && chance(8, rng);
    if (!simple && chance(2, rng))
        trial.force = randomForce(!trial.more.empty(), rng);
    return trial;
}

Trial randomCall(const Trial& shape, bool simple, RNG& rng)
{
    Trial trial = shape;
    const Size size = shape.kernelSize();
    if (shape.kernelY.empty())
        trial.kernel = typedKernel(size, trial, rng, false);
    else
    {
        trial.kernel = typedKernel(Size(size.width, 1), trial, rng, true);
        trial.kernelY = typedKernel(Size(1, size.height), trial, rng, true);
    }
    for (Mat& kernel : trial.more)
    {
        const Size more = chance(20, rng) ? randomSize(0, 3, rng) : Size(); // the anchor lies in all of them
        kernel = typedKernel(size + more, trial, rng, false);
    }
    trial.prepared = shape.prepared && chance(3, rng); // each kernel may have a program of its own
    trial.kernelIsUMat = shape.kernelY.empty() && !simple && chance(10, rng);
    static const double deltas[] = {0, 0.5, -3.25, 100, 1e-3, 255};
    trial.delta = chance(2, rng) ? 0 : oneOf(deltas, rng);
    trial.anchor = randomPoint(size + Size(1, 1), rng) - Point(1, 1);
    if (chance(3, rng))
        trial.border |= BORDER_ISOLATED;
    trial.seed = rng.next();
    placeImages(simple, trial, rng);
    if (simple)
        return trial;
    chooseMats(trial, rng);
    choosePadding(trial, rng);
    return trial;
}

} // namespace clconv_test
