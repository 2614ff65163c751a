// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Threads as work-items, and the functions that compiled kernels call: those of OpenCL C and the matrix products.

#include "matrix/emulation/lanes.hpp"

#include "opencv2/core.hpp"

#include <cmath>
#include <cstring>
#include <memory>
#include <thread>

namespace clconv_test
{
namespace
{

struct Group
{
    explicit Group(int warpCount) : barrier(warpLanes * warpCount), warps(size_t(warpCount)) {}

    Barrier barrier;
    std::vector<Warp> warps;
};

thread_local unsigned lane, warpNumber, groupX, groupY;
Group* group; // the one that runs

//! Of 16 bits: sign, 5 bits of exponent, 10 of fraction
double halfFloat(uint32_t bits)
{
    const int exponent = int(bits >> 10 & 31), fraction = int(bits & 1023);
    const double value = exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24);
    return bits >> 15 & 1 ? -value : value;
}

//! What a matrix unit takes of a float: no bits beyond the eleventh, no denormal numbers
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

//! Element of the left operand: half floats are two in a word.
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

} // namespace

void Barrier::wait()
{
    std::unique_lock<std::mutex> lock(mutex_);
    const unsigned round = round_;
    if (++waiting_ == threads_)
    {
        waiting_ = 0;
        ++round_;
        released_.notify_all();
        return;
    }
    released_.wait(lock, [&]() { return round != round_; });
}

void forEachWorkItem(int groupsX, int groupsY, int warps, const std::function<void()>& workItem)
{
    const std::unique_ptr<Group> owned(new Group(warps));
    group = owned.get();
    std::vector<std::thread> threads;
    for (int item = 0; item < warpLanes * warps; item++)
        threads.emplace_back(
            [=, &workItem]()
            {
                lane = unsigned(item % warpLanes);
                warpNumber = unsigned(item / warpLanes);
                for (groupY = 0; groupY < unsigned(groupsY); groupY++)
                    for (groupX = 0; groupX < unsigned(groupsX); groupX++)
                    {
                        workItem();
                        group->barrier.wait(); // the next group has the same local memory
                    }
            });
    for (std::thread& thread : threads)
        thread.join();
    group = nullptr;
}

//! The names that clang gives to functions of OpenCL C.
#define OPENCL_FUNCTION(result, name, symbol, ...)                                                                     \
    extern "C" result name(__VA_ARGS__) __asm__(symbol);                                                               \
    extern "C" result name(__VA_ARGS__)

typedef float Float2 __attribute__((vector_size(8)));
typedef float Float4 __attribute__((vector_size(16)));
typedef unsigned Uint2 __attribute__((vector_size(8)));
typedef unsigned Uint4 __attribute__((vector_size(16)));
typedef unsigned char Uchar4 __attribute__((vector_size(4)));
typedef unsigned short Ushort2 __attribute__((vector_size(4)));

OPENCL_FUNCTION(size_t, localId, "_Z12get_local_idj", unsigned dimension)
{
    return dimension ? warpNumber : lane;
}
OPENCL_FUNCTION(size_t, groupId, "_Z12get_group_idj", unsigned dimension)
{
    return dimension ? groupY : groupX;
}
OPENCL_FUNCTION(void, workGroupBarrier, "_Z7barrierj", unsigned)
{
    group->barrier.wait();
}
OPENCL_FUNCTION(int, maximum, "_Z3maxii", int a, int b)
{
    return std::max(a, b);
}
OPENCL_FUNCTION(int, minimum, "_Z3minii", int a, int b)
{
    return std::min(a, b);
}
OPENCL_FUNCTION(float, fromFloat, "_Z13convert_floatf", float value)
{
    return value;
}
OPENCL_FUNCTION(float, fromUchar, "_Z13convert_floath", unsigned char value)
{
    return float(value);
}
OPENCL_FUNCTION(float, fromUshort, "_Z13convert_floatt", unsigned short value)
{
    return float(value);
}
OPENCL_FUNCTION(Float2, fromFloat2, "_Z14convert_float2Dv2_f", Float2 values)
{
    return values;
}
OPENCL_FUNCTION(Float4, fromFloat4, "_Z14convert_float4Dv4_f", Float4 values)
{
    return values;
}
OPENCL_FUNCTION(Float2, fromUshort2, "_Z14convert_float2Dv2_t", Ushort2 values)
{
    return Float2{float(values[0]), float(values[1])};
}
OPENCL_FUNCTION(Uchar4, toUchar4, "_Z22convert_uchar4_sat_rteDv4_f", Float4 values)
{
    Uchar4 result;
    for (int i = 0; i < 4; i++)
        result[i] = cv::saturate_cast<uchar>(values[i]);
    return result;
}
OPENCL_FUNCTION(unsigned short, toUshort, "_Z22convert_ushort_sat_rtef", float value)
{
    return cv::saturate_cast<ushort>(value);
}
OPENCL_FUNCTION(Ushort2, toUshort2, "_Z23convert_ushort2_sat_rteDv2_f", Float2 values)
{
    return Ushort2{cv::saturate_cast<ushort>(values[0]), cv::saturate_cast<ushort>(values[1])};
}
OPENCL_FUNCTION(Uint2, loadWords2, "_Z6vload2mPU9CLprivateKj", size_t index, const unsigned* from)
{
    return Uint2{from[2 * index], from[2 * index + 1]};
}
OPENCL_FUNCTION(Uint4, loadWords4, "_Z6vload4mPU9CLprivateKj", size_t index, const unsigned* from)
{
    Uint4 result;
    std::memcpy(&result, from + 4 * index, sizeof(result));
    return result;
}
OPENCL_FUNCTION(Float2, load2, "_Z6vload2mPU9CLprivateKf", size_t index, const float* from)
{
    return Float2{from[2 * index], from[2 * index + 1]};
}
OPENCL_FUNCTION(Float4, load4, "_Z6vload4mPU9CLprivateKf", size_t index, const float* from)
{
    Float4 result;
    std::memcpy(&result, from + 4 * index, sizeof(result));
    return result;
}
OPENCL_FUNCTION(void, store4, "_Z7vstore4Dv4_fmPU8CLglobalf", Float4 values, size_t index, float* to)
{
    std::memcpy(to + 4 * index, &values, sizeof(values));
}

//! sum = (first ? 0 : sum) + A * B; each lane gives its elements and gets its sums.
extern "C" void emulatedFloatProduct(float* sum, int half, int first, unsigned a0, unsigned a1, unsigned a2,
                                     unsigned a3, unsigned b0, unsigned b1)
{
    Warp& warp = group->warps[warpNumber];
    const uint32_t a[] = {a0, a1, a2, a3}, b[] = {b0, b1};
    std::memcpy(warp.a[lane], a, sizeof(a));
    std::memcpy(warp.b[lane], b, sizeof(b));
    warp.barrier.wait();
    for (int i = 0; i < 4; i++)
    {
        const int row = int(lane) / 4 + (i >= 2 ? 8 : 0), column = 2 * (int(lane) % 4) + i % 2;
        double exact = first ? 0 : double(sum[i]);
        for (int k = 0; k < (half ? 16 : 8); k++)
            exact += left(warp, half != 0, row, k) * right(warp, half != 0, k, column);
        sum[i] = towardsZero(exact);
    }
    warp.barrier.wait(); // before a lane writes its next operands
}

extern "C" unsigned emulatedHalfPair(float low, float high)
{
    cv::Mat halves;
    cv::Mat(cv::Matx12f(low, high)).convertTo(halves, CV_16F);
    return unsigned(halves.at<ushort>(0)) | unsigned(halves.at<ushort>(1)) << 16;
}

} // namespace clconv_test
