// SPDX-License-Identifier: Apache-2.0
//
// Conversion to fixed point, and the unit of which taps are multiples.

#include "coefficients/matrix/fixed_point.hpp"

namespace cv { namespace clconv {
namespace {

const double infinity = std::numeric_limits<double>::infinity();

//! The maximum of each slice, for 1, 2 and 3 slices.
const int largestMultiples[maxSlices] = {127, 127 * 256 + 127, 127 * 65536 + 127 * 256 + 127};

// The scale and its product with 65536 must be normal floats, the latter also when multiplied by the bias that rounds
// results.
const int smallestExponent = -120, largestExponent = 88;

//! The taps of a matrix as an array, and the largest magnitude among them.
struct Taps
{
    explicit Taps(const Mat& filter) : continuous(filter.isContinuous() ? filter : filter.clone())
    {
        begin = continuous.ptr<double>();
        end = begin + continuous.total();
        finite = checkRange(continuous);
        largest = finite ? norm(continuous, NORM_INF) : 0;
    }

    const Mat continuous;
    const double *begin, *end;
    bool finite;
    double largest;
};

//! How far taps may be from being multiples of a unit.
struct Precision
{
    double ofTap;        //!< relative to each tap
    int largestMultiple; //!< that is looked for
};

const Precision exactly = {0, 127 * 256 + 127};

//! Taps that were computed with two roundings to float, e.g. a sum of 1/273 times a whole number. Remainders of
//! multiples of up to 1448 = sqrt(2^21) are distinguished from zero (below).
const Precision upToRounding = {1. / (1 << 23), 1448};

//! The number of units in the largest tap, where all taps are multiples of one unit; 0: there is no unit, or it is in
//! the largest tap too often.
//!
//! The unit begins as the largest tap and becomes a part of it, 1/multiple, for each tap that is no multiple of it:
//! Euclid's algorithm on tap and unit. A remainder is x * tap + y * unit with |x| <= unit / (the remainder before) and
//! |y| <= tap / (the remainder before), so that rounding of tap and unit makes it off by 2 * ofTap * tap * unit / (the
//! remainder before) at most. Where less is left, it is zero, and |x| is the number of units of the new kind in the old
//! unit. Of a unit that is 1/1448 of the largest tap or more this is half a unit at most.
int multipleOfUnit(const Taps& taps, const Precision& precision)
{
    double unit = taps.largest, inverse = 1 / unit;
    int multiple = 1;
    for (const double* at = taps.begin; at != taps.end; ++at)
    {
        const double tap = std::abs(*at), off = 2 * precision.ofTap * tap;
        if (std::abs(tap - cvRound(tap * inverse) * unit) <= off)
            continue;
        double before = tap, rest = unit, xBefore = 1, x = 0;
        do
        {
            const double quotient = cvRound(before / rest), next = before - quotient * rest;
            const double xNext = xBefore - quotient * x;
            before = rest, rest = next, xBefore = x, x = xNext;
            if (std::abs(rest) > off * unit / std::abs(before) &&
                2 * std::abs(rest) * precision.largestMultiple < taps.largest) // less than half the least unit
                return 0;
        } while (std::abs(rest) > off * unit / std::abs(before));
        if (multiple * std::abs(x) > precision.largestMultiple)
            return 0;
        multiple *= int(std::abs(x));
        unit = taps.largest / multiple;
        inverse = 1 / unit;
    }
    return multiple;
}

FixedPoint multiplesOf(double scale, const Taps& taps, int slices)
{
    FixedPoint fixed = {scale, slices, {}, 0};
    fixed.taps.reserve(size_t(taps.end - taps.begin));
    const double inverse = 1 / scale;
    for (const double* tap = taps.begin; tap != taps.end; ++tap)
    {
        fixed.taps.push_back(cvRound(*tap * inverse));
        fixed.error += std::abs(*tap - fixed.taps.back() * scale);
    }
    return fixed;
}

FixedPoint notRepresentable(int slices)
{
    return {1, slices, {}, infinity};
}

bool inRange(double scale)
{
    int exponent = 0;
    std::frexp(scale, &exponent);
    return std::isnormal(scale) && exponent > smallestExponent && exponent <= largestExponent;
}

FixedPoint inThreeSlices(const Taps& taps)
{
    int exponent = 0;
    if (taps.largest > 0)
        std::frexp(taps.largest / largestMultiples[maxSlices - 1], &exponent);
    const bool representable = taps.finite && exponent >= smallestExponent && exponent <= largestExponent;
    return representable ? multiplesOf(std::ldexp(1., exponent), taps, maxSlices) : notRepresentable(maxSlices);
}

FixedPoint inUnits(const Taps& taps, int slices)
{
    if (!taps.finite)
        return notRepresentable(slices);
    if (taps.largest == 0)
        return multiplesOf(1, taps, slices);
    int multiple = multipleOfUnit(taps, exactly);
    if (multiple == 0)
        multiple = multipleOfUnit(taps, upToRounding);
    const double unit = multiple > 0 ? double(float(taps.largest / multiple)) : 0;
    if (multiple == 0 || multiple > largestMultiples[slices - 1] || !inRange(unit))
        return notRepresentable(slices);
    return multiplesOf(unit, taps, slices);
}

} // namespace

FixedPoint toFixedPoint(const Mat& filter, int slices)
{
    CV_Assert(slices >= 1 && slices <= maxSlices);
    return slices < maxSlices ? inUnits(Taps(filter), slices) : inThreeSlices(Taps(filter));
}

SliceErrors sliceErrors(const Mat& filter)
{
    const Taps taps(filter);
    const FixedPoint units = inUnits(taps, 2);
    SliceErrors errors = noSlices;
    errors[1] = errors[2] = units.error;
    const bool small =
        std::all_of(units.taps.begin(), units.taps.end(), [](int tap) { return std::abs(tap) <= largestMultiples[0]; });
    if (small)
        errors[0] = units.error;
    if (units.error > 0)
        errors[2] = std::min(errors[2], inThreeSlices(taps).error);
    return errors;
}

}} // namespace cv::clconv
