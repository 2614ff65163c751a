// SPDX-License-Identifier: Apache-2.0
//
// The simplifications of a call.

#include "shrink.hpp"

#include <algorithm>

namespace clconv_test {

using namespace cv;

namespace {

//! Simplifies the call; false if there is nothing to simplify.
typedef std::function<bool(FilterCase&)> Step;

template<typename T>
bool set(T& field, const T& value)
{
    if (field == value)
        return false;
    field = value;
    return true;
}

bool withoutParents(FilterCase& f)
{
    if (f.placement == Placement::Overlap || (f.srcParent.empty() && f.dstParent.empty()))
        return false;
    f.srcParent = f.dstParent = Size();
    f.srcOrigin = f.dstOrigin = Point();
    return true;
}

bool ownKernelMemory(FilterCase& f)
{
    return set(f.kernelMemory, KernelMemory::Separate);
}

bool separateOutput(FilterCase& f)
{
    f.dstOrigin = Point();
    return set(f.placement, Placement::Separate);
}

bool fewerFilters(FilterCase& f)
{
    if (f.otherKernels.empty())
        return false;
    f.otherKernels.pop_back();
    return true;
}

bool oneMatrix(FilterCase& f)
{
    if (f.kernelY.empty())
        return false;
    const Mat product = kernelsOf(f)[0];
    f.kernelY = Mat();
    product.convertTo(f.kernel, CV_32F);
    return true;
}

bool oneChannel(FilterCase& f)
{
    return set(f.srcType, int(CV_MAT_DEPTH(f.srcType)));
}

bool ones(FilterCase& f)
{
    const Mat all(f.kernel.size(), f.kernel.type(), Scalar(1));
    if (cv::norm(f.kernel, all, NORM_INF) == 0)
        return false;
    f.kernel = all;
    return true;
}

//! Keeps the upper left part of all filters, with the anchor inside.
bool cropFilters(FilterCase& f, Size size)
{
    if (!f.kernelY.empty() || size.width < 1 || size.height < 1 || size == f.kernel.size())
        return false;
    f.kernel = f.kernel(Rect(Point(), size)).clone();
    for (Mat& other : f.otherKernels)
        other = other(Rect(Point(), size)).clone();
    f.anchor = Point(std::min(f.anchor.x, size.width - 1), std::min(f.anchor.y, size.height - 1));
    return true;
}

bool cropImages(FilterCase& f, Size size)
{
    return size.width >= 1 && size.height >= 1 && set(f.size, size);
}

const std::vector<Step>& steps()
{
    typedef FilterCase F;
    static const std::vector<Step> all = {[](F& f) { return set(f.force, std::string()); },
                                          fewerFilters,
                                          oneMatrix,
                                          ownKernelMemory,
                                          separateOutput,
                                          withoutParents,
                                          [](F& f) { return set(f.prepared, false); },
                                          [](F& f) { return set(f.kernelIsUMat, false); },
                                          [](F& f) { return set(f.srcIsMat, false); },
                                          [](F& f) { return set(f.srcOnHost, false); },
                                          [](F& f) { return set(f.dstOnHost, false); },
                                          [](F& f) { return set(f.dstIsMat, false); },
                                          [](F& f) { return set(f.padding, 0); },
                                          [](F& f) { return set(f.delta, 0.); },
                                          [](F& f) { return set(f.anchor, Point(-1, -1)); },
                                          [](F& f) { return set(f.border, f.border & ~int(BORDER_ISOLATED)); },
                                          [](F& f) { return set(f.border, int(BORDER_CONSTANT)); },
                                          [](F& f) { return set(f.ddepth, -1); },
                                          oneChannel,
                                          ones,
                                          [](F& f) { return cropImages(f, Size(f.size.width / 2, f.size.height)); },
                                          [](F& f) { return cropImages(f, Size(f.size.width, f.size.height / 2)); },
                                          [](F& f) { return cropFilters(f, Size(f.kernel.cols / 2, f.kernel.rows)); },
                                          [](F& f) { return cropFilters(f, Size(f.kernel.cols, f.kernel.rows / 2)); },
                                          [](F& f) { return cropImages(f, Size(f.size.width - 1, f.size.height)); },
                                          [](F& f) { return cropImages(f, Size(f.size.width, f.size.height - 1)); },
                                          [](F& f) { return cropFilters(f, Size(f.kernel.cols - 1, f.kernel.rows)); },
                                          [](F& f) { return cropFilters(f, Size(f.kernel.cols, f.kernel.rows - 1)); }};
    return all;
}

//! Whether the memory in which the kernel is said to be contains it.
bool hasItsKernel(const FilterCase& f)
{
    if (f.kernelMemory == KernelMemory::Separate)
        return true;
    const bool inOutput = f.kernelMemory == KernelMemory::InOutput;
    const Size parent = inOutput ? f.dstParent : f.srcParent.empty() ? f.size : f.srcParent;
    return f.kernel.type() == (inOutput ? f.dstType() : f.srcType) &&
           (Rect(f.kernelOrigin, f.kernel.size()) & Rect(Point(), parent)).size() == f.kernel.size();
}

//! Whether the library documents the result: Mats as in cv::filter2D, and no padding that looks like pixels.
bool isPromised(const FilterCase& f)
{
    const FilterInput input = {Mat(1, 1, f.srcType), Mat(1, 1, CV_32F), Point(-1, -1), 0, 0, f.dstDepth()};
    const bool paddedRegion = f.padding && !f.srcParent.empty() && !f.srcIsMat && !(f.border & BORDER_ISOLATED);
    const bool fromMat = f.srcIsMat && f.placement == Placement::Separate; // with a UMat as output: any pair of depths
    return !paddedRegion && (stockTakes(input) || (!f.dstIsMat && (fromMat || !f.srcIsMat))) && hasItsKernel(f);
}

} // namespace

FilterCase shrunk(FilterCase filterCase, const std::function<bool(const FilterCase&)>& fails, int attempts)
{
    for (bool smaller = true; smaller && attempts > 0;)
    {
        smaller = false;
        for (const Step& step : steps())
        {
            FilterCase simpler = filterCase;
            while (attempts > 0 && step(simpler) && isPromised(simpler) && --attempts >= 0 && fails(simpler))
            {
                filterCase = simpler;
                smaller = true;
            }
        }
    }
    return filterCase;
}

} // namespace clconv_test
