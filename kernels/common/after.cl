// SPDX-License-Identifier: Apache-2.0
//
// Stages of a chain that follow a filter: the filter's kernel applies them before it stores an output. All of them have
// the filter's depth.
//
// The build option AFTER lists them (host: api/chain/fusion/behind_filter.cpp), as CHAIN does in stages.cl, but without
// windows: value 0 is the filter's result, value 1 is read from a second image with the layout of the output.
//
//   FILTERED(how, low, high)
//   ONE(n, in, operation, how, low, high, first), TWO(n, a, b, operation, how, low, high, first)

#ifndef CLCONV_AFTER_CL
#define CLCONV_AFTER_CL

#include "common/pixel_stages.cl"

#ifdef AFTER

#ifndef AFTER_RESULT
#define AFTER_RESULT 0 // number of the value that is stored
#endif

#if LANES == 1
#define FILTERED(how, low, high) const VALUES_T value0 = valueOf(FILTER_RESULT(sum, ), how, low, high);
#else
#define FILTERED(how, low, high) const VALUES_T value0 = valueOf(FILTER_RESULT(sum, LANES), how, low, high);
#endif
#define VALUE_ONE(n, in, operation, how, low, high, first)                                                            \
    const VALUES_T value##n = valueOf(operation(value##in, numbers + (first)), how, low, high);
#define VALUE_TWO(n, a, b, operation, how, low, high, first)                                                          \
    const VALUES_T value##n = valueOf(operation(value##a, value##b, numbers + (first)), how, low, high);

// The value to store for a sum of the filter.
INLINE VALUES_T afterFilter(VALUES_T sum, VALUES_T value1, __global const ACC_T *numbers)
{
#define MEANING VALUE
    AFTER
#undef MEANING
    return JOIN(value, AFTER_RESULT);
}

#if AFTER_SECOND
// The address in the second image of the scalar at an output's position.
INLINE __global const DST_T *secondOf(Output output, __global const DST_T *out)
{
    return (__global const DST_T *)(output.second + ((__global const uchar *)out - output.data + output.toSecond));
}
#endif

#endif
#endif
