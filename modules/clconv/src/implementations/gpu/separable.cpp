// SPDX-License-Identifier: Apache-2.0
//
// separable: column and row passes of an outer product, or a sum of some, in one launch, columns first. Plans
// kernels/gpu/separable.cl.

#include "implementations/checks.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {
namespace {

using device_constants::instructionCacheTaps;
using device_constants::unrolledRounds;

constexpr ParamSpec specs[] = {{"ROWS", 1, 16, tries(1, 2, 4, 8, 12, 16)},
                               {"VEC", oneOf(4, 8, 16), tries(4, 8, 16)},
                               {"PX", oneOf(4, 12), tries(4, 12)}, // odd numbers of vectors
                               {"WG_Y", 1, 1024, tries(1, 2, 4, 8)},
                               {"WG_X", 1, 1024, tries(32, 64, 128)},
                               {"UNROLL", 0, 1, tries(0, 1)},
                               {"DENORM_OPERANDS", 0, 1, tries(0, 1)},
                               {"MAX_REGISTERS", 0, 255, tries(0, 64, 72, 80, 96)},
                               {"PREFETCH", 0, maxPrefetchKiB, tries(0, prefetchDistance), generic(0)},
                               {"TAPS_PER_CHUNK", 1, INT_MAX, tries(16, 64, filterWidth)},
                               {"MIN_HALOS", 0, 64},
                               {"MIN_TAPS", 0, INT_MAX, generic(0)},
                               {"MAX_TAPS", 0, INT_MAX, generic(INT_MAX)},
                               {"MAX_RANK", 1, maxRank, generic(maxRank)}};

const int lanes = 4; //!< sums in a vector of local memory

//! whether rows are aligned for vectors of `vec` scalars, as wide as loads get
bool alignedFor(const Problem& problem, int vec)
{
    return problem.rowAlignment >= std::min(vec * int(problem.srcElemSize()), device_constants::vectorBytes);
}

int leadOf(const Problem& problem, int vec)
{
    if (!alignedFor(problem, vec))
        return 0;
    const int left = problem.filterSize.width / 2 * problem.channels;
    return (vec - left % vec) % vec;
}

//! outputs of a group along a row; 0 where the halo leaves none
int tileOf(const Problem& problem, const Params& params)
{
    const int vec = params.at("VEC"), px = params.at("PX");
    const int64 step = int64(vec) / lanes * px; // a multiple of both: PX is an odd number of vectors
    const int64 outputs = int64(params.at("WG_X")) * vec - leadOf(problem, vec) - int64(haloScalars(problem));
    return outputs < step ? 0 : int(outputs / step * step);
}

//! Work-items that share a row in the row pass. A divisor of the group's work-items saves each output the division of
//! its coordinates, which is worth leaving a tenth of the work-items idle.
int spanOf(const Problem& problem, const Params& params)
{
    const int tenths = 10, tiles = tileOf(problem, params) / params.at("PX");
    const int items = params.at("WG_X") * params.at("WG_Y");
    int span = tiles;
    while (items % span != 0 && (span + 1) * (tenths - 1) <= tiles * tenths)
        ++span;
    return items % span == 0 ? span : tiles;
}

//! the column-filtered tile of each outer product: bytes of local memory per work-group
size_t localBytes(const Problem& problem, const Params& params)
{
    const size_t sums = size_t(params.at("WG_X") * params.at("VEC"));
    return size_t(problem.rank) * size_t(params.at("WG_Y") * params.at("ROWS")) * sums * problem.accSize();
}

const Size genericGroup(256, 1); //!< one wide row of work-items

//! The first of the tables' shapes whose tile is MIN_HALOS times as wide as its halo. Conditions of later lookups can
//! use it. Without such lines, vectors get wider until the tile is as wide as its halo.
void decideShape(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    using device_constants::vectorWidths;
    const int maxShapes = 16, widest = int(sizeof(vectorWidths) / sizeof(vectorWidths[0])) - 1;
    Params shape;
    for (int narrow = 0; narrow < maxShapes; ++narrow)
    {
        lookup.set("narrow", narrow);
        const Size group = groupOf(traits, genericGroup, lookup);
        shape = lookup.given({{"WG_X", group.width},
                              {"WG_Y", group.height},
                              {"VEC", lookup.line("VEC", vectorWidths[std::min(narrow, widest)])},
                              {"PX", lookup.line("PX", lanes)}});
        if (tileOf(problem, shape) >= lookup.line("MIN_HALOS", narrow < widest ? 1 : 0) * int64(haloScalars(problem)))
            break;
    }
    for (const auto& param : shape)
        lookup.decide(param.first, param.second);
}

//! Fewer rows on devices of little local memory.
void fitLocalMemory(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    for (const char* name : {"WG_Y", "ROWS"})
        while (!lookup.isGiven(name) && lookup.params[name] > 1 &&
               localBytes(problem, lookup.params) > traits.localBytes)
            lookup.decide(name, lookup.params[name] / 2);
}

//! The most taps of a row that are unrolled. The row pass visits PX pairs of a sum and an output for each tap, and up
//! to PX*PX more at the ends of its window, which it skips.
int maxChunk(int px)
{
    const int taps = std::min(instructionCacheTaps, unrolledRounds - px * px) / px;
    return taps / lanes * lanes;
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const Params& params = lookup.params;
    decideShape(problem, traits, lookup);
    lookup.value("ROWS", 2);
    // Lines may change the group and its outputs once the shape is decided: for large images, and for those that do not
    // fill the device.
    lookup.decide("WG_Y", groupOf(traits, genericGroup, lookup).height);
    lookup.value("PX", lanes);
    fitLocalMemory(problem, traits, lookup);
    lookup.decide("TAPS_PER_CHUNK", std::min(problem.filterSize.width, maxChunk(params.at("PX"))));
    lookup.decide("DENORM_OPERANDS", problem.separable() && canUseDenormOperands(problem, traits) &&
                                         lookup.line("DENORM_OPERANDS", 0) != 0);
    lookup.value("UNROLL",
                 int64(problem.filterSize.height) * params.at("ROWS") * params.at("VEC") <= instructionCacheTaps);
    decideRegisterCap(traits, int64(params.at("WG_X")) * params.at("WG_Y"), lookup);
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (problem.rank == 0)
        return notOuterProducts;
    if (problem.after && !problem.separable())
        return "stages behind a filter of several outer products, some of whose outputs are computed once more";
    const std::string reason = firstOf(
        {chunkUnsupported(problem, params), prefetchUnsupported(traits, params),
         denormUnsupported(problem, traits, params),
         params.at("DENORM_OPERANDS") && !problem.separable() ? "DENORM_OPERANDS is for a single outer product" : "",
         maxRegistersUnsupported(traits, params.at("MAX_REGISTERS"), params.at("WG_X") * params.at("WG_Y"))});
    if (!reason.empty())
        return reason;
    const int taps = params.at("TAPS_PER_CHUNK");
    if (taps < problem.filterSize.width && taps * problem.channels % lanes != 0)
        return format("chunks of TAPS_PER_CHUNK=%d taps do not begin at vectors of %d sums", taps, lanes);
    if (tileOf(problem, params) == 0)
        return "rows of taps that are too long for the tile";
    return groupTooLarge(traits, size_t(params.at("WG_X")), size_t(params.at("WG_Y")), localBytes(problem, params));
}

std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const int minSide = 3; // with two taps, a second pass adds as much as the first one saves
    if (std::min(problem.filterSize.width, problem.filterSize.height) < minSide ||
        problem.taps() < params.at("MIN_TAPS"))
        return problem.separable() ? "so small a filter is as cheap in one pass"
                                   : "for so few taps a sum of outer products saves nothing";
    if (problem.rank > params.at("MAX_RANK"))
        return format("with more than %d outer products others take less time", params.at("MAX_RANK"));
    if (problem.fourier && problem.taps() > params.at("MAX_TAPS"))
        return format("Fourier transforms take less time from %d taps on", params.at("MAX_TAPS") + 1);
    return "";
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    const int tile = tileOf(problem, params);
    plan.kernelName = "clconv_separable";
    const CoefficientLayout denorm(CoefficientKind::DenormFactors, int(problem.srcElemSize()) * 8);
    plan.layout = params.at("DENORM_OPERANDS") ? denorm : CoefficientKind::Factors;
    definePrefetch(params, plan);
    capRegisters(params.at("MAX_REGISTERS"), plan);
    plan.options.define("BORDER_PREFETCH", traits.nvidiaCompute > 0 ? 1 : 0);
    plan.options.define("ALIGNED", alignedFor(problem, params.at("VEC")));
    plan.options.define("TILE", tile)
        .define("SPAN", spanOf(problem, params))
        .define("LEAD", leadOf(problem, params.at("VEC")))
        .define("RANK", problem.rank);
    defineStores(problem, params.at("PX"), plan.options);
    plan.localBytes = localBytes(problem, params);
    setTiles(problem, Size(params.at("WG_X"), params.at("WG_Y")), Size(tile, params.at("ROWS") * params.at("WG_Y")),
             plan);
}

//! For each outer product: taps of a column for each column sum, taps of a row for each output. A group has WG_X*VEC
//! column sums for the TILE outputs of a row, or as many as the image has; rows of the source that work-items share are
//! loaded twice, but no sum is computed twice.
MultiplyAdds multiplyAdds(const Problem& problem, const Params& params)
{
    const double sums = double(params.at("WG_X")) * params.at("VEC");
    const int outputs = std::min(tileOf(problem, params), problem.rowScalars());
    return MultiplyAdds(problem.rank * (problem.filterSize.height * sums / outputs + problem.filterSize.width));
}

} // namespace

extern const Implementation separableImplementation = {"separable",
                                                       &ocl::clconv::separable_oclsrc,
                                                       specs,
                                                       decide,
                                                       unsupported,
                                                       unprofitable,
                                                       configure,
                                                       multiplyAdds,
                                                       TakesImages | TakesStages | HasBarriers | ForGpus};

}} // namespace cv::clconv
