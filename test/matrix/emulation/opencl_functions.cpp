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
OPENCL_FUNCTION(Float2, fromFloat2, "_Z14convert_float2Dv2_f", Float2 values)
{
    return values;
}
OPENCL_FUNCTION(Float4, fromFloat4, "_Z14convert_float4Dv4_f", Float4 values)
{
    return values;
}
OPENCL_FUNCTION(float, fusedMultiplyAdd, "_Z3fmafff", float a, float b, float c)
{
    return std::fma(a, b, c);
}
OPENCL_FUNCTION(Uchar4, toUchar4, "_Z22convert_uchar4_sat_rteDv4_f", Float4 values)
{
    Uchar4 result;
    for (int i = 0; i < 4; i++)
        result[i] = cv::saturate_cast<uchar>(values[i]);
    return result;
}

//! Conversions, of which those to integers round and saturate.
#define CONVERSION(Result, name, symbol, Value)                                                                        \
    OPENCL_FUNCTION(Result, name, symbol, Value value)                                                                 \
    {                                                                                                                  \
        return cv::saturate_cast<Result>(value);                                                                       \
    }
CONVERSION(float, fromFloat, "_Z13convert_floatf", float)
CONVERSION(float, fromUchar, "_Z13convert_floath", unsigned char)
CONVERSION(float, fromUshort, "_Z13convert_floatt", unsigned short)
CONVERSION(float, fromInt, "_Z13convert_floati", int)
CONVERSION(unsigned char, toUchar, "_Z21convert_uchar_sat_rtef", float)
CONVERSION(signed char, toChar, "_Z20convert_char_sat_rtef", float)
CONVERSION(short, toShort, "_Z21convert_short_sat_rtef", float)
CONVERSION(unsigned short, toUshort, "_Z22convert_ushort_sat_rtef", float)

#define PAIR_CONVERSION(Result, Number, name, symbol, Values)                                                          \
    OPENCL_FUNCTION(Result, name, symbol, Values values)                                                               \
    {                                                                                                                  \
        return Result{cv::saturate_cast<Number>(values[0]), cv::saturate_cast<Number>(values[1])};                     \
    }
PAIR_CONVERSION(Float2, float, fromUshort2, "_Z14convert_float2Dv2_t", Ushort2)
PAIR_CONVERSION(Uchar2, uchar, toUchar2, "_Z22convert_uchar2_sat_rteDv2_f", Float2)
PAIR_CONVERSION(Char2, schar, toChar2, "_Z21convert_char2_sat_rteDv2_f", Float2)
PAIR_CONVERSION(Short2, short, toShort2, "_Z22convert_short2_sat_rteDv2_f", Float2)
PAIR_CONVERSION(Ushort2, ushort, toUshort2, "_Z23convert_ushort2_sat_rteDv2_f", Float2)

//! Loads and stores of vectors, counted in vectors.
#define LOAD(Vector, name, symbol, Number)                                                                             \
    OPENCL_FUNCTION(Vector, name, symbol, size_t index, const Number* from)                                            \
    {                                                                                                                  \
        Vector result;                                                                                                 \
        std::memcpy(&result, from + index * (sizeof(Vector) / sizeof(Number)), sizeof(Vector));                        \
        return result;                                                                                                 \
    }
LOAD(Uint2, loadWords2, "_Z6vload2mPU9CLprivateKj", unsigned)
LOAD(Uint4, loadWords4, "_Z6vload4mPU9CLprivateKj", unsigned)
LOAD(Float2, load2, "_Z6vload2mPU9CLprivateKf", float)
LOAD(Float4, load4, "_Z6vload4mPU9CLprivateKf", float)

#define STORE(Vector, name, symbol, Number)                                                                            \
    OPENCL_FUNCTION(void, name, symbol, Vector values, size_t index, Number* to)                                       \
    {                                                                                                                  \
        std::memcpy(to + index * (sizeof(Vector) / sizeof(Number)), &values, sizeof(Vector));                          \
    }
STORE(Uint2, putWords2, "_Z7vstore2Dv2_jmPU9CLprivatej", unsigned)
STORE(Uint4, putWords4, "_Z7vstore4Dv4_jmPU9CLprivatej", unsigned)
STORE(Uchar2, storeUchar2, "_Z7vstore2Dv2_hmPU8CLglobalh", unsigned char)
STORE(Char2, storeChar2, "_Z7vstore2Dv2_cmPU8CLglobalc", signed char)
STORE(Float2, store2, "_Z7vstore2Dv2_fmPU8CLglobalf", float)
STORE(Float4, store4, "_Z7vstore4Dv4_fmPU8CLglobalf", float)

} // namespace clconv_test
