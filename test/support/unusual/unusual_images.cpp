// SPDX-License-Identifier: Apache-2.0
//
// Unusual sources, outputs, depths and borders, and what the lists share.

#include "unusual_lists.hpp"

namespace clconv_test {

using namespace cv;

namespace {

const ByDesign takesAllDepths = {"UMats take every pair of depths", 0};
const ByDesign wraps = {"UMats and Mats take BORDER_WRAP", 0};
const ByDesign refusesCubes = {"OpenCV 4.6 blurs a part of a source of three dimensions, or copies it",
                               Error::StsAssert};

} // namespace

Mat UnusualList::integers(int type, Size size, int limit)
{
    Mat bytes(size, CV_MAKETYPE(CV_8U, CV_MAT_CN(type))), result;
    RNG(5).fill(bytes, RNG::UNIFORM, 0, limit);
    bytes.convertTo(result, CV_MAT_DEPTH(type));
    return result;
}

Mat UnusualList::cube(int type)
{
    const int sizes[] = {5, 7, 9};
    return Mat(3, sizes, type, Scalar(1));
}

UnusualCall UnusualList::usual() const
{
    UnusualCall call;
    call.function = function_;
    call.src = image(CV_8UC1);
    if (function_ == Function::Filter2D)
        call.kernel = taps(Size(5, 3));
    if (function_ == Function::SepFilter2D)
    {
        call.kernel = taps(Size(5, 1));
        call.kernelY = taps(Size(1, 3));
    }
    if (isOneOf({Function::BoxFilter, Function::Blur}))
        call.ksize = Size(5, 3);
    return call;
}

void UnusualList::add(UnusualCall call, const std::string& what, const ByDesign& byDesign)
{
    call.what = what;
    call.byDesign = byDesign;
    calls.push_back(call);
}

void UnusualList::addSources()
{
    UnusualCall call = usual();
    for (int type : {CV_8UC4, CV_8UC(5), CV_32FC1})
    {
        call.src = image(type);
        add(call, format("a source of type %d", type));
    }
    for (int border : {int(BORDER_DEFAULT), BORDER_DEFAULT | BORDER_ISOLATED})
    {
        call.border = border;
        const std::string with = format(", border %d", border);
        call.src = Mat();
        add(call, "an empty source" + with);
        call.src = Mat(0, 9, CV_8UC1);
        add(call, "a source without rows" + with);
        for (int type : {CV_8UC1, CV_32FC1})
        {
            call.src = cube(type);
            const bool isBlur = function_ == Function::GaussianBlur;
            add(call, format("a source of three dimensions, type %d", type) + with, isBlur ? refusesCubes : none);
            UnusualCall single = call;
            single.ksize = Size(1, 1);
            if (isBlur)
                add(single, format("a source of three dimensions, type %d, to be copied", type) + with, refusesCubes);
        }
        for (Size size : {Size(1, 1), Size(1, 9), Size(9, 1)})
        {
            call.src = image(CV_8UC1, size);
            add(call, format("a source of %dx%d", size.width, size.height) + with);
        }
    }
}

void UnusualList::addRegions()
{
    UnusualCall call = usual();
    call.src = image(CV_8UC1, Size(41, 37));
    for (int border : {int(BORDER_DEFAULT), BORDER_DEFAULT | BORDER_ISOLATED, 99, 99 | BORDER_ISOLATED})
        for (Rect region : {Rect(9, 8, 23, 19), Rect(0, 0, 23, 19), Rect(18, 18, 23, 19), Rect(9, 0, 23, 37)})
        {
            call.border = border;
            call.region = region;
            add(call, format("a region at %d,%d, border %d", region.x, region.y, border));
        }
}

void UnusualList::addOutputs()
{
    UnusualCall call = usual();
    const auto addEach = [&](const char* what)
    {
        for (Declared declared : {Declared::SameType, Declared::OtherType, Declared::OtherSize})
        {
            call.declared = declared;
            add(call, what + format(" in a constant output (%d)", int(declared)));
        }
    };
    addEach("a result");
    call.ksize = Size(1, 1);
    if (function_ == Function::GaussianBlur)
        addEach("a copy");
}

void UnusualList::addDepths()
{
    UnusualCall call = usual();
    for (int srcDepth : {CV_8U, CV_16S, CV_32F})
        for (int ddepth : {-2, INT_MIN, int(CV_8U), int(CV_8S), 8, 9, 100})
        {
            if (srcDepth == CV_16S && ddepth < 0)
                continue;
            image(CV_8UC1).convertTo(call.src, srcDepth);
            call.ddepth = ddepth;
            add(call, format("from depth %d to depth %d", srcDepth, ddepth), takesAllDepths);
        }
}

void UnusualList::addBorders()
{
    static const int borders[] = {BORDER_WRAP, BORDER_TRANSPARENT, 6, 7, 8, 15, 32, 99, 1000, INT_MAX, -1, -2, INT_MIN};
    UnusualCall call = usual(), single = usual();
    single.ksize = Size(1, 1); // so that the filter reads no neighbour
    if (!single.kernel.empty())
        single.kernel = taps(Size(1, 1));
    if (!single.kernelY.empty())
        single.kernelY = taps(Size(1, 1));
    for (int border : borders)
        for (int isolated : {0, int(BORDER_ISOLATED)})
        {
            call.border = single.border = border | isolated;
            const ByDesign byDesign = border == BORDER_WRAP ? wraps : none;
            add(call, format("border %d", call.border), byDesign);
            if (!isOneOf({Function::Sobel, Function::Scharr, Function::Laplacian}))
                add(single, format("border %d of a filter of one element", call.border), byDesign);
        }
    call.src = image(CV_32FC1); // GaussianBlur has another code path for bytes
    for (int border : {int(BORDER_WRAP), int(BORDER_TRANSPARENT), 99})
    {
        call.border = border;
        add(call, format("border %d for floats", border), border == BORDER_WRAP ? wraps : none);
    }
}

std::vector<UnusualCall> unusualCalls(Function function)
{
    UnusualList list(function);
    const bool hasSize = list.isOneOf({Function::GaussianBlur, Function::BoxFilter, Function::Blur});
    list.addSources();
    list.addRegions();
    list.addOutputs();
    list.addBorders();
    if (!list.isOneOf({Function::GaussianBlur, Function::Blur}))
        list.addDepths();
    if (list.isOneOf({Function::Filter2D, Function::SepFilter2D, Function::BoxFilter, Function::Blur}))
        list.addAnchors();
    if (function == Function::Filter2D)
        list.addKernels();
    if (function == Function::SepFilter2D)
        list.addFactors();
    if (hasSize)
        list.addSizes();
    if (function == Function::GaussianBlur)
        list.addSigmas();
    if (list.isOneOf({Function::Sobel, Function::Scharr}))
        list.addOrders();
    if (list.isOneOf({Function::Sobel, Function::Laplacian}))
        list.addApertures();
    if (!hasSize)
        list.addNumbers();
    return list.calls;
}

} // namespace clconv_test
