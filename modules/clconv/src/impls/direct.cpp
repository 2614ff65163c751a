// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several outputs a work-item from registers. Twin of kernels/direct.cl.

#include "strip.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! What a work-item does.
struct Shape
{
    int px, rows;
    bool unroll, ahead;
};

// The fastest found on an NVIDIA H200 (perf/README.md). Everything is unrolled while the program fits the instruction cache; behind that a
// loop over rows wants wider work-items.

//! Whether an image gives so many work-items with this much done by each. 0 items: how many it would take is not known.
bool fills(const Problem& problem, int64 items, int px, int rows)
{
    return int64(problem.rowScalars()) * problem.size.height >= items * px * rows;
}

//! Words in rows that are aligned for vectors: work-items twelve apart load them whole.
bool inVectors(const Problem& problem)
{
    return problem.srcSize() == 4 && problem.srcAlignment >= 16;
}

//! Bytes whose words are put together from aligned ones: four scalars share them best.
bool shiftedBytes(const Problem& problem)
{
    return problem.srcSize() == 1 && problem.srcAlignment < 4;
}

//! Little is done with each byte.
bool fewTapsOfBytes(const Problem& problem)
{
    return problem.srcSize() == 1 && problem.taps() <= 9;
}

//! For these where it is known how many work-items fill the device, but for one channel in rows of whole words.
Shape shapeForFewTapsOfBytes(const Problem& problem, int64 items)
{
    if (shiftedBytes(problem))
        return {4, fills(problem, items * 2, 4, 8) ? 8 : 4, true, false};
    if (problem.channels == 3 && fills(problem, items * 2, 8, 6))
        return {8, 6, true, false};
    if (problem.channels == 4 && fills(problem, items, 8, 8))
        return {8, 8, true, false};
    return {8, fills(problem, items * 2, 8, 4) ? 4 : 2, true, false};
}

//! @param items work-items that fill the device; 0: not known
Shape shapeForOneChannel(const Problem& problem, int64 items)
{
    const auto taps = problem.taps();
    const bool shorts = problem.srcSize() == 2, floats = problem.srcSize() >= 4;
    if (problem.srcSize() == 1 && taps > 9 && taps <= 30 && items > 0 && fills(problem, items * 2, 8, 6))
        return {8, 6, true, false};
    // Rows aligned for 8 bytes are loaded in twos anyway: there 9x9 does better with four scalars.
    if (scattered(problem) && taps <= (problem.srcAlignment < 8 ? 100 : 49))
        return {2, taps <= 25 ? 4 : 8, true, false};
    if (shorts && taps > 50 && taps <= 100)
        return {4, 5, true, false};
    if (taps > 9 && taps <= 100 && inVectors(problem))
        return {4, 5, true, false};
    if (taps <= 100)
        return {floats ? 4 : 8, 4, true, false};
    if (inVectors(problem) || shorts)
        return {12, 4, false, false};
    return {8, floats && taps <= 400 ? 8 : 4, false, false};
}

//! The same for neighbours that share less of their windows, so that they want more rows.
Shape shapeForInterleaved(const Problem& problem)
{
    const auto taps = problem.taps();
    const bool bytes = problem.srcSize() == 1, floats = problem.srcSize() >= 4, vectors = inVectors(problem);
    if (bytes && taps <= 50)
        return {8, 4, true, false};
    if (bytes && taps <= 100)
        return {16, 8, false, true};
    if (bytes)
        return {16, 4, false, false};
    if (taps <= (floats ? 30 : 50))
        return {floats ? 4 : 8, taps <= 9 ? 4 : 8, true, false};
    if (taps <= 100 && floats)
        return {2, 8, true, false};
    if (taps <= 100)
        return {8, 4, true, false};
    const int px = vectors ? 12 : 8, rows = vectors ? 5 : 8;
    if (windowRegisters(problem, px, problem.kernel.width) <= wantedWindowRegisters)
        return {px, rows, false, true};
    return {vectors ? px : 16, rows, false, false};
}

//! the next smaller power of two
int smaller(int n)
{
    int power = 1;
    while (power * 2 < n)
        power *= 2;
    return power;
}

//! The shape made smaller until there are so many work-items, or they do too little: first the width, as far as neighbours share enough,
//! then the rows. Of one channel the rows of twelve scalars come first, for eight are slower.
Shape shrunk(Shape shape, const Problem& problem, int64 items)
{
    const bool rowsFirst = problem.channels == 1 && shape.px == 12;
    const int narrow = problem.channels == 1 ? 4 : problem.taps() > 50 && shape.unroll ? 1 : 2;
    while (!fills(problem, items, shape.px, shape.rows) && shape.px * shape.rows > 2)
        if (rowsFirst && shape.rows > 2)
            shape.rows = smaller(shape.rows);
        else if (shape.px > narrow)
            shape.px = smaller(shape.px), shape.rows = smaller(shape.rows + 1); // odd rows are for this width
        else if (shape.rows > 2)
            shape.rows = smaller(shape.rows);
        else if (shape.px > 2 && shape.unroll)
            shape.px = smaller(shape.px);
        else
            break;
    return shape;
}

Shape shapeFor(const Problem& problem, int64 items)
{
    const bool wholeWords = problem.channels == 1 && !shiftedBytes(problem);
    if (items > 0 && fewTapsOfBytes(problem) && !wholeWords)
        return shapeForFewTapsOfBytes(problem, items);
    return problem.channels == 1 ? shapeForOneChannel(problem, items) : shapeForInterleaved(problem);
}

//! How many times over a small image's work-items should fill the device: those with little to do on much memory gain most.
int waves(const Problem& problem)
{
    const bool floats = problem.srcSize() >= 4, toBytes = problem.srcSize() == 1 && problem.dstSize() == 1;
    if (problem.channels > 1 || problem.taps() > 30)
        return floats ? 2 : 1;
    if (toBytes && problem.taps() <= 9)
        return 1;
    return floats && problem.taps() <= 25 ? 4 : 2;
}

//! Less a work-item where the image is too small to fill the device (NVIDIA H200, perf/README.md). Kernels that leave a loop over
//! rows for it become a straight line; where that would still be too long, it takes far fewer work-items to hide the loop's loads.
Shape fitted(const Problem& problem, const DeviceTraits& traits)
{
    const int64 filling = itemsThatFill(traits), items = filling * waves(problem);
    const Shape shape = shapeFor(problem, filling);
    const int64 mostStraight = 2000; // multiply-adds that fit the instruction cache
    const bool manyTaps =
        problem.channels == 1 && problem.srcSize() >= 4 && problem.taps() > 400; // half as many still hide them
    Shape straight = shape;
    straight.unroll = true, straight.ahead = false;
    straight = shrunk(straight, problem, items);
    const bool less = straight.px * straight.rows < shape.px * shape.rows;
    if (less && problem.taps() <= mostStraight / 4 && problem.taps() * straight.px * straight.rows <= mostStraight)
        return straight;
    return shape.unroll ? straight : shrunk(shape, problem, items / (manyTaps ? 8 : 4));
}

//! As many registers as a shape needs without spilling: compilers take more where the image's edges, with their map of columns, want them,
//! and fewer groups run at a time. 0: left to the compiler.
int registersFor(const Problem& problem, int px, int rows)
{
    if (problem.srcSize() != 1 || problem.accDepth() != CV_32F || problem.kernel != Size(3, 3) || px != 8)
        return 0;
    return problem.channels == 3 && rows == 6 ? 96 : problem.channels == 4 && rows == 8 ? 128 : 0;
}

Params defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    const Shape shape = traits.cpu ? Shape{8, 2, false, false} : fitted(problem, traits);
    // NVIDIA H200, perf/README.md: work-items of many registers, and of few taps of bytes, in small groups
    const bool floats = problem.srcSize() >= 4 && problem.channels > 2;
    const bool fewTaps = traits.nvidiaCompute > 0 && fewTapsOfBytes(problem) && problem.channels > 1;
    const bool narrow = fewTaps || (floats && shape.px == 2 && shape.rows == 8);
    const bool sparse =
        !fills(problem, itemsThatFill(traits) / 2, shape.px, shape.rows); // small groups share out evenly
    const size_t wantedHeight = sparse || narrow || (floats && shape.ahead)  ? 1
                                : floats && shape.px == 4 && shape.rows == 8 ? 2
                                                                             : 4;
    const Size group = windowGroup(traits, narrow ? 64 : 32, wantedHeight);
    const int unroll = givenOr(given, "UNROLL", shape.unroll);
    const int px = givenOr(given, "PX", shape.px);
    const int vec = givenOr(given, "VEC", widestLoad(problem, px));
    const int taps = givenOr(given, "TAPS_X", pieceTaps(problem, px, vec));
    const int registers = unroll ? registersFor(problem, px, givenOr(given, "ROWS", shape.rows)) : 0;
    const int64 groupItems = int64(givenOr(given, "WG_X", group.width)) * givenOr(given, "WG_Y", group.height);
    const bool waits = waitsForRows(problem) && !shape.ahead; // loops that load ahead do so themselves
    return Params{
        {"PX", px},
        {"ROWS", shape.rows},
        {"VEC", vec},
        {"TAPS_X", taps},
        {"UNROLL", unroll},
        {"AHEAD", shape.ahead && !unroll && taps == problem.kernel.width},
        {"WG_X", group.width},
        {"WG_Y", group.height},
        {"PREFETCH", waits ? prefetchDistance(traits) : 0},
        {"SUBNORMAL", traits.nvidiaCompute > 0 && holdsBits(problem, traits)},
        {"REGISTERS", registerLimit(traits, registers, groupItems)},
    };
}

std::string impossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = stripImpossible(problem, traits, params);
    if (reason.empty())
        reason = subnormalImpossible(problem, traits, params);
    if (reason.empty())
        reason = outOfRange(params, "AHEAD", 0, 1);
    if (reason.empty() && params.at("AHEAD") && (params.at("UNROLL") || params.at("TAPS_X") < problem.kernel.width))
        reason = "AHEAD=1 is for a loop over rows (UNROLL=0) that do not come in pieces";
    return reason;
}

std::string unwise(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu)
        return "a CPU wants explicit vectors, which 'cpu' has";
    return windowSpills(problem, params);
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_direct";
    if (params.at("SUBNORMAL"))
        plan.layout = problem.srcDepth == CV_8U ? CoefficientLayout::Scaled8 : CoefficientLayout::Scaled16;
    plan.options.define("AHEAD", params.at("AHEAD")).define("SUBNORMAL", params.at("SUBNORMAL"));
    configureStrip(problem, traits, params, plan);
}

Space space(const Problem& problem, const DeviceTraits& traits)
{
    return {{"PX", {1, 2, 4, 8, 12, 16}},
            {"ROWS", {1, 2, 3, 4, 5, 6, 8, 16}},
            {"PREFETCH", {0, prefetchDistance(traits)}},
            {"UNROLL", {0, 1}},
            {"AHEAD", {0, 1}},
            {"SUBNORMAL", {0, 1}},
            {"REGISTERS", {0, 64, 72, 80, 96, 128}},
            {"WG_X", {16, 32, 64, 128}},
            {"WG_Y", {1, 2, 4, 8}},
            {"VEC", {1, 2, 4, 8, 16}},
            {"TAPS_X", {4, 8, 16, problem.kernel.width}}};
}

} // namespace

const Impl directImpl = {"direct", &ocl::clconv::direct_oclsrc, defaults, impossible, unwise, configure, space};

} // namespace clconv
} // namespace cv
