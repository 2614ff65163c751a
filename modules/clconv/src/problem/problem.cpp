// SPDX-License-Identifier: Apache-2.0
//
// Layouts and overlap of images, and the Problem and Geometry of a call's arguments.

#include "problem/problem.hpp"
#include "problem/fusion.hpp"

namespace cv { namespace clconv {
namespace {

//! Whether a UMat covers the whole Mat that it was made from. UMat::locateROI would report the row step as its width.
bool isAllOfAMat(const UMat& image)
{
    return (image.u->flags & UMatData::USER_ALLOCATED) && !image.isSubmatrix() && image.offset == 0 &&
           image.step * size_t(image.rows) == image.u->size;
}

//! A UMat made from a Mat uses the Mat's memory, which may in turn be that of another UMat.
const UMatData* ownerOf(const UMatData* u)
{
    while (u->originalUMatData)
        u = u->originalUMatData;
    return u;
}

//! OpenCV gives the device a Mat's own memory if that begins at a multiple of 4 bytes, else a copy. The device may make
//! a copy of its own, but one that shares the host's memory uses that address.
int startOf(const UMatData& data)
{
    const bool usesCallersMemory = data.tempUMat() && !data.tempCopiedUMat();
    return usesCallersMemory ? int(reinterpret_cast<size_t>(data.origdata) % size_t(memoryAlignment)) : 0;
}

//! bytes from the buffer's start to the end of the image's last row
size_t extent(size_t offset, size_t step, Size size, size_t pixelSize)
{
    return offset + step * size_t(size.height - 1) + pixelSize * size_t(size.width);
}

//! The largest power of two that divides a number of bytes, or `maximum`, which is one.
int alignmentOf(size_t bytes, int maximum)
{
    const int lowBits = int(bytes % size_t(maximum)) | maximum;
    return lowBits & -lowBits;
}

//! The largest magnitude of a pixel; infinity for floats.
double largestPixel(int depth)
{
    static const double largest[] = {255, 128, 65535, 32768, 2147483648.};
    return depth <= CV_32S ? largest[depth] : std::numeric_limits<double>::infinity();
}

//! What coefficients of fewer bits than floats may add to an output's error before rounding: 1/1024 for integer
//! results, about the error of float sums of large filters. Float results, and sums that are exact otherwise, must stay
//! exact.
double allowedError(int dstDepth, const IntegerTaps& taps)
{
    return dstDepth < CV_32F && taps.unit == 0 ? 1. / 1024 : 0;
}

//! The fewest slices with which fixed-point taps are accurate enough; 0: they are not.
int sufficientSlices(int srcDepth, int dstDepth, const FilterTraits& traits)
{
    const double largestSource = 255;
    for (int slices = 1; slices <= maxSlices && srcDepth <= CV_8S; ++slices)
        if (traits.sliceErrors[slices - 1] * largestSource <= allowedError(dstDepth, traits.integers))
            return slices;
    return 0;
}

//! Whether products of half floats are accurate enough.
bool halfPartsSuffice(int srcDepth, int dstDepth, const FilterTraits& traits)
{
    return srcDepth == CV_8U && dstDepth != CV_64F && traits.rank > 0 &&
           traits.halfPartsError <= allowedError(dstDepth, traits.integers);
}

//! Whether sums by Fourier transforms are accurate enough. Sums of floats, and sums that floats would round anyway, are
//! checked tile by tile in the kernel. Sums of integers that floats add exactly must stay exact: their errors must be
//! less than half the distance between two sums, so that the kernel can round to the right one.
bool fourierSuffices(int srcDepth, const FftTraits& traits)
{
    if (traits.magnitudes == 0)
        return false;
    if (srcDepth > CV_32S)
        return true;
    const double sum = traits.magnitudes * largestPixel(srcDepth), exactFloats = 1 << 24, belowHalf = 0.45;
    // of two tiles transformed as one, where no number is larger than the norm; fftErrorBound gives less
    const double error = smallTileErrorBound.atLeast * floatRoundoff * std::sqrt(2.) * sum;
    return sum > exactFloats * traits.grid || error < belowHalf * traits.grid;
}

//! Whether the errors of transforms vanish in every tile when results are rounded (common/fft_accuracy.cl: `small`).
bool fourierIsCertain(int srcDepth, int dstDepth, const FftTraits& traits)
{
    const double allowed = 1. / 1024, norm = std::sqrt(2.); // of two tiles transformed as one, of ones
    const double inBounds =
        std::max(fftErrorBound.ofNorm * norm + fftErrorBound.ofLargest, fftErrorBound.atLeast * norm);
    return srcDepth <= CV_8S && dstDepth < CV_32F &&
           inBounds * floatRoundoff * traits.magnitudes * largestPixel(srcDepth) <= allowed;
}

template<typename T>
bool equal(const std::shared_ptr<const T>& a, const std::shared_ptr<const T>& b)
{
    return a == b || (a && b && *a == *b);
}

//! Visits all fields of a problem, const or not, except the specialized taps and the stages.
template<typename SomeProblem, typename Visitor>
void visitFields(SomeProblem& p, const Visitor& visit)
{
    visit(p.srcDepth, p.dstDepth, p.channels, p.filterSize.width, p.filterSize.height, p.filterCount, p.images,
          p.filterEach, p.sourceBuffers, p.outputBuffers, p.border, p.rank, p.slices, p.size.width, p.size.height,
          p.readable.width, p.readable.height, p.srcPitch, p.rowAlignment, p.outputAlignment, p.wideIndex, p.fourier,
          p.fourierIsCertain, p.halfParts, p.rounding, p.doubleSums, p.box, p.general, p.beside, p.channelFilters,
          p.weights);
}

struct Reader
{
    template<typename... T>
    void operator()(const T&... fields) const
    {
        numbers = {{int(fields)...}};
    }
    std::array<int, 31>& numbers;
};

struct Writer
{
    template<typename... T>
    void operator()(T&... fields) const
    {
        const int* from = numbers.data();
        (void)std::initializer_list<int>{(fields = T(*from++), 0)...};
    }
    const std::array<int, 31>& numbers;
};

} // namespace

Layout newImage(int type, Size size)
{
    return Layout{type, size, size, Point(), size_t(size.width) * CV_ELEM_SIZE(type), 0};
}

Layout layoutOf(const UMat& image)
{
    Layout l = {image.type(), image.size(), image.size(), Point(), image.step, image.offset, startOf(*image.u)};
    if (!isAllOfAMat(image))
        image.locateROI(l.parent, l.origin);
    return l;
}

Layout layoutOf(const Mat& image)
{
    Layout l = {image.type(), image.size(), Size(), Point(), image.step, size_t(image.data - image.datastart)};
    image.locateROI(l.parent, l.origin);
    return l;
}

bool mayHavePadding(const UMat& image)
{
    if ((image.u->flags & UMatData::USER_ALLOCATED) == 0 ||
        image.u->originalUMatData) // OpenCV's own rows are not padded
        return false;
    const Layout l = layoutOf(image);
    return l.origin.x + l.size.width < l.parent.width;
}

bool shareMemory(const UMat& a, const UMat& b)
{
    if (ownerOf(a.u) == ownerOf(b.u))
        return true;
    const uchar *first = a.u->origdata, *second = b.u->origdata;
    return first && second && first < second + b.u->size && second < first + a.u->size;
}

bool intersect(const UMat& a, const UMat& b)
{
    if (!shareMemory(a, b))
        return false;
    const bool comparable = a.u == b.u || (a.u->origdata && b.u->origdata);
    if (!comparable || a.step != b.step)
        return true;
    const auto begin = [](const UMat& image) { return reinterpret_cast<size_t>(image.u->origdata) + image.offset; };
    if (begin(b) < begin(a))
        return intersect(b, a);
    // b begins `down` rows below a and `right` bytes after it; bytes beyond the step belong to the next row.
    const size_t down = (begin(b) - begin(a)) / a.step, right = (begin(b) - begin(a)) % a.step;
    const size_t rows = size_t(a.rows), row = a.elemSize() * size_t(a.cols), other = b.elemSize() * size_t(b.cols);
    return (right < row && down < rows) || (right + other > a.step && down + 1 < rows);
}

int sumDepth(int srcDepth, int dstDepth, const FilterTraits& traits, double delta, bool fastDoubles)
{
    const double exactFloats = 1 << 24, fewOfBox = 25, fewTaps = 121;
    const double maxDivisor = 65536; // beyond it, float rounds some quotients next to a half to that half
    const IntegerTaps& taps = traits.integers;
    bool doubles = false;
    if (srcDepth > CV_32S)
        doubles = fastDoubles && taps.ones && taps.count > fewOfBox;
    else if (taps.unit > 0 && (traits.rank == 1 || taps.count <= fewTaps))
        doubles = taps.magnitudes * largestPixel(srcDepth) + std::abs(delta) / taps.unit > exactFloats ||
                  (taps.ones && taps.count > maxDivisor);
    return doubles ? int(CV_64F) : sumDepth(srcDepth, dstDepth);
}

std::array<int, 31> Problem::fields() const
{
    std::array<int, 31> numbers;
    visitFields(*this, Reader{numbers});
    return numbers;
}

void Problem::setFields(const std::array<int, 31>& numbers)
{
    visitFields(*this, Writer{numbers});
}

bool Problem::operator==(const Problem& other) const
{
    return fields() == other.fields() && equal(specializedTaps, other.specializedTaps) && equal(chain, other.chain) &&
           equal(after, other.after);
}

Problem programOf(const Problem& problem)
{
    if (!problem.general)
        return problem;
    Problem program = Problem();
    program.general = true;
    program.srcDepth = problem.srcDepth;
    program.dstDepth = problem.dstDepth;
    program.doubleSums = problem.doubleSums;
    program.wideIndex = problem.wideIndex;
    program.channels = program.filterCount = program.rowAlignment = 1;
    program.filterSize = program.size = program.readable = Size(1, 1);
    return program;
}

size_t ProblemHash::operator()(const Problem& p) const
{
    uint64 basis = p.specializedTaps ? fnvBasis ^ p.specializedTaps->hash : fnvBasis;
    for (const Fusion* stages : {p.chain.get(), p.after.get()})
        basis = stages ? fnv1a(stages->stages, basis) : basis;
    return size_t(fnv1a(p.fields(), basis));
}

bool equalForPlanning(int srcDepth, int dstDepth, const FilterTraits& a, const FilterTraits& b)
{
    const auto inFixedPoint = [&](const FilterTraits& traits)
    { return sufficientSlices(srcDepth, dstDepth, traits) > 0; };
    return (a.rank == 1) == (b.rank == 1) && inFixedPoint(a) == inFixedPoint(b) && a.accDepth == b.accDepth;
}

Description describe(const Layout& src, const Layout& dst, Size filterSize, Point anchor, int border,
                     const FilterTraits& traits, Rounding rounding)
{
    const bool isolated = (border & BORDER_ISOLATED) != 0;
    const Point origin = isolated ? Point() : src.origin;
    const size_t pixel = CV_ELEM_SIZE(src.type);

    Description d;
    Geometry& g = d.geometry;
    g.srcStep = src.step;
    g.srcOffset = src.offset - src.step * size_t(origin.y) - pixel * size_t(origin.x);
    g.srcOrigin = origin - anchor;
    g.dstStep = dst.step;
    g.dstOffset = dst.offset;

    Problem& p = d.problem;
    p.srcDepth = CV_MAT_DEPTH(src.type);
    p.dstDepth = CV_MAT_DEPTH(dst.type);
    p.channels = CV_MAT_CN(src.type);
    p.filterSize = filterSize;
    p.filterCount = 1;
    p.border = border & ~BORDER_ISOLATED;
    p.rank = traits.rank;
    p.slices = sufficientSlices(p.srcDepth, p.dstDepth, traits);
    p.fourier = rounding == Rounding::HalfToEven && fourierSuffices(p.srcDepth, traits.fft);
    p.fourierIsCertain =
        p.fourier && filterSize.area() >= minLargeTileTaps && fourierIsCertain(p.srcDepth, p.dstDepth, traits.fft);
    p.halfParts = halfPartsSuffice(p.srcDepth, p.dstDepth, traits);
    p.rounding = rounding;
    p.doubleSums = traits.accDepth != sumDepth(p.srcDepth, p.dstDepth) && traits.accDepth == CV_64F;
    p.box = traits.integers.ones;
    p.size = src.size;
    p.readable = isolated ? src.size : src.parent;
    const size_t maximum = size_t(INT_MAX);
    const bool onGrid = src.step % pixel == 0 && g.srcOffset % pixel == 0;
    p.srcPitch = onGrid && src.step / pixel <= maximum ? int(src.step / pixel) : 0;
    const size_t start = size_t(src.start) + g.srcOffset;
    const int alignment =
        alignmentOf(g.srcStep | (start + pixel * size_t(g.srcOrigin.x + filterSize.width / 2)), maxRowAlignment);
    p.rowAlignment = alignment < int(sizeof(int)) ? 1 : alignment; // no access has two bytes
    p.outputAlignment = alignmentOf(size_t(dst.start), memoryAlignment);
    p.wideIndex = extent(g.srcOffset, g.srcStep, p.readable, pixel) > maximum ||
                  extent(g.dstOffset, g.dstStep, p.size, CV_ELEM_SIZE(dst.type)) > maximum;
    return d;
}

}} // namespace cv::clconv
