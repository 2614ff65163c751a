// SPDX-License-Identifier: Apache-2.0
//
// The declarations, and the checks of names and values.

#include "implementations/parameters.hpp"
#include "implementations/implementation.hpp"

namespace cv { namespace clconv {

const std::vector<Parameter>& parameters()
{
    using U = ParameterUse;
    static const std::vector<Parameter> list = {
        {"PX", "scalars that a work-item computes along a row; of separable: at a time in the row pass"},
        {"ROWS", "rows that a work-item computes; of mma: rows of a warp's tile; on CPU devices: at a time"},
        {"VEC", "scalars of an aligned vector load; of separable also those of a work-item in the column pass"},
        {"TAPS_PER_CHUNK", "tap columns whose input window is in registers at a time; fewer than the filter has: rows "
                           "are read in chunks"},
        {"UNROLL", "1: the loop over source rows is unrolled too"},
        {"DOUBLE_BUFFER", "1: a loop over source rows loads the next row before it adds this one"},
        {"WG_X", "work-items of a work-group along a row"},
        {"WG_Y", "work-items of a work-group along a column; of mma and separable_mma: warps"},
        {"PREFETCH", "KiB of source between what a work-group reads and what it prefetches; 0: nothing", U::Host},
        {"SPARSE", "1: matrix products of two rows of taps, as a sparse operand; for 10 to 16 columns of taps"},
        {"BLOCKS", "1: matrix products of blocks of 8x2 pixels; for 17 to 49 columns of taps"},
        {"DENORM_OPERANDS", "1: unsigned integers are read as denormal floats instead of being converted"},
        {"MAX_REGISTERS", "register cap per work-item; 0: none", U::Host},
        {"ROW_REGISTERS", "MAX_REGISTERS of the program that transforms rows", U::Host},
        {"SCRATCH", "MiB of memory for numbers between launches, as far as two slabs need no more", U::Host},
        {"PY", "rows that a work-item computes from a tile in local memory"},
        {"SEGMENT", "pixels of a row that a work-group filters on its way along it, a multiple of 16"},
        {"STAGES", "parts of a segment in local memory at a time: one in use, the others on their way"},
        {"STAGE_GROUPS", "groups of 16 pixels in such a part"},
        {"COPY_BYTES", "bytes of an asynchronous copy to local memory: 8 or 16"},
        {"IMAGE_1D", "1: the source as a buffer image, 0: as a 2-D image"},
        {"SAMPLER", "1: the sampler's address mode resolves the border"},
        {"FILTERS", "filters of a bank in one launch"},
        {"BLOCK", "scalars of a row that a work-item computes on a CPU device"},
        {"PIXELS", "pixels of a row that a work-item computes of a chain"},
        {"STEPS", "times ROWS: rows of a work-item on a CPU device"},
        {"TILE",
         "columns and rows of the tiles that are transformed, a power of two: to 256 on CPUs, from 256 on GPUs"},
        {"TILE_COLS", "columns of the tiles that fft transforms: 64 or 128"},
        {"VECTORS", "vectors of PX scalars computed at a time on a CPU device"},
        {"IN_PLACE", "1: source rows that need no conversion are read where they are"},
        {"MIN_WAVES", "waves that a small image should give; the tile shrinks until it does", U::Planning},
        {"MIN_PX", "the width below which a tile shrinks in rows first", U::Planning},
        {"ROWS_FIRST", "1: a tile shrinks in rows before it shrinks in width", U::Planning},
        {"LOOP_SHARE", "a loop over source rows hides its loads with this fraction of the work-items, 1/n",
         U::Planning},
        {"MIN_HALOS", "halos that a tile must be wide, else the next shape is taken", U::Planning},
        {"MIN_TAPS", "taps from which the implementation is faster than those after it", U::Planning},
        {"MIN_STEP", "outputs of a tile along an axis from which the implementation is faster than those after it",
         U::Planning},
        {"MAX_TAPS", "taps up to which the implementation is faster than those after it", U::Planning},
        {"MAX_SIDE_TAPS",
         "rows and columns of a chain's filters that read the same value, up to which one launch is faster",
         U::Planning},
        {"MAX_KEPT", "values of a work-item that the stages of a chain keep from row to row, up to which it is faster",
         U::Planning},
        {"MAX_RANK", "outer products of a sum up to which the implementation is faster than those after it",
         U::Planning},
        {"MIN_TAPS_PER_WORD", "taps for each 32-bit word of an operand from which matrix products are full enough",
         U::Planning},
        {"MAX_TWO_PASS_TAPS", "taps up to which a bank is faster than separable filters one by one, in two passes",
         U::Planning},
        {"MAX_TAPS_PER_UNIT", "taps for each compute unit up to which the implementation is faster than cv::filter2D",
         U::Planning},
        {"MAX_DENSE_TAPS", "taps up to which filters without zeros are specialized too", U::Planning},
        {"BAND_KIB", "KiB of the largest buffer of a band, where an image is filtered in bands of rows", U::Planning},
        {"SLOTS", "bands that are transferred and filtered at a time", U::Planning},
        {"THREADS", "threads that copy rows between images on the host and page-locked memory", U::Planning},
        {"GAIN", "percent: time of OpenCV's function on a Mat divided by the device's, transfers included",
         U::Planning},
    };
    return list;
}

static ParameterUse useOf(const std::string& name)
{
    static const std::map<std::string, ParameterUse> uses = []
    {
        std::map<std::string, ParameterUse> all;
        for (const Parameter& parameter : parameters())
            all[parameter.name] = parameter.use;
        return all;
    }();
    const auto found = uses.find(name);
    return found == uses.end() ? ParameterUse::Host : found->second;
}

bool isPlanning(const std::string& name)
{
    return useOf(name) == ParameterUse::Planning;
}

void defineOptions(const Params& params, BuildOptions& options)
{
    for (const auto& param : params)
        if (useOf(param.first) == ParameterUse::Option)
            options.define(param.first, param.second);
}

const ParamSpec* ParamSpecs::find(const std::string& name) const
{
    const ParamSpec* spec = std::find_if(begin_, end_, [&](const ParamSpec& one) { return name == one.name; });
    return spec == end_ ? nullptr : spec;
}

//! "is neither 4 nor 12", "is none of 4, 8, 16".
static std::string noneOf(const Numbers& listed)
{
    const bool two = listed.count == 2;
    std::string text = two ? "is neither " : "is none of ";
    for (size_t i = 0; i < listed.count; ++i)
        text += (i == 0 ? "" : two ? " nor " : ", ") + std::to_string(listed.list[i].value);
    return text;
}

std::string ParamSpecs::refusal(const Params& params) const
{
    for (const auto& param : params)
    {
        const ParamSpec* const spec = find(param.first);
        if (!spec)
            return "it has no parameter " + param.first;
        const Number *const listed = spec->listed.list, *const end = listed + spec->listed.count;
        const auto isValue = [&](const Number& number) { return number.value == param.second; };
        const std::string assigned = param.first + "=" + std::to_string(param.second) + " ";
        if (listed != end && std::none_of(listed, end, isValue))
            return assigned + noneOf(spec->listed);
        if (param.second < spec->min || param.second > spec->max)
            return assigned + format("is outside %d..%d", spec->min, spec->max);
    }
    return "";
}

const ParamSpecs& specsOf(const std::string& owner)
{
    static constexpr ParamSpec list[] = {{"GAIN", 1}, {"BAND_KIB", 1, 1048576}, {"SLOTS", 1, 64}, {"THREADS", 1, 64}};
    static const ParamSpecs host = list;
    const Implementation* const impl = implementationOf(owner);
    return impl ? impl->parameters : host;
}

const KnownParameters& knownParameters()
{
    static const KnownParameters known = []
    {
        KnownParameters names;
        const auto add = [&](const char* owner)
        {
            for (const ParamSpec& spec : specsOf(owner))
                names[owner].insert(spec.name);
        };
        add(hostName);
        for (const Implementation* impl : allImplementations())
            add(impl->name);
        return names;
    }();
    return known;
}

}} // namespace cv::clconv
