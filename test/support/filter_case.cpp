// SPDX-License-Identifier: Apache-2.0
//
// Makes a FilterCase's call and compares its output.

#include "filter_case.hpp"
#include "device.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/core/ocl.hpp>

#include "api/filter2d.hpp"
#include "coefficients/coefficient_set.hpp"
#include "coefficients/factors/outer_products.hpp"
#include "problem/device_traits.hpp"
#include "problem/params.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace clconv_test {

using namespace cv;

namespace {

clconv::IntegerTaps integerTapsOf(const Mat& taps)
{
    Mat wide;
    taps.convertTo(wide, CV_64F);
    return clconv::integerTaps(wide);
}

//! Whether the documentation states exact sums for this image, taps and delta.
bool promisesExactSums(const FilterCase& filterCase, const Mat& kernel)
{
    const double floats = 1 << 24;
    const int srcDepth = CV_MAT_DEPTH(filterCase.srcType);
    if (srcDepth > CV_32S)
        return false;
    if (kernel.channels() > 1)
    {
        std::vector<Mat> each;
        split(kernel, each);
        return std::all_of(each.begin(), each.end(),
                           [&](const Mat& one) { return promisesExactSums(filterCase, one); });
    }
    clconv::IntegerTaps taps = integerTapsOf(filterCase.kernelY.empty() ? kernel : filterCase.kernel);
    if (!filterCase.kernelY.empty())
    {
        const clconv::IntegerTaps column = integerTapsOf(filterCase.kernelY);
        taps = {taps.unit * column.unit, taps.magnitudes * column.magnitudes};
    }
    const size_t fewTaps = 121; // with more taps, only outer products
    const bool isFew =
        kernel.total() <= fewTaps || !filterCase.kernelY.empty() || clconv::analyse(kernel, CV_64F).rank == 1;
    const double delta = std::abs(filterCase.delta) / taps.unit, sum = taps.magnitudes * largestPixel(srcDepth) + delta;
    return taps.unit > 0 && delta == std::floor(delta) &&
           (sum <= floats || (hasDoubles() && sum <= exactDoubles && isFew));
}

Tolerance toleranceFor(const FilterCase& filterCase, const Mat& kernel, const std::string& implementation)
{
    const int srcDepth = CV_MAT_DEPTH(filterCase.srcType);
    if (implementation != "opencv-cpu" && promisesExactSums(filterCase, kernel))
        return Tolerance::Exact;
    const bool bytesToIntegers = srcDepth == CV_8U && filterCase.dstDepth() < CV_32F;
    const bool isSum = clconv::analyse(kernel, clconv::sumDepth(srcDepth, filterCase.dstDepth())).rank > 1;
    if (implementation == "separable_mma" && bytesToIntegers)
        return isSum ? Tolerance::FactoredSumHalf : Tolerance::FactoredHalf;
    if (implementation.find("separable") != std::string::npos && filterCase.kernelY.empty())
        return isSum ? Tolerance::FactoredSum : Tolerance::Factored;
    if (implementation == "mma")
        return Tolerance::FixedPoint;
    return implementation == "opencv-cpu" && kernel.total() >= 50 ? Tolerance::Fourier : Tolerance::PlainSum;
}

//! The alternative tolerances of an output: the result is right if it is within one of them.
std::vector<Tolerance> tolerancesFor(const FilterCase& filterCase, const Mat& kernel, const std::string& implementation,
                                     bool together)
{
    // If no launch takes the kernels together, they run one by one, and only the last one's implementation is recorded.
    std::vector<Tolerance> tolerances(1, toleranceFor(filterCase, kernel, implementation));
    if (filterCase.otherKernels.empty() || implementation == "opencv-cpu" || together)
        return tolerances;
    const int srcDepth = CV_MAT_DEPTH(filterCase.srcType);
    const int rank = clconv::analyse(kernel, clconv::sumDepth(srcDepth, filterCase.dstDepth())).rank;
    tolerances.push_back(Tolerance::PlainSum);
    if (rank > 0)
        tolerances.push_back(rank > 1 ? Tolerance::FactoredSum : Tolerance::Factored);
    const clconv::DeviceTraits device = clconv::traitsOf(ocl::Device::getDefault());
    if (srcDepth <= CV_8S && device.nvidiaCompute >= 80)
        tolerances.push_back(Tolerance::FixedPoint);
    if (device.cpu && kernel.total() > 800) // per compute unit; beyond, cv::filter2D may run
        tolerances.push_back(Tolerance::Fourier);
    return tolerances;
}

} // namespace

std::vector<Mat> kernelsOf(const FilterCase& filterCase)
{
    std::vector<Mat> kernels(1, filterCase.kernel);
    kernels.insert(kernels.end(), filterCase.otherKernels.begin(), filterCase.otherKernels.end());
    if (!filterCase.kernelY.empty())
    {
        Mat x, y;
        filterCase.kernel.reshape(1, 1).convertTo(x, CV_64F);
        filterCase.kernelY.reshape(1, static_cast<int>(filterCase.kernelY.total())).convertTo(y, CV_64F);
        kernels[0] = y * x;
    }
    return kernels;
}

std::string findDifference(const FilterCase& filterCase, const Mat& result, const Exact& exact, const Mat& kernel,
                           const std::string& implementation, bool together)
{
    std::string error;
    for (Tolerance tolerance : tolerancesFor(filterCase, kernel, implementation, together))
        if ((error = findDifference(result, exact, tolerance)).empty())
            break;
    return error;
}

namespace {

const uchar mark = 0xff; // padding: NaN as a float, so that a result that depends on it is noticed

//! An image or a region of one, as a Mat or a UMat.
struct Memory
{
    std::shared_ptr<std::vector<uchar>> bytes; //!< of padded images; must outlive them
    Mat parentMat, mat;
    UMat parentUMat, umat;
    bool isMat;

    Memory(const Mat& content, Rect region, bool asMat, int padding, bool onHost) : isMat(asMat)
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
        {
            parentUMat.allocator = onHost ? Mat::getDefaultAllocator() : nullptr;
            content.copyTo(parentUMat);
        }
        umat = parentUMat(region);
        umat.allocator = nullptr; // for an output of another size
    }

    Memory(bool asMat) : isMat(asMat) {}

    _InputOutputArray array() { return isMat ? _InputOutputArray(mat) : _InputOutputArray(umat); }
    Mat parent() const { return isMat ? parentMat.clone() : parentUMat.getMat(ACCESS_READ).clone(); }
    Mat content() const { return isMat ? mat.clone() : umat.getMat(ACCESS_READ).clone(); }

    //! Whether the padding is unchanged.
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
    //! A copy of the content with this many bytes after each row and before the first, so that rows are unaligned.
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

//! @param kernelIn the image whose memory contains the kernel; null: none
void call(const FilterCase& filterCase, InputArray src, OutputArray dst, const Memory* kernelIn = nullptr)
{
    const Rect place(filterCase.kernelOrigin, filterCase.kernel.size());
    if (!filterCase.kernelY.empty())
        clconv::sepFilter2D(src, dst, filterCase.ddepth, filterCase.kernel, filterCase.kernelY, filterCase.anchor,
                            filterCase.delta, filterCase.border);
    else if (kernelIn && kernelIn->isMat)
        clconv::filter2D(src, dst, filterCase.ddepth, kernelIn->parentMat(place), filterCase.anchor, filterCase.delta,
                         filterCase.border);
    else if (kernelIn)
        clconv::filter2D(src, dst, filterCase.ddepth, kernelIn->parentUMat(place), filterCase.anchor, filterCase.delta,
                         filterCase.border);
    else if (filterCase.kernelIsUMat)
        clconv::filter2D(src, dst, filterCase.ddepth, filterCase.kernel.getUMat(ACCESS_READ), filterCase.anchor,
                         filterCase.delta, filterCase.border);
    else
        clconv::filter2D(src, dst, filterCase.ddepth, filterCase.kernel, filterCase.anchor, filterCase.delta,
                         filterCase.border);
}

//! Makes the call of a bank or a batch.
void callBank(const FilterCase& filterCase, InputArray src, std::vector<Memory>& outputs)
{
    const std::vector<Mat> kernels = kernelsOf(filterCase);
    std::vector<UMat> umatKernels(kernels.size()), umats;
    std::vector<Mat> mats;
    for (size_t i = 0; i < kernels.size(); i++)
    {
        kernels[i].copyTo(umatKernels[i]);
        mats.push_back(outputs[i].mat);
        umats.push_back(outputs[i].umat);
    }
    const _InputArray bank = filterCase.kernelIsUMat ? _InputArray(umatKernels) : _InputArray(kernels);
    const _OutputArray dst = filterCase.dstIsMat ? _OutputArray(mats) : _OutputArray(umats);
    if (filterCase.batch)
    {
        const size_t count = kernels.size();
        const std::vector<UMat> umatSources =
            src.isUMat() ? std::vector<UMat>(count, src.getUMat()) : std::vector<UMat>();
        const std::vector<Mat> matSources = src.isUMat() ? std::vector<Mat>() : std::vector<Mat>(count, src.getMat());
        const _InputArray sources = src.isUMat() ? _InputArray(umatSources) : _InputArray(matSources);
        clconv::filterBatch(sources, dst, filterCase.ddepth, bank, filterCase.anchor, filterCase.delta,
                            filterCase.border);
    }
    else
        clconv::filterBank(src, dst, filterCase.ddepth, bank, filterCase.anchor, filterCase.delta, filterCase.border);
    CV_Assert(mats.size() == kernels.size() && umats.size() == kernels.size());
    for (size_t i = 0; i < outputs.size(); i++)
    {
        outputs[i].mat = mats[i];
        outputs[i].umat = umats[i];
    }
}

//! The input of a call, and the expected result.
struct Expected
{
    Mat pixels;
    Rect srcRegion;
    std::vector<Mat> kernels;
    std::vector<Exact> exact; //!< one for each kernel

    explicit Expected(const FilterCase& filterCase) : kernels(kernelsOf(filterCase))
    {
        RNG rng(filterCase.seed);
        const bool region = !filterCase.srcParent.empty();
        pixels = randomImage(region ? filterCase.srcParent : filterCase.size, filterCase.srcType, rng);
        if (filterCase.kernelMemory == KernelMemory::InSource)
            filterCase.kernel.copyTo(pixels(Rect(filterCase.kernelOrigin, filterCase.kernel.size())));
        srcRegion = Rect(region ? filterCase.srcOrigin : Point(), filterCase.size);
        for (const Mat& kernel : kernels)
            exact.push_back(exactSums(FilterInput{pixels(srcRegion), kernel, filterCase.anchor, filterCase.delta,
                                                  filterCase.border, filterCase.dstDepth()}));
    }

    //! The error in the output of kernel number i; empty if it is right.
    std::string compareOutput(const FilterCase& filterCase, const Mat& result, const Result& ran, size_t i = 0) const
    {
        if (result.type() != filterCase.dstType())
            return "the output has type " + typeToString(result.type());
        const std::string error =
            findDifference(filterCase, result, exact[i], kernels[i], ran.implementation, ran.together);
        return error.empty() || i == 0 ? error : format("output %d: ", int(i)) + error;
    }
};

std::string separate(const FilterCase& filterCase, const Expected& expected, Result& result)
{
    Memory src(expected.pixels, expected.srcRegion, filterCase.srcIsMat, filterCase.padding, filterCase.srcOnHost);
    std::vector<Memory> outputs(expected.kernels.size(), Memory(filterCase.dstIsMat));
    Mat before;
    const Rect region(filterCase.dstOrigin, filterCase.size);
    if (!filterCase.dstParent.empty())
    {
        RNG rng(filterCase.seed + 1);
        before = randomImage(filterCase.dstParent, filterCase.dstType(), rng);
        if (filterCase.kernelMemory == KernelMemory::InOutput)
            filterCase.kernel.copyTo(before(Rect(filterCase.kernelOrigin, filterCase.kernel.size())));
        for (Memory& output : outputs)
            output = Memory(before, region, filterCase.dstIsMat, filterCase.padding, filterCase.dstOnHost);
    }
    if (filterCase.otherKernels.empty())
        call(filterCase, src.array(), outputs[0].array(),
             filterCase.kernelMemory == KernelMemory::InSource   ? &src
             : filterCase.kernelMemory == KernelMemory::InOutput ? &outputs[0]
                                                                 : nullptr);
    else
        callBank(filterCase, src.array(), outputs);
    result.implementation = clconv::lastImplementation();
    result.together = clconv::lastRanTogether();
    if (!sameBytes(src.parent(), expected.pixels) || !src.isPaddingUntouched())
        return "the source was changed";
    std::string error;
    for (size_t i = 0; i < outputs.size() && error.empty(); i++)
    {
        if (!before.empty() && !outputs[i].isPaddingUntouched())
            return "the output's padding was changed";
        if (!before.empty() && !sameOutside(before, outputs[i].parent(), region))
            return "pixels around the output region were changed";
        const Mat output = before.empty() ? outputs[i].content() : outputs[i].parent()(region);
        error = expected.compareOutput(filterCase, output, result, i);
    }
    return error;
}

//! Tests a call in place, or one whose output is another region of the source's parent.
std::string shared(const FilterCase& filterCase, const Expected& expected, Result& result)
{
    Memory src(expected.pixels, expected.srcRegion, filterCase.srcIsMat, filterCase.padding, filterCase.srcOnHost);
    const Rect region =
        filterCase.placement == Placement::InPlace ? expected.srcRegion : Rect(filterCase.dstOrigin, filterCase.size);
    Memory dst = src;
    if (filterCase.placement == Placement::Overlap)
    {
        if (dst.isMat)
            dst.mat = src.parentMat(region);
        else
            dst.umat = src.parentUMat(region);
    }
    const Memory whole = src; // a call may reallocate src.umat
    call(filterCase, src.array(), filterCase.placement == Placement::InPlace ? src.array() : dst.array(),
         filterCase.kernelMemory == KernelMemory::InSource ? &whole : nullptr);
    result.implementation = clconv::lastImplementation();
    result.together = clconv::lastRanTogether();
    if (!src.isPaddingUntouched())
        return "the padding was changed";
    const bool moved = filterCase.dstType() != filterCase.srcType; // then the call allocated the output
    if (moved ? !sameBytes(src.parent(), expected.pixels) : !sameOutside(expected.pixels, src.parent(), region))
        return "pixels around the output region were changed";
    return expected.compareOutput(filterCase, moved ? src.content() : src.parent()(region), result);
}

} // namespace

Size FilterCase::kernelSize() const
{
    return kernelY.empty() ? kernel.size() : Size(static_cast<int>(kernel.total()), static_cast<int>(kernelY.total()));
}

Result perform(const FilterCase& filterCase)
{
    Result result;
    const Expected expected(filterCase);
    try
    {
        const std::unique_ptr<clconv::ForceScope> force(
            filterCase.force.empty() ? nullptr : new clconv::ForceScope(filterCase.force));
        if (filterCase.prepared)
            clconv::prepare(filterCase.kernel, filterCase.srcType, filterCase.ddepth, filterCase.anchor,
                            filterCase.border);
        result.error = filterCase.placement == Placement::Separate ? separate(filterCase, expected, result)
                                                                   : shared(filterCase, expected, result);
    }
    catch (const std::exception& e)
    {
        result.error = std::string("threw ") + e.what();
        result.threw = true;
    }
    return result;
}

} // namespace clconv_test
