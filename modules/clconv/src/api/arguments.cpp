// SPDX-License-Identifier: Apache-2.0
//
// Argument checks. Each message names the argument.

#include "api/arguments.hpp"

namespace cv { namespace clconv {
namespace {

Point resolvedAnchor(Point anchor, Size kernel)
{
    const Point a(anchor.x == -1 ? kernel.width / 2 : anchor.x, anchor.y == -1 ? kernel.height / 2 : anchor.y);
    CV_Assert(a.inside(Rect(Point(), kernel)) && "anchor lies in the kernel");
    return a;
}

void checkBorder(int borderType)
{
    if (!isKnownBorder(borderType & ~BORDER_ISOLATED))
        CV_Error_(Error::StsBadArg, ("borderType: unknown border %d", borderType));
}

//! OpenCV's functions check the border only if the filter reads a pixel outside; otherwise any border will do.
int checkedBorder(InputArray src, const Call& call, int borderType)
{
    const int isolated = borderType & BORDER_ISOLATED;
    if (isKnownBorder(borderType & ~BORDER_ISOLATED))
        return borderType;
    const Layout layout = src.isUMat() ? layoutOf(src.getUMat()) : layoutOf(src.getMat());
    if (isolated ? call.readsOutside(call.size, Point()) : call.readsOutside(layout.parent, layout.origin))
        checkBorder(borderType);
    return BORDER_CONSTANT | isolated;
}

//! UMats support all pairs of known depths; for Mats cv::filter2D rejects the pairs that it does not support. For a
//! source of another depth the error depends on the destination: cv::filter2D first asserts that the number of the
//! depth does not decrease (createLinearFilter). cv::sepFilter2D has no such assertion.
void checkDepths(InputArray src, int dstDepth, bool separated)
{
    refuseOtherDepths(src, dstDepth,
                      !separated && dstDepth < src.depth() ? Error::StsAssert : Error::StsNotImplemented);
}

//! Makes the checks of dst.create() earlier, with its error codes (StsError for the size of a Matx).
void checkOutput(const _OutputArray& dst, int type, Size size)
{
    if (dst.fixedType())
        CV_Assert(dst.type() == type && "dst has a fixed type that is not the result's");
    if (dst.fixedSize() && dst.size() != size)
        CV_Error(dst.kind() == _InputArray::MATX ? Error::StsError : Error::StsAssert,
                 "dst has a fixed size that is not the source's");
    CV_Assert(!replacesMapped(dst, type, size) && "dst is not mapped by a Mat (UMat::getMat) while it is made anew");
}

//! Checks the sources of a batch.
template<typename Image>
void checkImages(const std::vector<Image>& images, const char* function)
{
    for (const Image& image : images)
    {
        refuseEmpty(image.empty(), function, "an image of src");
        CV_Assert(image.type() == images[0].type() && "the images of src are of one type");
        CV_Assert(image.dims <= 2 && "each image of src has at most two dimensions");
    }
}

//! @param channels that a kernel may have besides one
Mat checkedKernel(InputArray kernel, int channels, bool oneDimensional)
{
    CV_Assert(!kernel.empty() && "kernel has coefficients");
    CV_Assert(kernel.dims() <= 2 && "kernel has at most two dimensions");
    CV_Assert((kernel.channels() == 1 || kernel.channels() == channels) &&
              "kernel has one channel, or (filter2D) as many as src");
    CV_Assert(!oneDimensional || kernel.cols() == 1 || kernel.rows() == 1);
    Mat k;
    if (kernel.isUMat())
        kernel.copyTo(k); // a mapped UMat could not be an argument of the launch
    else
        k = kernel.getMat();
    if (k.dims == 1) // OpenCV 5 makes such Mats of vectors
        k = Mat(k.rows, k.cols, k.type(), k.data).clone();
    if (k.depth() > CV_64F) // CV_16F, and those that OpenCV 5 has besides
        k.convertTo(k, CV_64F);
    return k;
}

Call check(InputArray src, const _OutputArray* dst, int ddepth, std::vector<Mat> kernels, Size kernel, Point anchor,
           double delta, int borderType)
{
    CV_Assert(src.dims() <= 2 && "src has at most two dimensions");
    Call call;
    call.srcType = src.type();
    call.dstType = CV_MAKETYPE(ddepth < 0 ? src.depth() : ddepth, src.channels());
    call.size = src.size();
    call.kernels = std::move(kernels);
    call.filterSize = kernel;
    call.anchor = resolvedAnchor(anchor, kernel);
    call.delta = delta;
    call.border = checkedBorder(src, call, borderType);
    call.function = call.isSeparated() ? MatFunction::SepFilter2D : MatFunction::Filter2D;
    checkDepths(src, call.dstDepth(), call.isSeparated());
    if (dst)
        checkOutput(*dst, call.dstType, call.size);
    return call;
}

//! One call for each kernel. Kernels are copied, because an output may overwrite them before they are used.
//! @param kernels one, or several
std::vector<Call> checkKernels(InputArray src, int ddepth, InputArray kernels, Point anchor, double delta,
                               int borderType)
{
    const auto checked = [&](InputArray kernel)
    {
        Call call = checkFilter2D(src, NULL, ddepth, kernel, anchor, delta, borderType);
        call.kernels[0] = call.kernels[0].clone();
        return call;
    };
    if (!isImageVector(kernels))
        return {checked(kernels)};
    std::vector<Call> calls;
    calls.reserve(kernels.total());
    for (int i = 0; i < int(kernels.total()); ++i)
        calls.push_back(kernels.isUMatVector() ? checked(kernels.getUMat(i)) : checked(kernels.getMat(i)));
    return calls;
}

} // namespace

bool isImageVector(const _InputArray& array)
{
    return array.isMatVector() || array.isUMatVector() || array.kind() == _InputArray::STD_ARRAY_MAT;
}

bool isSupportedByFilter2D(int srcDepth, int dstDepth)
{
    switch (srcDepth)
    {
    case CV_8U: return dstDepth == CV_8U || dstDepth == CV_16S || dstDepth == CV_32F || dstDepth == CV_64F;
    case CV_16U: return dstDepth == CV_16U || dstDepth == CV_32F || dstDepth == CV_64F;
    case CV_16S: return dstDepth == CV_16S || dstDepth == CV_32F || dstDepth == CV_64F;
    case CV_32F: return dstDepth == CV_32F;
    case CV_64F: return dstDepth == CV_64F;
    default: return false;
    }
}

bool Call::readsOutside(Size parent, Point origin) const
{
    return origin.x < anchor.x || filterSize.width - 1 - anchor.x > parent.width - origin.x - size.width ||
           origin.y < anchor.y || filterSize.height - 1 - anchor.y > parent.height - origin.y - size.height;
}

void refuseEmpty(bool empty, const char* function, const char* image)
{
    if (empty)
        error(Error::StsAssert, std::string(image) + " is empty: most often imread was given a wrong path", function,
              __FILE__, __LINE__);
}

void refuseOtherDepths(InputArray src, int dstDepth, Error::Code code)
{
    const int srcDepth = src.depth();
    const bool onMats = !src.isUMat() && (srcDepth == CV_16F || dstDepth == CV_16F);
    if (onMats || !isKnownDepth(srcDepth) || !isKnownDepth(dstDepth))
        CV_Error_(code, ("src and ddepth: no filter from %s to %s; images are CV_8U to CV_64F, UMats CV_16F too",
                         depthToString(srcDepth), depthToString(dstDepth)));
}

bool replacesMapped(const _OutputArray& dst, int type, Size size)
{
    if (!dst.isUMat())
        return false;
    const UMat& image = dst.getUMatRef();
    const bool isLastUse = image.u && image.u->urefcount == 1; // its buffer would be released
    return isLastUse && image.u->refcount > 0 && (image.type() != type || image.size() != size);
}

Call checkFilter2D(InputArray src, const _OutputArray* dst, int ddepth, InputArray kernel, Point anchor, double delta,
                   int borderType)
{
    const Mat k = checkedKernel(kernel, src.channels(), false);
    return check(src, dst, ddepth, std::vector<Mat>(1, k), k.size(), anchor, delta, borderType);
}

Call checkSepFilter2D(InputArray src, const _OutputArray* dst, int ddepth, InputArray kernelX, InputArray kernelY,
                      Point anchor, double delta, int borderType)
{
    const Mat x = checkedKernel(kernelX, 1, true), y = checkedKernel(kernelY, 1, true);
    CV_Assert(x.type() == y.type() && "kernelX and kernelY are of one type");
    const Point middle(std::max(anchor.x, -1), std::max(anchor.y, -1)); // for cv::filter2D -1 alone is the middle
    return check(src, dst, ddepth, {x, y}, Size(int(x.total()), int(y.total())), middle, delta, borderType);
}

std::vector<Call> checkFilterBank(InputArray src, const _OutputArray& dst, int ddepth, InputArrayOfArrays kernels,
                                  Point anchor, double delta, int borderType)
{
    refuseEmpty(src.empty(), "filterBank");
    CV_Assert(isImageVector(kernels) && "kernels is a vector of Mat or UMat");
    CV_Assert(kernels.total() > 0 && "kernels has at least one");
    std::vector<Call> calls = checkKernels(src, ddepth, kernels, anchor, delta, borderType);
    checkOutputs(dst, calls[0].dstType, calls.size());
    return calls;
}

Call callOf(const std::vector<Call>& filters, size_t image, Size size)
{
    Call call = filters[filters.size() > 1 ? image : 0];
    call.size = size;
    return call;
}

void checkOutputs(const _OutputArray& dst, int type, size_t count)
{
    CV_Assert(isImageVector(dst) && "dst is a vector of Mat or UMat");
    if (dst.fixedType())
        CV_Assert(dst.type() == type && "dst has a fixed type that is not the result's");
    if (dst.fixedSize() || dst.kind() == _InputArray::STD_ARRAY_MAT)
        CV_Assert(dst.total() == count && "dst has as many images as there are results");
}

void checkImageVector(InputArrayOfArrays src, const char* function)
{
    CV_Assert(isImageVector(src) && "src is a vector of Mat or UMat");
    CV_Assert(src.total() > 0 && "src has at least one image");
    if (src.isUMatVector()) // directly: through an InputArray the checks take several times as long
        return checkImages(*static_cast<const std::vector<UMat>*>(src.getObj()), function);
    std::vector<Mat> mats;
    src.getMatVector(mats);
    checkImages(mats, function);
}

std::vector<Call> checkFilterBatch(InputArrayOfArrays src, const _OutputArray& dst, int ddepth, InputArray kernels,
                                   Point anchor, double delta, int borderType)
{
    checkBorder(borderType); // other images may be read outside, even if the first is not
    checkImageVector(src, "filterBatch");
    CV_Assert((!isImageVector(kernels) || kernels.total() == src.total()) && "kernels is one, or one for each image");
    std::vector<Call> filters = src.isUMatVector()
                                    ? checkKernels(src.getUMat(0), ddepth, kernels, anchor, delta, borderType)
                                    : checkKernels(src.getMat(0), ddepth, kernels, anchor, delta, borderType);
    checkOutputs(dst, filters[0].dstType, src.total());
    return filters;
}

}} // namespace cv::clconv
