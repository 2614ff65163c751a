// SPDX-License-Identifier: Apache-2.0
//
// cpu_chain: stages of a chain on CPU devices, in rows that stay in the cache. Plans kernels/cpu/cpu_chain.cl.

#include "implementations/chain_options.hpp"
#include "implementations/cpu/line_buffer.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {
namespace {

//! Two Gaussians of 5x5 and 9x9, which have 28, are faster one by one (PoCL, two cores). Two Sobel filters of 3x3 have
//! 12, and are not.
constexpr int genericSideTaps = 20;

constexpr ParamSpec specs[] = {{"PX", oneOf(4, 8, 16)},
                               {"PIXELS", 1, 8192, tries(128, 256, 512, 1024)},
                               {"ROWS", 1, 1024, tries(16, 32, 64, 128)},
                               {"MAX_SIDE_TAPS", 0, INT_MAX, generic(genericSideTaps)}};

//! The rows that stages keep, and the row that each computes, each followed by two vectors.
size_t privateBytes(const Problem& problem, int pixels)
{
    const Fusion& chain = *problem.chain;
    const size_t lanes = 2 * 16, values = size_t(chain.values);
    size_t scalars = chain.keptScalars(pixels) + values * lanes;
    scalars += (values * size_t(pixels) + size_t(chain.valueMargin)) * size_t(chain.channels);
    for (const KeptRows& one : chain.kept)
        scalars += size_t(one.rows) * lanes;
    return scalars * problem.accSize();
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const int widest = 2048, narrow = 128, genericRows = 64, tilesForACore = 4;
    const double maxWork = 1.25;          // of all tiles, in images
    const size_t maxKeptBytes = 32 << 10; // a level 1 cache
    lookup.decide("PX", vectorLanes(problem, traits));
    const int columns = problem.size.width, rows = lookup.value("ROWS", genericRows);
    const size_t minTiles = size_t(std::max(traits.computeUnits, 1)) * tilesForACore;
    // The last tile of a row begins inside the one before it, and computes columns again.
    const auto isTooWide = [&](int width)
    {
        const size_t across = ceilDiv(size_t(columns), size_t(width)), kept = size_t(std::min(width, columns));
        return problem.chain->keptScalars(int(kept)) * problem.accSize() > maxKeptBytes ||
               across * ceilDiv(size_t(problem.size.height), size_t(rows)) < minTiles ||
               (across > 1 && double(across) * width > maxWork * columns);
    };
    int pixels = widest;
    while (pixels > narrow && isTooWide(pixels))
        pixels /= 2;
    pixels = lookup.line("PIXELS", pixels);
    const auto fits = [&](int width)
    {
        return privateBytes(problem, width) <= device_constants::maxPrivateBytes &&
               hasEdges(problem, std::min(width, problem.size.width));
    };
    while (pixels > 1 && !fits(pixels))
        pixels /= 2;
    lookup.decide("PIXELS", pixels);
}

std::string unsupported(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const size_t bytes = privateBytes(problem, params.at("PIXELS"));
    if (bytes > device_constants::maxPrivateBytes)
        return format("rows of %zu bytes are more than a thread's stack should hold", bytes);
    return chainUnsupported(problem, std::min(params.at("PIXELS"), problem.size.width));
}

std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const int taps = problem.chain->sideTaps;
    return taps > params.at("MAX_SIDE_TAPS")
               ? format("filters of %d rows and columns side by side are faster one by one", taps)
               : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu_chain";
    configureStages(problem, plan);
    plan.options.define("ACC_BITS", int(problem.accSize()) * 8);
    defineBounds(problem, plan);
    setTiles(problem, Size(1, 1), Size(params.at("PIXELS") * problem.chain->outputChannels, params.at("ROWS")), plan);
}

} // namespace

extern const Implementation cpuChainImplementation = {
    "cpu_chain",        &ocl::clconv::cpu_chain_oclsrc, specs, decide, unsupported, unprofitable, configure,
    stagesMultiplyAdds, ForCpus | TakesImages};

}} // namespace cv::clconv
