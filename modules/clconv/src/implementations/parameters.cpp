// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The declarations.

#include "implementations/parameters.hpp"
#include "implementations/implementation.hpp"

#include <climits>
#include <sstream>

namespace cv
{
namespace clconv
{

const std::vector<Parameter>& parameters()
{
    static const std::vector<Parameter> list = {
        {"PX", "scalars that a work-item computes along a row; of separable: at a time in the row pass", 1, 16},
        {"ROWS", "rows that a work-item computes; of mma: rows of a warp's tile; on CPU devices: at a time", 1, 16},
        {"VEC", "scalars of an aligned vector load; of separable also those of a work-item in the column pass", 1, 16},
        {"TAPS_PER_CHUNK",
         "tap columns whose input window is in registers at a time; fewer than the filter has: rows are read in chunks",
         1, INT_MAX},
        {"UNROLL", "1: the loop over source rows is unrolled too", 0, 1},
        {"DOUBLE_BUFFER", "1: a loop over source rows loads the next row before it adds this one", 0, 1},
        {"WG_X", "work-items of a work-group along a row", 1, 1024},
        {"WG_Y", "work-items of a work-group along a column; of mma and separable_mma: warps", 1, 1024},
        {"PREFETCH", "KiB of source between what a work-group reads and what it prefetches; 0: nothing", 0, 1048576},
        {"SPARSE", "1: matrix products of two rows of taps, as a sparse operand; for 10 to 16 columns of taps", 0, 1},
        {"BLOCKS", "1: matrix products of blocks of 8x2 pixels; for 17 to 49 columns of taps", 0, 1},
        {"DENORM_OPERANDS", "1: unsigned integers are read as denormal floats instead of being converted", 0, 1},
        {"MAX_REGISTERS", "register cap per work-item; 0: none", 0, 255},
        {"ROW_REGISTERS", "MAX_REGISTERS of the program that transforms rows", 0, 255},
        {"SCRATCH", "MiB of memory for numbers between launches, as far as two bands need no more", 1, 65536},
        {"PY", "rows that a work-item computes from a tile in local memory", 1, 8},
        {"SEGMENT", "pixels of a row that a work-group filters on its way along it, a multiple of 16", 16, 65536},
        {"STAGES", "parts of a segment in local memory at a time: one in use, the others on their way", 2, 8},
        {"STAGE_GROUPS", "groups of 16 pixels in such a part", 1, 32},
        {"COPY_BYTES", "bytes of an asynchronous copy to local memory: 8 or 16", 8, 16},
        {"FLAT_INDEX", "how a work-group loads its tile: 0 nested loops, 1 a flat index", 0, 1},
        {"IMAGE_1D", "1: the source as a buffer image, 0: as a 2-D image", 0, 1},
        {"SAMPLER", "1: the sampler's address mode resolves the border", 0, 1},
        {"FILTERS", "filters of a bank in one launch", 2, 8},
        {"BLOCK", "scalars of a row that a work-item computes on a CPU device", 16, 8192},
        {"STEPS", "times ROWS: rows of a work-item on a CPU device", 1, 1024},
        {"TILE", "columns and rows of the tiles that a CPU device transforms: 64, 128 or 256", 64, 256},
        {"TILE_COLS", "columns of the tiles that fft transforms: 64 or 128", 64, 128},
        {"VECTORS", "vectors of PX scalars computed at a time on a CPU device", 1, INT_MAX},
        {"IN_PLACE", "1: source rows that need no conversion are read where they are", 0, 1},
        {"MIN_WAVES", "waves that a small image should give; the tile shrinks until it does", 1, 16, true},
        {"MIN_PX", "the width below which a tile shrinks in rows first", 1, 16, true},
        {"ROWS_FIRST", "1: a tile shrinks in rows before it shrinks in width", 0, 1, true},
        {"LOOP_SHARE", "a loop over source rows hides its loads with this fraction of the work-items, 1/n", 1, 64,
         true},
        {"MIN_HALOS", "halos that a tile must be wide, else the next shape is taken", 0, 64, true},
        {"MIN_TAPS", "taps from which the implementation is faster than those after it", 0, INT_MAX, true},
        {"MIN_STEP", "outputs of a tile along an axis from which the implementation is faster than those after it", 0,
         256, true},
        {"MAX_TAPS", "taps up to which the implementation is faster than those after it", 0, INT_MAX, true},
        {"MAX_RANK", "outer products of a sum up to which the implementation is faster than those after it", 1, maxRank,
         true},
        {"MIN_TAPS_PER_WORD", "taps for each 32-bit word of an operand from which matrix products are full enough", 0,
         INT_MAX, true},
        {"MAX_TWO_PASS_TAPS", "taps up to which a bank is faster than separable filters one by one, in two passes", 0,
         INT_MAX, true},
        {"MAX_TAPS_PER_UNIT", "taps for each compute unit up to which the implementation is faster than cv::filter2D",
         0, INT_MAX, true},
        {"MAX_DENSE_TAPS", "taps up to which filters without zeros are specialized too", 0, INT_MAX, true},
        {"BAND_KIB", "KiB of the largest buffer of a band, where an image is filtered in bands of rows", 1, 1048576,
         true},
        {"BANDS_IN_FLIGHT", "bands that are transferred and filtered at a time", 1, 64, true},
        {"BAND_THREADS", "threads that copy rows between images on the host and page-locked memory", 1, 64, true},
        {"GAIN", "percent: time of OpenCV's function on a Mat divided by the device's, transfers included", 1, INT_MAX,
         true},
    };
    return list;
}

bool isPlanning(const std::string& name)
{
    static const std::set<std::string> names = []
    {
        std::set<std::string> all;
        for (const Parameter& parameter : parameters())
            if (parameter.planning)
                all.insert(parameter.name);
        return all;
    }();
    return names.count(name) != 0;
}

const KnownParameters& knownParameters()
{
    static const KnownParameters known = []
    {
        KnownParameters names;
        for (const auto* list : {&implementations(), &bankImplementations()})
            for (const Implementation* implementation : *list)
            {
                std::istringstream words(implementation->parameters);
                for (std::string word; words >> word;)
                    names[implementation->name].insert(word);
            }
        names[bandsName] = {"BAND_KIB", "BANDS_IN_FLIGHT", "BAND_THREADS"};
        names[matsName] = {"GAIN", "BAND_KIB"};
        return names;
    }();
    return known;
}

} // namespace clconv
} // namespace cv
