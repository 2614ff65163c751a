// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// By value up to 4 KB of arguments, as a __constant buffer up to the device's limit, as a __global one beyond.

#include "planner/coefficient_space.hpp"

namespace cv
{
namespace clconv
{

namespace
{

// Bytes of the arguments of CLCONV_ARGUMENTS (kernels/common/interface.cl) other than the coefficients, with 64-bit
// pointers and offsets: source 8 + 8 + 8 and its area 16 (at a multiple of 16: 48), output 8 + 8 + 8 and its size 8
// (80), TileRange 32 (at a multiple of 32: 128), delta 8 (136); rounded up to a multiple of 16.
const size_t firstArguments = 144;

// Of each further output of a bank: pointer, step, offset.
const size_t outputArguments = 24;

// Of each buffer of a batch: a pointer. Its other arguments take less than the first ones of other launches.
const size_t batchArguments = 8;

CoefficientSpace chooseSpace(const DeviceTraits& traits, size_t bytes, const Plan& plan)
{
    const size_t otherArguments = firstArguments + outputArguments * size_t(plan.filterCount - 1) +
                                  batchArguments * size_t(plan.sourceBuffers + plan.outputBuffers);
    const size_t maxByValue = 4096; // accepted by every NVIDIA driver; larger structs gain nothing
    if (isOnDeviceOnly(plan.layout))
        return CoefficientSpace::Global;
    if (plan.filterSizeIsData)
        return CoefficientSpace::Global; // the program is the same for every size
    if (bytes + otherArguments <= std::min(traits.parameterBytes, maxByValue))
        return CoefficientSpace::Value;
    return bytes <= traits.constantBytes ? CoefficientSpace::Constant : CoefficientSpace::Global;
}

//! Number of coefficients, for layouts that can be passed by value.
size_t coefficientCount(const Problem& problem, const Plan& plan)
{
    const size_t columns = size_t(problem.filterSize.width), rows = size_t(problem.filterSize.height);
    switch (plan.layout.kind)
    {
    case CoefficientKind::Factors: return (columns + rows) * size_t(problem.rank);
    case CoefficientKind::DenormFactors: return columns + rows;
    case CoefficientKind::Denorm: return columns * rows + 1;
    default: return columns * rows * size_t(plan.filterCount);
    }
}

} // namespace

void decideCoefficientSpace(const Problem& problem, const DeviceTraits& traits, Plan& plan)
{
    static const char* const spaces[] = {"COEFFICIENTS_BY_VALUE", "COEFFICIENTS_CONSTANT", "COEFFICIENTS_GLOBAL"};
    const size_t count = coefficientCount(problem, plan);
    plan.space = problem.filterEach ? CoefficientSpace::Global // behind one another, in one buffer
                                    : chooseSpace(traits, count * problem.accSize(), plan);
    plan.options.define(spaces[int(plan.space)], 1);
    if (plan.space == CoefficientSpace::Value)
        plan.options.define("COEFFICIENT_COUNT", int(count));
}

} // namespace clconv
} // namespace cv
