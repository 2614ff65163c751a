// SPDX-License-Identifier: Apache-2.0
//
// Where images are in memory, and what is to be computed, as plain values. A Problem has everything that planning
// depends on and nothing else: calls with equal Problems run the same program with the same work sizes, except for
// work-groups added for border tiles (runtime/kernel_arguments.hpp). Offsets of the images, the anchor, delta and the
// coefficients are data of a single call (Geometry, Coefficients).

#pragma once

#include "util/precomp.hpp"

#include <array>

namespace cv { namespace clconv {

//! Bytes to which memory of the device is aligned: its largest vector, 16 doubles.
const int memoryAlignment = 128;

//! Size, parent and row step of a UMat or Mat.
struct Layout
{
    Layout(int type_, Size size_, Size parent_, Point origin_, size_t step_, size_t offset_, int start_ = 0) :
        type(type_), size(size_), parent(parent_), origin(origin_), step(step_), offset(offset_), start(start_)
    {
    }

    int type;
    Size size;
    Size parent;   //!< of the whole image that this is a region of; otherwise the same as size
    Point origin;  //!< of the region in its parent
    size_t step;   //!< bytes
    size_t offset; //!< bytes from the start of the memory to the first pixel
    int start;     //!< where the memory starts, modulo memoryAlignment: 0 unless a device uses a caller's memory
};

//! The layout of an image that has not been allocated yet.
Layout newImage(int type, Size size);

//! A UMat made from a Mat may have padding at the end of its rows. Unless it is a region, the padding is not taken for
//! pixels.
Layout layoutOf(const UMat& image);
Layout layoutOf(const Mat& image);

//! Whether the parent's width is uncertain: for a region of a UMat that was made from a Mat over user memory, OpenCV
//! keeps the row step but not the width, and layoutOf takes padding at the end of rows for pixels.
bool mayHavePadding(const UMat& image);

//! Whether two images are in one allocation, or overlap in user memory. Then one is never read while the other is
//! written.
bool shareMemory(const UMat& a, const UMat& b);

//! Whether two images have bytes in common. Regions side by side in one parent have none.
bool intersect(const UMat& a, const UMat& b);

//! a / b, rounded up
inline size_t ceilDiv(size_t a, size_t b)
{
    return (a + b - 1) / b;
}

//! How a sum becomes an output.
enum class Rounding
{
    HalfToEven,     //!< the sum, rounded if the output is an integer
    Down,           //!< of sums that are not negative; with a delta of 1/2, halves are rounded up
    Average,        //!< the sum divided by the number of taps, rounded half to even
    AverageHalvesUp //!< of bytes that are not negative: the sum divided by the number of taps, halves rounded up
};

//! What stages of a chain that read the source beside a region find there.
enum class Beside
{
    Border, //!< nothing: the region is the whole image, or isolated
    Pixels, //!< pixels of the parent
    Both    //!< on some side fewer pixels than they read, then the border
};

//! Which pixels a filter's sums count, and how much; the sum is divided by the sum of taps times weights.
enum class Weights
{
    None,   //!< all, and nothing is divided
    NotNaN, //!< those that are numbers
    Bytes,  //!< those where a mask of CV_8U is not 0
    Floats  //!< all, each times the weight that a mask of CV_32F has for it
};

inline bool isAverage(Rounding rounding)
{
    return rounding == Rounding::Average || rounding == Rounding::AverageHalvesUp;
}

//! Whether numbers with a fraction are rounded down, after 1/2 was added.
inline bool isDown(Rounding rounding)
{
    return rounding == Rounding::Down || rounding == Rounding::AverageHalvesUp;
}

//! Properties of taps that are integers times a power of two: their sums with integer images are exact in types of
//! enough bits.
struct IntegerTaps
{
    IntegerTaps(double unit_ = 0, double magnitudes_ = 0, double count_ = 0, bool ones_ = false) :
        unit(unit_), magnitudes(magnitudes_), count(count_), ones(ones_)
    {
    }

    double unit;       //!< that power of two; 0: taps are not of this form, or have too many bits
    double magnitudes; //!< sum of |tap|, in units
    double count;      //!< how many taps there are
    bool ones;         //!< all are 1: the filter of a box
};

//! The depth of sums that need not be exact: CV_64F if source or destination has it, else CV_32F.
inline int sumDepth(int srcDepth, int dstDepth)
{
    return srcDepth == CV_64F || dstDepth == CV_64F ? CV_64F : CV_32F;
}

//! Whether kernels exist for images of this depth: CV_8U ... CV_64F and CV_16F.
inline bool isKnownDepth(int depth)
{
    return depth >= CV_8U && depth <= CV_16F;
}

//! Whether kernels exist for this border: BORDER_CONSTANT ... BORDER_WRAP. kernels/common/border.cl has the arithmetic.
//! @param border without BORDER_ISOLATED
inline bool isKnownBorder(int border)
{
    return border >= BORDER_CONSTANT && border <= BORDER_REFLECT_101;
}

//! The largest number of filters in one Problem: the number of outputs that OpenCL kernels have arguments for.
const int maxFilters = 8;

//! The widest access to rows that kernels distinguish, in bytes.
const int maxRowAlignment = 16;

//! u, the relative error of rounding to float.
const double floatRoundoff = 1. / (1 << 24);

//! Bound of an output's error by Fourier transforms of tiles, in u x (peak of the spectrum): max(atLeast R, ofNorm R +
//! ofLargest M), with R the root mean square of the tile's brightest column, M its largest number.
struct FftErrorBound
{
    double ofNorm, ofLargest, atLeast;
};

//! For all tiles. Measured over single taps and filters of 2x2 to 101x101 on positive and mixed images, single bright
//! pixels, rows and columns, and images with few pixels, in tiles of 64x64 to 256x256. With bright pixels everywhere:
//! root mean square at most 1.2 times R, largest error 12.5 times R with one tap, 7.6 with 5x5, 6.1 from 15x15 on. With
//! a single bright row: 3.0 times the magnitude of the largest complex number, which is up to 4.2 times its larger
//! part. In tiles of 512x512 and 1024x1024, twelve kinds of images and nine of filters: at most 0.69 of the bound.
const FftErrorBound fftErrorBound = {12, 5, 12};

//! For tiles of 64 rows and 64 or 128 columns, where M is the magnitude of a complex number, and for filters of at
//! least minSmallTileTaps taps. Errors beyond the bound occur only in outputs whose own magnitude promises more
//! accuracy; the largest errors found in other outputs are 0.86 of it (docs/implementations/fft.md).
const FftErrorBound smallTileErrorBound = {8, 5, 16};
const int minSmallTileTaps = 17;

//! From so many taps on fourierIsCertain is set: fft_large runs smaller filters only where it is forced.
const int minLargeTileTaps = 900;

//! The largest number of int8 slices of a tap in fixed point.
const int maxSlices = 3;

//! The most outer products that a filter is run as the sum of: with more, transforms and matrix units multiply less.
const int maxRank = 4;

//! For filters in fixed point with at most 1, 2, ... slices (coefficients/matrix/fixed_point.hpp): the sum of
//! |tap - its value in fixed point|; infinity where a tap is not representable.
typedef std::array<double, maxSlices> SliceErrors;
const SliceErrors noSlices = {{INFINITY, INFINITY, INFINITY}};

//! What planning uses of a filter that may be run by Fourier transforms.
struct FftTraits
{
    double magnitudes = 0; //!< sum of |tap|; 0: no transform (a tap is not finite, or out of range)
    double grid = 0;       //!< the largest power of two of which all taps are multiples
};

const uint64 fnvBasis = 14695981039346656037ULL;

//! Adds values, each as 64 bits, to a hash of tables in memory or of names on disk: FNV-1a (Fowler, Noll, Vo).
template<typename Values>
uint64 fnv1a(const Values& values, uint64 hash = fnvBasis)
{
    for (const auto& value : values)
        hash = (hash ^ static_cast<uint64>(value)) * 1099511628211ULL;
    return hash;
}

//! The taps of a specialized filter, which are constants in its program. coefficients/specialization.hpp decides which
//! filters are specialized.
struct SpecializedTaps
{
    struct Tap
    {
        int x, y;
        double value;
        bool operator==(const Tap& other) const { return x == other.x && y == other.y && value == other.value; }
    };

    std::vector<Tap> taps; //!< row by row
    std::string refusal;   //!< why the filter cannot be specialized; empty: it can
    size_t hash;

    bool operator==(const SpecializedTaps& other) const { return taps == other.taps && refusal == other.refusal; }
};

struct Fusion;

struct Problem
{
    int srcDepth; //!< CV_8U ... CV_16F
    int dstDepth; //!< CV_8U ... CV_16F
    int channels;
    Size filterSize;         //!< in taps
    int filterCount;         //!< filters of that size on the same source, each with its own output
    int images = 1;          //!< work of a launch, as a number of images of `size`; more than 1: a batch
    bool filterEach = false; //!< of a batch: each image has a filter of its own
    //! of a batch: buffers with its sources and with its outputs that a launch takes; 0: as many as it can
    int sourceBuffers = 0, outputBuffers = 0;
    int border;    //!< BORDER_CONSTANT ... BORDER_WRAP, without BORDER_ISOLATED
    int rank;      //!< outer products with known factors whose sum the filter is; 0: not known to be such a sum
    int slices;    //!< of taps in fixed point that this result needs, 1 ... maxSlices; 0: none are accurate enough
    Size size;     //!< of the destination, in pixels
    Size readable; //!< of the image that the border surrounds: the source's parent, or the source if isolated
    int srcPitch;  //!< the source's row step in pixels; 0 if step or offset is no multiple of the pixel size
    //! Bytes to which the pixel under the filter's middle column for the first output is aligned in every row; 1, 4, 8
    //! or 16. With a centred anchor that is the first pixel of the region.
    int rowAlignment;
    int outputAlignment = memoryAlignment; //!< bytes to which the outputs' memory is aligned, a power of two
    bool wideIndex;                        //!< an image reaches beyond 2^31 - 1 bytes: byte offsets take 64 bits
    bool fourier = false;                  //!< Fourier transforms are accurate enough for this filter and source
    bool fourierIsCertain = false;         //!< in every tile, of a large filter: no output is computed once more
    Rounding rounding = Rounding::HalfToEven;
    bool doubleSums = false;        //!< sums are in double although no image is
    bool box = false;               //!< all taps are 1
    bool general = false;           //!< to be run by the program that serves all calls of a pair of depths
    bool halfParts = false;         //!< products of half floats with those factors are accurate enough for this result
    bool channelFilters = false;    //!< each channel has a filter of its own
    Beside beside = Beside::Border; //!< of a chain
    Weights weights = Weights::None;
    std::shared_ptr<const SpecializedTaps> specializedTaps; //!< of specialized filters; otherwise null
    std::shared_ptr<const Fusion> chain; //!< the stages, where they are no single filter; null: they are one
    std::shared_ptr<const Fusion> after; //!< stages behind a filter, computed by its kernel; null: there are none

    bool separable() const { return rank == 1; }
    int accDepth() const { return doubleSums ? int(CV_64F) : sumDepth(srcDepth, dstDepth); }
    size_t accSize() const { return accDepth() == CV_64F ? 8 : 4; }
    size_t srcElemSize() const { return size_t(CV_ELEM_SIZE1(srcDepth)); }
    size_t dstElemSize() const { return size_t(CV_ELEM_SIZE1(dstDepth)); }
    int rowScalars() const { return size.width * channels; }
    int64 scalars() const { return int64(rowScalars()) * size.height * images; } //!< of all outputs of a launch
    int64 taps() const { return int64(filterSize.width) * filterSize.height; }
    int64 coefficients() const { return taps() * (channelFilters ? channels : 1); } //!< of one image and output

    //! All that two problems can differ in, except the specialized taps and the chain.
    std::array<int, 31> fields() const;
    void setFields(const std::array<int, 31>& numbers);
    bool operator==(const Problem& other) const;
};

//! For the general program, one problem that stands for all that it runs; otherwise the problem itself.
Problem programOf(const Problem& problem);

//! Steps and offsets of the images of one call, which are kernel arguments.
struct Geometry
{
    size_t srcStep;   //!< bytes from row to row
    size_t srcOffset; //!< bytes to the first pixel of the readable image
    Point srcOrigin;  //!< pixel of the readable image under tap (0,0) for destination pixel (0,0)
    size_t dstStep;
    size_t dstOffset;

    bool operator==(const Geometry& other) const
    {
        return srcStep == other.srcStep && srcOffset == other.srcOffset && srcOrigin == other.srcOrigin &&
               dstStep == other.dstStep && dstOffset == other.dstOffset;
    }
};

struct Description
{
    Problem problem;
    Geometry geometry;
};

//! What planning uses of a filter's values.
struct FilterTraits
{
    FilterTraits(int rank_, const SliceErrors& sliceErrors_ = noSlices) : rank(rank_), sliceErrors(sliceErrors_) {}

    int rank; //!< outer products whose sum the filter is; 0: too many
    SliceErrors sliceErrors;
    FftTraits fft;
    double halfPartsError = INFINITY; //!< of an output by bytes times half floats; infinity if not representable
    IntegerTaps integers;
    int accDepth = CV_32F; //!< of sums of floats and integers: CV_64F where they need it
};

//! The depth of the sums. If image and taps are integers, it holds sums exactly: CV_64F beyond the 24 bits of a float.
//! Filters of many taps that are no outer product are excepted: on an NVIDIA H100, 4K, doubles take 8UC1 15x15 from 37
//! to 174 us, 8UC3 from 98 to 2084; 16UC1 9x9 from 37 to 53, 15x15 from 111 to 190. Sums of floats under large boxes
//! are in double too, because variances are differences of them.
//! @param delta where it is no multiple of the taps' unit, sums need not be exact
//! @param fastDoubles whether the device computes in double about as fast as in float
int sumDepth(int srcDepth, int dstDepth, const FilterTraits& traits, double delta, bool fastDoubles);

//! Whether two filters can be one bank: both or neither outer products, and in fixed point, and of one accDepth.
bool equalForPlanning(int srcDepth, int dstDepth, const FilterTraits& a, const FilterTraits& b);

//! @param src, dst of the same size and number of channels
//! @param border with or without BORDER_ISOLATED
//! @param rounding of integers
Description describe(const Layout& src, const Layout& dst, Size filterSize, Point anchor, int border,
                     const FilterTraits& traits, Rounding rounding = Rounding::HalfToEven);

struct ProblemHash
{
    size_t operator()(const Problem& problem) const;
};

}} // namespace cv::clconv
