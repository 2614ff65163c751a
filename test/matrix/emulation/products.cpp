// SPDX-License-Identifier: Apache-2.0
//
// The instructions of matrix units that compiled kernels call (nvidia/ptx.cl), across the threads of a warp, with the
// operands in the lanes that the PTX ISA gives (section "Matrix multiply-accumulate operation using mma instruction").

#include "matrix/emulation/lanes.hpp"

#include "opencv2/core.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

namespace clconv_test {
namespace {

//! The value of a half float: sign, 5 bits of exponent, 10 of fraction.
double halfFloat(uint32_t bits)
{
    const int exponent = int(bits >> 10 & 31), fraction = int(bits & 1023);
    const double value = exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24);
    return bits >> 15 & 1 ? -value : value;
}

//! The part of a float that a matrix unit reads: the first eleven bits, and no denormal numbers.
double tf32(uint32_t bits)
{
    bits &= 0xffffe000u;
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return std::fpclassify(value) == FP_SUBNORMAL ? 0 : double(value);
}

float towardsZero(double exact)
{
    const float rounded = float(exact);
    const bool larger = std::isfinite(rounded) && std::abs(double(rounded)) > std::abs(exact);
    return larger ? std::nextafter(rounded, 0.f) : rounded;
}

//! The sum as matrix units form it, measured with half floats on an NVIDIA H200: all addends are truncated towards zero
//! at 2^-25 times the power of two of the largest one, and added exactly; the sum is rounded towards zero. (It was not
//! measured whether the power of two of a product of two or more counts; assuming so truncates more.)
float sumOf(const std::vector<double>& addends)
{
    double largest = 0, sum = 0;
    for (double addend : addends)
        largest = std::max(largest, std::abs(addend));
    const int keptBits = 25, unit = largest > 0 && std::isfinite(largest) ? std::ilogb(largest) - keptBits : 0;
    for (double addend : addends)
        sum += std::isfinite(largest) ? std::ldexp(std::trunc(std::ldexp(addend, -unit)), unit) : addend;
    return towardsZero(sum);
}

//! An element of the left operand; a word holds two half floats.
double left(const Warp& warp, bool half, int row, int k)
{
    const int pairs = half ? 2 : 1, word = (row >= 8 ? 1 : 0) + (k >= 4 * pairs ? 2 : 0);
    const uint32_t bits = warp.a[row % 8 * 4 + k % (4 * pairs) / pairs][word];
    return half ? halfFloat(bits >> (k % 2 * 16)) : tf32(bits);
}

double right(const Warp& warp, bool half, int k, int column)
{
    const int pairs = half ? 2 : 1;
    const uint32_t bits = warp.b[column * 4 + k % (4 * pairs) / pairs][k >= 4 * pairs ? 1 : 0];
    return half ? halfFloat(bits >> (k % 2 * 16)) : tf32(bits);
}

//! Shows a lane's operands to the other lanes. Takes values: since GCC 14 the result counts as a reference into them.
const Warp& exchange(std::array<uint32_t, 4> a, std::array<uint32_t, 4> b, uint32_t metadata = 0)
{
    Warp& warp = currentWarp();
    const unsigned lane = currentItem().lane;
    std::copy(a.begin(), a.end(), warp.a[lane]);
    std::copy(b.begin(), b.end(), warp.b[lane]);
    warp.metadata[lane] = metadata;
    warp.barrier.wait();
    return warp;
}

//! The row of the product that sum i of the calling lane belongs to.
int rowOfSum(int i)
{
    return int(currentItem().lane) / 4 + (i >= 2 ? 8 : 0);
}

int columnOfSum(int i)
{
    return 2 * (int(currentItem().lane) % 4) + i % 2;
}

//! Byte k of the four in a lane's word.
int byteOf(uint32_t word, int k, bool isSigned)
{
    const uint8_t byte = uint8_t(word >> (8 * k));
    return isSigned ? int(int8_t(byte)) : int(byte);
}

} // namespace

//! sum = (first ? 0 : sum) + A * B. Each lane passes its elements and gets its sums.
extern "C" void emulatedFloatProduct(float* sum, int half, int first, unsigned a0, unsigned a1, unsigned a2,
                                     unsigned a3, unsigned b0, unsigned b1)
{
    const Warp& warp = exchange({a0, a1, a2, a3}, {b0, b1, 0, 0});
    for (int i = 0; i < 4; i++)
    {
        const int row = rowOfSum(i), column = columnOfSum(i);
        std::vector<double> addends(1, first ? 0 : double(sum[i]));
        for (int k = 0; k < (half ? 16 : 8); k++)
            addends.push_back(left(warp, half != 0, row, k) * right(warp, half != 0, k, column));
        sum[i] = sumOf(addends);
    }
    currentWarp().barrier.wait(); // before a lane overwrites its operands
}

extern "C" unsigned emulatedHalfPair(float low, float high)
{
    cv::Mat halves;
    cv::Mat(cv::Matx12f(low, high)).convertTo(halves, CV_16F);
    return unsigned(halves.at<ushort>(0)) | unsigned(halves.at<ushort>(1)) << 16;
}

//! The product of 8-bit integers, A signed. depth: 32 or 16 columns of A; sums wrap around.
extern "C" void emulatedByteProduct(int* sum, int depth, int isSigned, unsigned a0, unsigned a1, unsigned a2,
                                    unsigned a3, unsigned b0, unsigned b1)
{
    const Warp& warp = exchange({a0, a1, a2, a3}, {b0, b1, 0, 0});
    for (int i = 0; i < 4; i++)
    {
        const int row = rowOfSum(i), column = columnOfSum(i);
        uint32_t wrapped = uint32_t(sum[i]);
        for (int k = 0; k < depth; k++)
        {
            const int half = k / 16, lane = k % 16 / 4;
            const int left = byteOf(warp.a[row % 8 * 4 + lane][2 * half + row / 8], k % 4, true);
            wrapped += uint32_t(left * byteOf(warp.b[column * 4 + lane][half], k % 4, isSigned != 0));
        }
        sum[i] = int(wrapped);
    }
    currentWarp().barrier.wait();
}

//! The product with a sparse A of 64 or 32 columns: two in four adjacent elements. The metadata has their places, four
//! bits for each four columns; one lane's word has 32 columns of a row. Lane 4*m + i has row m, or m + 8 if i is odd,
//! and from i = 2 on columns 32 to 63. (For 32 columns, lanes with i of 2 and 3 give none: selector 0.)
extern "C" void emulatedSparseProduct(int* sum, int depth, int isSigned, const unsigned* a, unsigned metadata,
                                      const unsigned* b)
{
    const Warp& warp = exchange({a[0], a[1], a[2], a[3]}, {b[0], b[1], b[2], b[3]}, metadata);
    for (int i = 0; i < 4; i++)
    {
        const int row = rowOfSum(i), column = columnOfSum(i);
        uint32_t wrapped = uint32_t(sum[i]);
        for (int k = 0; k < depth / 2; k++) // index of stored elements, two of each four columns
        {
            const int half = k / 16, four = k / 2, lane = row % 8 * 4;
            const int left = byteOf(warp.a[lane + k % 16 / 4][2 * half + row / 8], k % 4, true);
            const uint32_t places = warp.metadata[lane + 2 * half + row / 8] >> (four % 8 * 4);
            const int first = int(places & 3), second = int(places >> 2 & 3);
            CV_Assert(first < second);
            const int at = 4 * four + (k % 2 ? second : first); // column in the row
            wrapped += uint32_t(left * byteOf(warp.b[column * 4 + at % 16 / 4][at / 16], at % 4, isSigned != 0));
        }
        sum[i] = int(wrapped);
    }
    currentWarp().barrier.wait();
}

//! The value of the lane whose number differs only in bit 2.
extern "C" unsigned emulatedShuffleXor4(unsigned value)
{
    const Warp& warp = exchange({value, 0, 0, 0}, {0, 0, 0, 0});
    const unsigned other = warp.a[currentItem().lane ^ 4][0];
    currentWarp().barrier.wait();
    return other;
}

//! Two numbers rounded and saturated to bytes, followed by the lower two bytes of `upper`.
extern "C" unsigned emulatedPackSat2(int isSigned, float low, float high, unsigned upper)
{
    const auto saturated = [&](float value)
    { return isSigned ? uint8_t(cv::saturate_cast<schar>(value)) : uint8_t(cv::saturate_cast<uchar>(value)); };
    return upper << 16 | unsigned(saturated(high)) << 8 | unsigned(saturated(low));
}

//! a + b, rounded towards minus infinity.
extern "C" float emulatedAddRoundedDown(float a, float b)
{
    const float sum = a + b;
    return double(sum) > double(a) + double(b) ? std::nextafter(sum, -INFINITY) : sum;
}

} // namespace clconv_test
