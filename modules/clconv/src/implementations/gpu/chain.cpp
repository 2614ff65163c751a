// SPDX-License-Identifier: Apache-2.0
//
// chain: stages of a chain in registers. Plans kernels/gpu/chain.cl.

#include "implementations/chain_options.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {
namespace {

constexpr int genericKept = 128; //!< values that leave registers for the rest

constexpr ParamSpec specs[] = {{"PIXELS", oneOf(1, 2, 4, 8, 16), tries(2, 4, 8)},
                               {"ROWS", 1, 1024, tries(4, 8, 16, 32, 64)},
                               {"WG_X", 1, 1024, tries(32, 64)},
                               {"WG_Y", 1, 1024, tries(1, 2, 4)},
                               {"MAX_REGISTERS", 0, 255, tries(0, 64, 96, 128)},
                               {"MAX_KEPT", 0, INT_MAX, generic(genericKept)}};

const int maxStored = 16; //!< scalars that kernels/common/memory.cl stores together

int tileScalars(const Problem& problem, int pixels)
{
    return pixels * problem.chain->outputChannels;
}

//! As chainUnsupported, but also for the source, of which tiles at the edges load pixels inside the image.
std::string tilesUnsupported(const Problem& problem, int pixels)
{
    const Fusion& chain = *problem.chain;
    const int margin = std::max(chain.left, chain.right), columns = problem.size.width;
    if (margin > 0 && problem.border == BORDER_WRAP)
        return "BORDER_WRAP of the source";
    if (problem.beside == Beside::Both)
        return "beside the region there are pixels of the parent, but fewer than the stages read";
    if (margin > 0 && (margin >= pixels || columns < pixels + chain.left + chain.right || columns - pixels < margin))
        return format("images of %d columns in tiles of %d, which read %d beside", columns, pixels, margin);
    return chainUnsupported(problem, pixels);
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const int genericPixels = 4, genericRows = 16;
    const Size group = groupOf(traits, Size(32, 2), lookup);
    lookup.decide("WG_X", group.width);
    lookup.decide("WG_Y", group.height);
    int pixels = lookup.line("PIXELS", genericPixels);
    const auto fits = [&](int width)
    { return tilesUnsupported(problem, width).empty() && tileScalars(problem, width) <= maxStored; };
    while (pixels > 1 && !fits(pixels))
        pixels /= 2;
    for (int width = pixels; width <= maxStored && !fits(pixels); width *= 2)
        pixels = fits(width) ? width : pixels;
    const size_t maxKept = size_t(lookup.line("MAX_KEPT", genericKept));
    while (pixels > 1 && problem.chain->keptScalars(pixels) > maxKept && fits(pixels / 2))
        pixels /= 2;
    lookup.decide("PIXELS", pixels);
    lookup.value("ROWS", genericRows);
    decideRegisterCap(traits, int64(group.width) * group.height, lookup);
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const int pixels = params.at("PIXELS");
    if (tileScalars(problem, pixels) > maxStored)
        return format("%d pixels are more scalars than the %d that a work-item stores together", pixels, maxStored);
    return firstOf({tilesUnsupported(problem, pixels),
                    maxRegistersUnsupported(traits, params.at("MAX_REGISTERS"), params.at("WG_X") * params.at("WG_Y")),
                    groupTooLarge(traits, size_t(params.at("WG_X")), size_t(params.at("WG_Y")), 0)});
}

std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const size_t kept = problem.chain->keptScalars(params.at("PIXELS"));
    return kept > size_t(params.at("MAX_KEPT")) ? format("the %zu values that stages keep exceed the registers", kept)
                                                : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    const int scalars = tileScalars(problem, params.at("PIXELS"));
    plan.kernelName = "clconv_chain";
    configureStages(problem, plan);
    capRegisters(params.at("MAX_REGISTERS"), plan);
    plan.options.define("PX", scalars)
        .define("LEFT", problem.chain->left)
        .define("RIGHT", problem.chain->right)
        .define("ALIGNED_ROWS", problem.rowAlignment >= device_constants::wordBytes);
    defineStores(problem, scalars, plan.options);
    setTiles(problem, Size(params.at("WG_X"), params.at("WG_Y")),
             Size(scalars * params.at("WG_X"), params.at("ROWS") * params.at("WG_Y")), plan);
}

} // namespace

extern const Implementation chainImplementation = {"chain",
                                                   &ocl::clconv::chain_oclsrc,
                                                   specs,
                                                   decide,
                                                   unsupported,
                                                   unprofitable,
                                                   configure,
                                                   stagesMultiplyAdds,
                                                   ForGpus | TakesImages};

}} // namespace cv::clconv
