// SPDX-License-Identifier: Apache-2.0
//
// image: the source read through a 2-D image and a sampler, or through a buffer image. Plans kernels/gpu/image.cl.

#include "implementations/checks.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"IMAGE_1D", 0, 1, tries(0, 1)},
                               {"SAMPLER", 0, 1, tries(0, 1)},
                               {"WG_X", 1, 1024, tries(8, 16, 32, 64)},
                               {"WG_Y", 1, 1024, tries(1, 2, 4, 8, 16)}};

//! whether a 2-D image can be made over the buffer itself, without a copy
bool aliases(const Problem& problem, const DeviceTraits& traits)
{
    return traits.imageFromBuffer && traits.imagePitchAlignment > 0 && problem.srcPitch > 0 &&
           problem.srcPitch % traits.imagePitchAlignment == 0 &&
           traits.imageFormats.has(problem.srcDepth, problem.channels);
}

//! whether a sampler's address mode resolves the border
bool samplerHasBorder(const Problem& problem)
{
    return problem.border == BORDER_REPLICATE || problem.border == BORDER_CONSTANT;
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    decideGroup(problem, traits, lookup);
    const bool alias = aliases(problem, traits);
    const int oneDimension = lookup.decide("IMAGE_1D", alias ? 0 : 1);
    lookup.decide("SAMPLER", alias && oneDimension == 0 && samplerHasBorder(problem));
}

std::string unsupportedFormat(const Problem& problem, const ImageFormats& formats)
{
    if (!ImageFormats::bitOf(CV_8U, problem.channels))
        return format("no image format has %d channels", problem.channels);
    if (problem.srcDepth > CV_32F)
        return "it has sources of 8U to 32F";
    if (!formats.has(problem.srcDepth, problem.channels))
        return format("the device's images have no format of %d channels of %s", problem.channels,
                      typeName(problem.srcDepth).c_str());
    return "";
}

std::string unsupportedAsBuffer(const Problem& problem, const DeviceTraits& traits)
{
    const double pixels = double(problem.srcPitch) * problem.readable.height;
    if (problem.srcPitch == 0)
        return "the source's pixels are not at multiples of their size in its buffer";
    if (pixels > double(traits.imageMaxBufferPixels) || problem.wideIndex)
        return format("%.0f pixels are more than the %zu of a buffer image", pixels, traits.imageMaxBufferPixels);
    return "";
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (!traits.images)
        return "the device has no images";
    const bool oneDimension = params.at("IMAGE_1D") != 0;
    std::string reason = unsupportedFormat(problem, oneDimension ? traits.bufferImageFormats : traits.imageFormats);
    if (!reason.empty())
        return reason;
    if (params.at("SAMPLER") && (oneDimension || !samplerHasBorder(problem)))
        return "no sampler's address mode resolves this border";
    if (oneDimension)
        reason = unsupportedAsBuffer(problem, traits);
    else if (size_t(problem.readable.width) > traits.imageMaxWidth ||
             size_t(problem.readable.height) > traits.imageMaxHeight)
        reason = format("%dx%d is more than the device's largest image, %zux%zu", problem.readable.width,
                        problem.readable.height, traits.imageMaxWidth, traits.imageMaxHeight);
    return reason.empty() ? groupTooLarge(traits, params.at("WG_X"), params.at("WG_Y"), 0) : reason;
}

std::string unprofitable(const Problem&, const DeviceTraits&, const Params&)
{
    // A texture unit returns 4 texels a clock where the L1 cache returns 32 words (NVIDIA, from Volta on): no device
    // measured so far gains by it.
    return "the texture path is slower than the cache on every device measured; it runs when it is forced";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    const bool isSigned = problem.srcDepth == CV_8S || problem.srcDepth == CV_16S || problem.srcDepth == CV_32S;
    plan.kernelName = "clconv_image";
    plan.source = params.at("IMAGE_1D") ? SourceKind::Image1DBuffer : SourceKind::Image2D;
    plan.options.define("READ_PIXEL", problem.srcDepth == CV_32F ? "read_imagef"
                                      : isSigned                 ? "read_imagei"
                                                                 : "read_imageui");
    if (params.at("SAMPLER"))
        plan.options.define("CLAMP_TO_EDGE", problem.border == BORDER_REPLICATE);
    setItems(problem, params, Size(problem.channels, 1), plan);
}

} // namespace

extern const Implementation imageImplementation = {
    "image", &ocl::clconv::image_oclsrc, specs, decide, unsupported, unprofitable, configure, everyTap, ForGpus};

}} // namespace cv::clconv
