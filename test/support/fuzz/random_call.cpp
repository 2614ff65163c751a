// SPDX-License-Identifier: Apache-2.0
//
// Random calls, with all arguments mixed.

#include "random_call.hpp"

#include "../implementations.hpp"
#include "../lists.hpp"

namespace clconv_test {

using namespace cv;

namespace {

bool chance(int oneIn, RNG& rng)
{
    return rng.uniform(0, oneIn) == 0;
}

Mat typedKernel(Size size, const FilterCase& filterCase, RNG& rng, bool factor)
{
    static const Coefficients kinds[] = {Coefficients::Random,       Coefficients::Random,        Coefficients::Sparse,
                                         Coefficients::OuterProduct, Coefficients::SumOfProducts, Coefficients::Box,
                                         Coefficients::Integers};
    static const std::vector<int> types = joined({CV_32F}, depths()); // floats twice as often
    Coefficients kind = factor ? Coefficients::Random : oneOf(kinds, rng);
    const int depth = factor ? int(CV_32F) : oneOf(types, rng);
    if (depth < CV_32F && kind != Coefficients::Box)
        kind = Coefficients::Integers;
    Mat kernel = randomKernel(size, CV_MAT_DEPTH(filterCase.srcType), filterCase.dstDepth(), kind, rng), typed;
    kernel.convertTo(typed, depth);
    if (!chance(4, rng))
        return typed;
    Mat large(size.height + 3, size.width + 2, depth, Scalar(99));
    typed.copyTo(large(Rect(Point(1, 2), size)));
    return large(Rect(Point(1, 2), size));
}

const int usualLongest = 45; // taps along an axis, unless more are requested

Point within(Size outer, Size inner, RNG& rng)
{
    return randomPoint(outer - inner + Size(1, 1), rng);
}

int randomLength(RNG& rng, int longest)
{
    return chance(6, rng) ? rng.uniform(1, 4) : rng.uniform(1, longest);
}

void placeImages(bool simple, FilterCase& filterCase, RNG& rng)
{
    const Size kernel = filterCase.kernelSize();
    const double work = double(kernel.area()) * CV_MAT_CN(filterCase.srcType);
    const bool isLarge = std::max(kernel.width, kernel.height) > usualLongest; // then some windows should be inside
    const int longest = isLarge || work < 300 ? 130 : work < 3000 ? 60 : 25;
    const int width = randomLength(rng, longest);
    const int height = randomLength(rng, longest);
    filterCase.size = Size(width, height);
    if (chance(2, rng))
    {
        filterCase.srcParent = filterCase.size + randomSize(0, 20, rng);
        filterCase.srcOrigin = within(filterCase.srcParent, filterCase.size, rng);
    }
    if (chance(2, rng))
    {
        filterCase.dstParent = filterCase.size + randomSize(0, 20, rng);
        filterCase.dstOrigin = within(filterCase.dstParent, filterCase.size, rng);
    }
    if (simple || !filterCase.otherKernels.empty() || !chance(3, rng))
        return;
    filterCase.placement = Placement::InPlace;
    filterCase.dstParent = Size();
    if (!filterCase.srcParent.empty() && filterCase.dstType() == filterCase.srcType && chance(2, rng))
    {
        filterCase.placement = Placement::Overlap;
        filterCase.dstOrigin = within(filterCase.srcParent, filterCase.size, rng);
    }
}

//! Chooses Mats only if stock supports the pair of depths; other tests cover its errors.
void chooseMats(FilterCase& filterCase, RNG& rng)
{
    const FilterInput input = {Mat(1, 1, filterCase.srcType), Mat(1, 1, CV_32F), Point(-1, -1), 0, 0,
                               filterCase.dstDepth()};
    if (!stockTakes(input) || !chance(4, rng))
        return;
    filterCase.srcIsMat = filterCase.placement != Placement::Separate || chance(2, rng);
    filterCase.dstIsMat = filterCase.placement != Placement::Separate || !filterCase.srcIsMat || chance(2, rng);
}

//! Regions of UMats over padded rows do not record where the parent's rows end, so Mats are used for these.
void choosePadding(FilterCase& filterCase, RNG& rng)
{
    if (!chance(4, rng))
        return;
    const int padding = rng.uniform(1, 70);
    if (filterCase.srcParent.empty() || filterCase.srcIsMat || (filterCase.border & BORDER_ISOLATED))
        filterCase.padding = padding;
    else if (filterCase.placement == Placement::Separate)
    {
        filterCase.padding = padding;
        filterCase.srcIsMat = true;
    }
}

//! Places the kernel in the memory of the source or of the output; it may overlap both.
void chooseKernelMemory(FilterCase& filterCase, RNG& rng)
{
    const bool inOutput = chance(2, rng) && filterCase.placement == Placement::Separate;
    const Size parent = inOutput                       ? filterCase.dstParent
                        : filterCase.srcParent.empty() ? filterCase.size
                                                       : filterCase.srcParent;
    const Size size = filterCase.kernel.size();
    const int type = inOutput ? filterCase.dstType() : filterCase.srcType;
    if (!chance(6, rng) || CV_MAT_CN(type) != 1 || !filterCase.kernelY.empty() || !filterCase.otherKernels.empty() ||
        filterCase.prepared || size.width > parent.width || size.height > parent.height)
        return;
    filterCase.kernel.convertTo(filterCase.kernel, type);
    filterCase.kernelIsUMat = false;
    filterCase.kernelMemory = inOutput ? KernelMemory::InOutput : KernelMemory::InSource;
    filterCase.kernelOrigin = within(parent, size, rng);
}

} // namespace

std::string forceNumber(int number, bool bank)
{
    std::vector<std::string> forces;
    if (!bank)
        forces = {"local:PX=1", "image:IMAGE_1D=0"};
    for (const clconv::Implementation* impl : clconv::implementations())
        if (!isSpecialized(*impl) && (!bank || impl->has(clconv::TakesFilters))) // specialized: a program a call
            forces.push_back(impl->name);
    return entry(forces, number);
}

FilterCase randomShape(bool simple, int number, RNG& rng, int longest)
{
    static const int simpleDepths[] = {CV_8U, CV_16S, CV_32F};
    FilterCase filterCase;
    const int depth = simple ? oneOf(simpleDepths, rng) : oneOf(depths(), rng);
    const int channels = simple ? 1 : chance(15, rng) ? rng.uniform(7, 40) : rng.uniform(1, 7);
    filterCase.srcType = CV_MAKETYPE(depth, channels);
    filterCase.ddepth = simple || chance(4, rng) ? -1 : oneOf(depths(), rng);
    filterCase.border = oneOf(borderTypes(), rng);
    const int usual = simple ? 7 : chance(10, rng) ? usualLongest : 17;
    const Size size = randomSize(1, (longest > 0 ? longest : usual) + 1, rng);
    filterCase.kernel = Mat(size, CV_32F);
    if (!simple && chance(6, rng))
    {
        filterCase.kernel = Mat(1, size.width, CV_32F);
        filterCase.kernelY = Mat(size.height, 1, CV_32F);
    }
    else if (!simple && chance(8, rng))
    {
        filterCase.otherKernels.resize(size_t(rng.uniform(1, 4)), filterCase.kernel);
        filterCase.batch = chance(2, rng);
    }
    filterCase.prepared = !simple && filterCase.kernelY.empty() && chance(8, rng);
    if (!simple && number % 2)
        filterCase.force = forceNumber(number / 2, !filterCase.otherKernels.empty() && !filterCase.batch);
    return filterCase;
}

FilterCase randomCall(const FilterCase& shape, bool simple, RNG& rng)
{
    FilterCase filterCase = shape;
    const Size size = shape.kernelSize();
    if (shape.kernelY.empty())
        filterCase.kernel = typedKernel(size, filterCase, rng, false);
    else
    {
        filterCase.kernel = typedKernel(Size(size.width, 1), filterCase, rng, true);
        filterCase.kernelY = typedKernel(Size(1, size.height), filterCase, rng, true);
    }
    for (Mat& kernel : filterCase.otherKernels)
    {
        const Size more = chance(20, rng) ? randomSize(0, 3, rng) : Size(); // the anchor is inside all of them
        kernel = typedKernel(size + more, filterCase, rng, false);
    }
    filterCase.prepared = shape.prepared && chance(3, rng); // each kernel may have its own program
    filterCase.kernelIsUMat = shape.kernelY.empty() && !simple && chance(10, rng);
    static const double deltas[] = {0, 0.5, -3.25, 100, 1e-3, 255};
    filterCase.delta = chance(2, rng) ? 0 : oneOf(deltas, rng);
    filterCase.anchor = randomPoint(size + Size(1, 1), rng) - Point(1, 1);
    if (chance(3, rng))
        filterCase.border |= BORDER_ISOLATED;
    filterCase.seed = rng.next();
    placeImages(simple, filterCase, rng);
    if (simple)
        return filterCase;
    chooseMats(filterCase, rng);
    choosePadding(filterCase, rng);
    chooseKernelMemory(filterCase, rng);
    return filterCase;
}

} // namespace clconv_test
