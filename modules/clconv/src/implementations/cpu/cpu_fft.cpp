// SPDX-License-Identifier: Apache-2.0
//
// cpu_fft: large filters by Fourier transforms of tiles, for CPU devices. Plans kernels/cpu/cpu_fft.cl.

#include "implementations/cpu/line_buffer.hpp"
#include "coefficients/fft/spectrum.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {
namespace {

constexpr ParamSpec specs[] = {{"PX", oneOf(4, 8, 16)},
                               {"TILE", oneOf(64, 128, 256), tries(64, 128, 256)},
                               {"MIN_TAPS", 0, INT_MAX, generic(0)},
                               {"MIN_STEP", 0, 256, generic(0)}};

//! Outputs of a tile along each axis.
Size stepOf(const Problem& problem, const Params& params)
{
    const int tile = params.at("TILE");
    return Size(tile + 1 - problem.filterSize.width, tile + 1 - problem.filterSize.height);
}

//! Private memory of a work-item: a tile and some of its columns, rows of the source, sums of magnitudes.
size_t privateBytes(const Problem& problem, const Params& params)
{
    const size_t tile = size_t(params.at("TILE")), lanes = size_t(params.at("PX")), complexBytes = 2 * sizeof(float);
    const size_t numbers = complexBytes * (tile * tile + tile * lanes), rows = 2 * tile * sizeof(void*);
    if (!checksMagnitudes(problem))
        return numbers + rows;
    const size_t blockRows = 2; // BLOCK_ROWS in the kernel
    return numbers + rows + sizeof(float) * (2 * tile * tile / blockRows + 4 * tile);
}

//! Work-items: one for each two tiles of a channel.
size_t items(const Problem& problem, const Params& params)
{
    return size_t((channelTiles(problem, stepOf(problem, params)) + 1) / 2);
}

//! Outputs of a tile along an axis, at least: fewer are not worth a transform.
const int minStep = 16;

bool leavesOutputs(const Problem& problem, const Params& params)
{
    const Size step = stepOf(problem, params);
    return std::min(step.width, step.height) >= minStep;
}

//! Whether tiles of half the size suit a small image: one has all outputs, or larger ones leave cores without work.
bool prefersSmaller(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const Params smaller = {{"TILE", params.at("TILE") / 2}};
    if (smaller.at("TILE") < cpuTileSizes[0] || !leavesOutputs(problem, smaller))
        return false;
    const Size step = stepOf(problem, smaller);
    return (problem.size.width <= step.width && problem.size.height <= step.height) ||
           items(problem, params) < size_t(traits.computeUnits);
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const int largest = *(std::end(cpuTileSizes) - 1);
    Params params{{"TILE", lookup.line("TILE", largest)}};
    while (leavesOutputs(problem, params) && prefersSmaller(problem, traits, params))
        params["TILE"] /= 2;
    lookup.decide("PX", vectorLanes(problem, traits));
    lookup.decide("TILE", params["TILE"]);
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const int maxChannels = 16, tile = params.at("TILE");
    if (!traits.cpu)
        return "the device is no CPU: private memory would not hold a tile";
    const std::string reason = fourierUnsupported(problem);
    if (!reason.empty())
        return reason;
    if (problem.channels > maxChannels)
        return "more than 16 channels";
    if (!leavesOutputs(problem, params))
        return format("too large a filter for tiles of %dx%d", tile, tile);
    if (channelTiles(problem, stepOf(problem, params)) > INT_MAX)
        return "more tiles than 32 bits count";
    const size_t bytes = privateBytes(problem, params);
    return bytes <= device_constants::maxPrivateBytes
               ? ""
               : format("tiles of %zu bytes are more than a thread's stack should hold", bytes);
}

std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const Size step = stepOf(problem, {{"TILE", *(std::end(cpuTileSizes) - 1)}});
    if (std::min(step.width, step.height) < params.at("MIN_STEP"))
        return "so large a filter leaves little of a tile";
    return problem.taps() < params.at("MIN_TAPS") ? "products with so few taps cost less than a transform" : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu_fft";
    plan.layout = {CoefficientKind::CpuSpectrum, params.at("TILE")};
    plan.filterSizeIsData = true;
    plan.options.define("CHECK_SUMS", checksMagnitudes(problem) ? 1 : 0);
    defineBounds(problem, plan);
    setSizes(plan, 1, 1, items(problem, params), 1);
}

//! The transform of a line of TILE complex numbers (kernels/cpu/fft_vectors.cl): steps of four points, of which three
//! are rotated, and a last step of four or two points without rotations. Signs are free.
double lineOperations(int tile)
{
    const int points = 4, rotate = 4, additionsOf4 = 8 * 2, additionsOf2 = 2 * 2;
    double operations = 0;
    int length = tile;
    for (; length > points; length /= points)
        operations += double(tile / points) * (additionsOf4 + (points - 1) * rotate);
    return operations + double(tile / length) * (length == points ? additionsOf4 : additionsOf2);
}

//! For all pairs of tiles: TILE columns are transformed; TILE rows are transformed, multiplied by the spectrum and
//! transformed back; the columns with outputs are transformed back, PX at a time. Magnitudes, which are transformed
//! where accuracy is in doubt, do not count.
MultiplyAdds multiplyAdds(const Problem& problem, const Params& params)
{
    const int tile = params.at("TILE"), lanes = params.at("PX"), multiply = 4;
    const int outputs = std::min(stepOf(problem, params).width, problem.size.width);
    const double columns = tile + double(ceilDiv(size_t(outputs), size_t(lanes))) * lanes, rows = tile;
    const double ofPair = (columns + 2 * rows) * lineOperations(tile) + rows * tile * multiply;
    return perValue(problem, double(items(problem, params)) * ofPair);
}

} // namespace

extern const Implementation cpuFftImplementation = {
    "cpu_fft", &ocl::clconv::cpu_fft_oclsrc, specs, decide, unsupported, unprofitable, configure, multiplyAdds,
    ForCpus};

}} // namespace cv::clconv
