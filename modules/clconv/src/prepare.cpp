// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// prepare(): what a first call would build is built before it, with the coefficients compiled in where that is faster.

#include "arguments.hpp"
#include "log.hpp"
#include "runtime.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! A large image of its own, as most are: programs do not depend on more of it than that.
Layout anImage(int type)
{
    const Size size(1920, 1080);
    return Layout{type, size, size, Point(), size_t(size.width) * CV_ELEM_SIZE(type), 0};
}

bool prepareOnDevice(const Call& call)
{
    Runtime& runtime = *Runtime::current();
    const Force& force = currentForce();
    const std::shared_ptr<const CoefficientSet> coefficients = runtime.coefficients(call.kernels, call.accDepth());
    Description d = describe(anImage(call.srcType), anImage(call.dstType), call.kernel, call.anchor, call.border,
                             coefficients->traits());
    d.problem.literals = runtime.literals(d.problem, *coefficients, force, LiteralTable::Use::Prepare);
    const std::shared_ptr<const Prepared> prepared = runtime.prepare(d.problem, force);
    if (prepared->executable && prepared->plan.space != CoefficientSpace::Value)
        coefficients->buffer(prepared->plan.layout);
    return prepared->executable != nullptr;
}

} // namespace

bool prepare(InputArray kernel, int srcType, int ddepth, Point anchor, int borderType)
{
    const Mat like(1, 1, CV_MAT_TYPE(srcType));
    const Call call = checkFilter2D(like, NULL, ddepth, kernel, anchor, 0, borderType);
    if (!ocl::useOpenCL())
        return false;
    try
    {
        return prepareOnDevice(call);
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, nothing was prepared: ") + e.what());
        return false;
    }
}

} // namespace clconv
} // namespace cv
