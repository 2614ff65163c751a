// SPDX-License-Identifier: Apache-2.0
//
// The implementations in the forms that tests force, and the problems that each documents as unsupported.

#pragma once

#include "support/test_precomp.hpp"

#include "coefficients/coefficient_set.hpp"
#include "coefficients/int8_slices.hpp"
#include "problem/device_traits.hpp"
#include "support/device.hpp"
#include "support/implementations.hpp"
#include "coefficients/specialization.hpp"
#include "test_names.hpp"

#include <map>

namespace opencv_test {

struct Variant
{
    std::string force;
    std::string name;
    bool sampler;      //!< borders through the sampler's address mode: REPLICATE and CONSTANT only
    bool image;        //!< 1, 2 or 4 channels, no 64F source
    bool overBuffer;   //!< an image over the buffer
    bool factored;     //!< outer products
    bool sums;         //!< outer products and their sums
    bool separableMma; //!< outer products, float sums, at most 4 channels, NVIDIA's matrix units
    bool mma;          //!< 8-bit sources, float sums, coefficients in fixed point, NVIDIA's matrix units
    bool large;        //!< at most 16 channels, filters that leave something of a tile of 256x256
    bool cpuFft;       //!< CPU devices, filters that leave something of a tile of 256x256
    bool fft;          //!< float sums, no factors, coefficients whose sums stay exact
    bool box;          //!< taps of 1 alone, no 64F source, float sources with sums in double
    bool specialized;  //!< one filter only, of 1 to 400 taps that are not zero, compiled into the program
    int otherKernels;  //!< kernels of filterBank after the first; 0: filter2D
    size_t localBytes; //!< local memory that every problem needs
};

inline void PrintTo(const Variant& variant, std::ostream* out)
{
    *out << variant.force;
}

//! The variant for single filters that a forced text names, as its implementation documents it. Empty: nothing is
//! forced.
inline Variant variantOf(const std::string& text)
{
    const clconv::Force force = clconv::parseForce(text);
    const clconv::Implementation* impl = clconv::implementationOf(force.name);
    CV_Assert(force.error.empty() && (impl || text.empty()));
    const std::string& name = force.name;
    Variant variant;
    variant.force = text;
    variant.name = name;
    variant.sampler = force.params.count("SAMPLER") && force.params.at("SAMPLER");
    variant.image = name == "image";
    variant.overBuffer = force.params.count("IMAGE_1D") && force.params.at("IMAGE_1D");
    variant.separableMma = name == "separable_mma";
    variant.factored = name == "separable" || name == "cpu_separable" || variant.separableMma;
    variant.sums = variant.factored && name != "cpu_separable";
    variant.mma = name == "mma";
    variant.large = name == "fft_large";
    variant.cpuFft = name == "cpu_fft";
    variant.fft = name == "fft" || variant.large || variant.cpuFft;
    variant.box = name == "cpu_box";
    variant.specialized = impl && isSpecialized(*impl);
    variant.otherKernels = 0;
    const bool wideTile = force.params.count("TILE_COLS") && force.params.at("TILE_COLS") == 128;
    const bool largeTile = variant.large && force.params.count("TILE") && force.params.at("TILE") > 256;
    variant.localBytes = !variant.fft || variant.cpuFft ? 0 : size_t(wideTile || largeTile ? 75 : 40) << 10;
    return variant;
}

//! A variant for banks of three filters.
inline Variant bankVariantOf(const std::string& text)
{
    Variant variant = variantOf(text);
    variant.otherKernels = 2;
    return variant;
}

//! The forced texts of an implementation; parameters change how the source is read, or make its program smaller.
inline std::vector<std::string> forcesOf(const std::string& name)
{
    static const std::map<std::string, std::vector<std::string>> parameters = {
        {"local", {":PX=2", ":PX=1"}},    {"image", {":IMAGE_1D=1", ":IMAGE_1D=0", ":IMAGE_1D=0,SAMPLER=1"}},
        {"mma", {"", ":UNROLL=0"}},       {"separable_mma", {"", ":COPY_BYTES=8"}},
        {"cpu_fft", {":TILE=256"}}, // supports every filter
        {"specialized", {":PX=4,ROWS=2"}}};
    const auto found = parameters.find(name);
    std::vector<std::string> forces = found == parameters.end() ? std::vector<std::string>(1) : found->second;
    for (std::string& force : forces)
        force = name + force;
    return forces;
}

//! @param specialized selects the implementations that compile filters into their programs, or the others
inline std::vector<Variant> variantsOf(bool specialized)
{
    std::vector<Variant> all;
    for (const clconv::Implementation* impl : clconv::implementations())
        if (specialized == isSpecialized(*impl))
            for (const std::string& force : forcesOf(impl->name))
                all.push_back(variantOf(force));
    return all;
}

//! All implementations of filter2D that have their own device code, for single filters.
inline std::vector<Variant> variants()
{
    return variantsOf(false);
}

//! Implementations that share another one's device code, and banks; these need fewer cases.
inline std::vector<Variant> sharedCodeVariants()
{
    std::vector<Variant> all = variantsOf(true);
    for (const clconv::Implementation* impl : clconv::implementations())
        if (impl->has(clconv::TakesFilters))
            all.push_back(bankVariantOf(impl->name == std::string("direct") ? "direct:PX=2,ROWS=2" : impl->name));
    return all;
}

inline std::string variantName(const testing::TestParamInfo<Variant>& parameter)
{
    return nameOfForce(parameter.param.force) + (parameter.param.otherKernels ? "_bank" : "");
}

//! Whether the variant runs on this device; most run on all devices.
inline bool isForThisDevice(const Variant& variant)
{
    const clconv::DeviceTraits device = clconv::traitsOf(ocl::Device::getDefault());
    if (variant.localBytes > maxLocalBytes(device))
        return false;
    return variant.cpuFft ? device.cpu : !(variant.mma || variant.separableMma) || device.nvidiaCompute >= 80;
}

inline clconv::FilterTraits traitsOf(const FilterCase& filterCase)
{
    return filterCase.kernelY.empty() ? clconv::analyse(filterCase.kernel, CV_32F)
                                      : clconv::outerProduct(filterCase.kernel, filterCase.kernelY, CV_32F);
}

//! Whether sums are in double, either to be exact or because an image is double.
inline bool sumsInDouble(const FilterCase& filterCase)
{
    const bool fast = clconv::hasFastDoubles(clconv::traitsOf(ocl::Device::getDefault()));
    return clconv::sumDepth(CV_MAT_DEPTH(filterCase.srcType), filterCase.dstDepth(), traitsOf(filterCase),
                            filterCase.delta, fast) == CV_64F;
}

//! Whether `cpu_box` documents that it supports this.
inline bool supportsBox(const FilterCase& filterCase)
{
    const int depth = CV_MAT_DEPTH(filterCase.srcType);
    const clconv::FilterTraits traits = traitsOf(filterCase);
    const bool losesBits = depth == CV_32F && (filterCase.dstDepth() == CV_64F || !sumsInDouble(filterCase));
    const double largest = depth == CV_8S ? 128 : depth == CV_16S ? 32768 : 0, exactFloats = 1 << 24;
    const bool differs = !sumsInDouble(filterCase) && 2 * largest * traits.integers.count > exactFloats;
    return traits.rank == 1 && traits.integers.ones && depth != CV_64F && !losesBits && !differs;
}

//! Whether `separable_mma` documents that it supports this outer product: its operands are half floats, or there are so
//! many taps that the bound on the sum covers all errors of products of 11 bits.
inline bool supportsSeparableMma(const FilterCase& filterCase)
{
    const int depth = CV_MAT_DEPTH(filterCase.srcType), cn = CV_MAT_CN(filterCase.srcType);
    if (depth == CV_32S || sumsInDouble(filterCase) || cn > 4)
        return false;
    const clconv::Coefficients taps = filterCase.kernelY.empty()
                                          ? clconv::analyse(filterCase.kernel, CV_32F)
                                          : clconv::outerProduct(filterCase.kernel, filterCase.kernelY, CV_32F);
    if (taps.rank == 0)
        return false;
    const bool half = depth == CV_8U && taps.halfPartsError <= (filterCase.dstDepth() == CV_32F ? 0 : 1. / 1024);
    const int pixel = int(CV_ELEM_SIZE(filterCase.srcType)), block = half ? 16 : 8;
    int grid = 1; // pixels from one aligned address to the next
    while (grid * pixel % 16 != 0)
        grid *= 2;
    const int left = taps.size.width / 2, lead = (grid - left % grid) % grid;
    const int rowBlocks = (15 + taps.size.height + block - 1) / block, groups = (15 + lead + taps.size.width + 15) / 16;
    if (!half && taps.rank > 1)
        return false;
    if (!half && 58 + 4 * (rowBlocks + 2 * groups) > taps.size.area() + 16)
        return false;
    return 8 * (taps.rank * (rowBlocks + groups * (half ? 1 : 2)) + groups * cn) <= 255;
}

//! Whether `mma` documents that it supports this.
inline bool supportsMma(const FilterCase& filterCase)
{
    const int depth = CV_MAT_DEPTH(filterCase.srcType);
    if ((depth != CV_8U && depth != CV_8S) || sumsInDouble(filterCase) || CV_MAT_CN(filterCase.srcType) > 4 ||
        filterCase.kernelSize().area() >= 65536 || !filterCase.kernelY.empty() ||
        clconv::sliceOperandBytes(filterCase.kernelSize(), clconv::maxSlices) > clconv::maxSliceOperandBytes)
        return false;
    const double error = 255 * clconv::analyse(filterCase.kernel, CV_32F).sliceErrors[clconv::maxSlices - 1];
    return error == 0 || (error <= 1. / 1024 && filterCase.dstDepth() != CV_32F);
}

//! Whether `fft` documents that it supports this.
inline bool supportsFft(const FilterCase& filterCase)
{
    const int depth = CV_MAT_DEPTH(filterCase.srcType);
    if (depth == CV_64F || sumsInDouble(filterCase) || !filterCase.kernelY.empty())
        return false;
    const clconv::Layout layout = {filterCase.srcType, filterCase.size, filterCase.size, Point(), 0, 0};
    return clconv::describe(layout, layout, filterCase.kernelSize(), Point(), BORDER_REPLICATE,
                            clconv::analyse(filterCase.kernel, CV_32F))
        .problem.fourier;
}

//! Whether the specialized implementations document that they support this.
inline bool supportsSpecialization(const FilterCase& filterCase)
{
    const bool wide = CV_MAT_DEPTH(filterCase.srcType) == CV_64F || filterCase.dstDepth() == CV_64F;
    const int accDepth = wide ? CV_64F : CV_32F;
    Mat taps;
    filterCase.kernel.convertTo(taps, accDepth);
    int count = cv::countNonZero(taps);
    if (!filterCase.kernelY.empty())
        count *= cv::countNonZero(filterCase.kernelY);
    return count > 0 && count <= clconv::maxSpecializedTaps;
}

//! Whether the device has such images. Drivers may leave out channel orders: PoCL 7.1 has only CL_RGBA.
inline bool hasImageFormat(const Variant& variant, int type)
{
    const clconv::DeviceTraits device = clconv::traitsOf(ocl::Device::getDefault());
    const clconv::ImageFormats& formats = variant.overBuffer ? device.bufferImageFormats : device.imageFormats;
    return formats.has(CV_MAT_DEPTH(type), CV_MAT_CN(type));
}

//! Whether the variant documents this as unsupported.
inline bool refuses(const Variant& variant, const FilterCase& filterCase)
{
    const int cn = CV_MAT_CN(filterCase.srcType), border = filterCase.border & ~BORDER_ISOLATED;
    if (sumsInDouble(filterCase) && !hasDoubles())
        return true;
    if (variant.box && !supportsBox(filterCase))
        return true;
    if (variant.image && (cn == 3 || cn > 4 || CV_MAT_DEPTH(filterCase.srcType) == CV_64F ||
                          !hasImageFormat(variant, filterCase.srcType)))
        return true;
    if (!isForThisDevice(variant) || (variant.mma && !supportsMma(filterCase)) ||
        (variant.separableMma && !supportsSeparableMma(filterCase)))
        return true;
    if (variant.fft && !supportsFft(filterCase))
        return true;
    const int maxLargeSize = 241, maxLargeChannels = 16, tileSize = 256, minStep = 16;
    const Size filter = filterCase.kernelSize();
    if (variant.fft && !variant.cpuFft && filter.area() < clconv::minSmallTileTaps)
        return true;
    if (variant.cpuFft && (cn > maxLargeChannels || std::max(filter.width, filter.height) > tileSize + 1 - minStep))
        return true;
    if (variant.large && (filterCase.kernelSize().width > maxLargeSize ||
                          filterCase.kernelSize().height > maxLargeSize || cn > maxLargeChannels))
        return true;
    if (variant.specialized && !supportsSpecialization(filterCase))
        return true;
    return variant.sampler && border != BORDER_REPLICATE && border != BORDER_CONSTANT;
}

//! The same taps, mirrored or negated, which are planned alike. There are five such kernels; the index begins at 1.
inline Mat flipped(const Mat& kernel, int index)
{
    Mat result;
    cv::flip(kernel, result, index / 2 - 1);
    return index % 2 ? Mat(-result) : result;
}

//! A case with kernels that the variant supports.
inline FilterCase caseFor(const Variant& variant, int srcType, int dstDepth, Size kernelSize, int border)
{
    FilterCase filterCase;
    filterCase.srcType = srcType;
    filterCase.ddepth = dstDepth;
    filterCase.border = variant.sampler && border != BORDER_CONSTANT ? int(BORDER_REPLICATE) : border;
    filterCase.force = variant.force;
    RNG rng(unsigned(kernelSize.width * 31 + kernelSize.height));
    const Coefficients kind = variant.factored                               ? Coefficients::OuterProduct
                              : variant.specialized && kernelSize.area() > 9 ? Coefficients::Sparse
                                                                             : Coefficients::Random;
    filterCase.kernel = variant.box ? Mat(Mat::ones(kernelSize, CV_32F))
                                    : randomKernel(kernelSize, CV_MAT_DEPTH(srcType), dstDepth, kind, rng);
    for (int i = 1; i <= variant.otherKernels; i++)
        filterCase.otherKernels.push_back(flipped(filterCase.kernel, i));
    return filterCase;
}

//! Runs the case, and expects that the forced implementation runs unless it documents a refusal.
inline void expectRightOnce(const Variant& variant, const FilterCase& filterCase)
{
    if (!refuses(variant, filterCase))
    {
        EXPECT_TRUE(isRight(filterCase, variant.name));
        return;
    }
    EXPECT_TRUE(isRight(filterCase));
    EXPECT_NE(variant.name, clconv::lastImplementation()) << describe(filterCase);
}

//! Tests many layouts of the case.
inline void expectRight(const Variant& variant, const FilterCase& filterCase, size_t count = 10)
{
    const std::vector<FilterCase> all = layouts(filterCase, count);
    for (size_t i = 0; i < all.size(); i++)
        expectRightOnce(variant, all[i]);
}

} // namespace opencv_test
