// SPDX-License-Identifier: Apache-2.0
//
// The functions of OpenCL C that compiled kernels call.

#include "matrix/emulation/lanes.hpp"

#include "opencv2/core.hpp"

#include <cmath>
#include <cstring>

namespace clconv_test {

//! The names that clang gives functions of OpenCL C.
#define OPENCL_FUNCTION(result, name, symbol, ...)                                                                     \
    extern "C" result name(__VA_ARGS__) __asm__(symbol);                                                               \
    extern "C" result name(__VA_ARGS__)

typedef float Float2 __attribute__((vector_size(8)));
typedef float Float4 __attribute__((vector_size(16)));
typedef unsigned Uint2 __attribute__((vector_size(8)));
typedef unsigned Uint4 __attribute__((vector_size(16)));
typedef unsigned char Uchar2 __attribute__((vector_size(2)));
typedef signed char Char2 __attribute__((vector_size(2)));
typedef short Short2 __attribute__((vector_size(4)));
typedef unsigned char Uchar4 __attribute__((vector_size(4)));
typedef unsigned short Ushort2 __attribute__((vector_size(4)));

OPENCL_FUNCTION(size_t, localId, "_Z12get_local_idj", unsigned dimension)
{
    return dimension ? currentItem().warp : currentItem().lane;
}
OPENCL_FUNCTION(size_t, groupId, "_Z12get_group_idj", unsigned dimension)
{
    return dimension ? currentItem().groupY : currentItem().groupX;
}
OPENCL_FUNCTION(void, workGroupBarrier, "_Z7barrierj", unsigned)
{
    waitForGroup();
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
OPENCL_FUNCTION(float, fromInt, "_Z13convert_floati", int value)
{
    return float(value);
}
OPENCL_FUNCTION(float, fusedMultiplyAdd, "_Z3fmafff", float a, float b, float c)
{
    return std::fma(a, b, c);
}
OPENCL_FUNCTION(unsigned char, toUchar, "_Z21convert_uchar_sat_rtef", float value)
{
    return cv::saturate_cast<uchar>(value);
}
OPENCL_FUNCTION(signed char, toChar, "_Z20convert_char_sat_rtef", float value)
{
    return cv::saturate_cast<schar>(value);
}
OPENCL_FUNCTION(short, toShort, "_Z21convert_short_sat_rtef", float value)
{
    return cv::saturate_cast<short>(value);
}
OPENCL_FUNCTION(Uchar2, toUchar2, "_Z22convert_uchar2_sat_rteDv2_f", Float2 values)
{
    return Uchar2{cv::saturate_cast<uchar>(values[0]), cv::saturate_cast<uchar>(values[1])};
}
OPENCL_FUNCTION(Char2, toChar2, "_Z21convert_char2_sat_rteDv2_f", Float2 values)
{
    return Char2{cv::saturate_cast<schar>(values[0]), cv::saturate_cast<schar>(values[1])};
}
OPENCL_FUNCTION(Short2, toShort2, "_Z22convert_short2_sat_rteDv2_f", Float2 values)
{
    return Short2{cv::saturate_cast<short>(values[0]), cv::saturate_cast<short>(values[1])};
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
OPENCL_FUNCTION(void, putWords2, "_Z7vstore2Dv2_jmPU9CLprivatej", Uint2 values, size_t index, unsigned* to)
{
    std::memcpy(to + 2 * index, &values, sizeof(values));
}
OPENCL_FUNCTION(void, putWords4, "_Z7vstore4Dv4_jmPU9CLprivatej", Uint4 values, size_t index, unsigned* to)
{
    std::memcpy(to + 4 * index, &values, sizeof(values));
}
OPENCL_FUNCTION(void, storeUchar2, "_Z7vstore2Dv2_hmPU8CLglobalh", Uchar2 values, size_t index, unsigned char* to)
{
    std::memcpy(to + 2 * index, &values, sizeof(values));
}
OPENCL_FUNCTION(void, storeChar2, "_Z7vstore2Dv2_cmPU8CLglobalc", Char2 values, size_t index, signed char* to)
{
    std::memcpy(to + 2 * index, &values, sizeof(values));
}
OPENCL_FUNCTION(void, store2, "_Z7vstore2Dv2_fmPU8CLglobalf", Float2 values, size_t index, float* to)
{
    std::memcpy(to + 2 * index, &values, sizeof(values));
}
OPENCL_FUNCTION(void, store4, "_Z7vstore4Dv4_fmPU8CLglobalf", Float4 values, size_t index, float* to)
{
    std::memcpy(to + 4 * index, &values, sizeof(values));
}

} // namespace clconv_test
