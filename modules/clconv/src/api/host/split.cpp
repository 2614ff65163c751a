// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// SplitScope, and calls within one.

#include "api/host/split.hpp"
#include "api/cpu_fallback.hpp"
#include "api/host/host_run.hpp"
#include "opencv2/clconv.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! Allocates the output on the host.
//! @returns false if it is on the device
bool createOnHost(OutputArray dst, const Call& call)
{
    if (dst.isUMat() && isMade(dst, call) && !dst.fixedSize() && !dst.fixedType())
        dst.getUMatRef() = newOnHost(call.size, call.dstType);
    else if (dst.isMat())
        createMat(dst, call);
    else
        dst.create(call.size, call.dstType);
    return !dst.isUMat() || !isOnDevice(dst.getUMat());
}

//! Whether the output is to be on the host, and cv::filter2D does not refuse the call.
bool isForTheHost(InputArray src, OutputArray dst, const Call& call)
{
    if (dst.isMat())
        return src.isUMat() || isSupportedByFilter2D(CV_MAT_DEPTH(call.srcType), CV_MAT_DEPTH(call.dstType));
    return dst.isUMat() && (isMade(dst, call) || !isOnDevice(dst.getUMat()));
}

} // namespace

class SplitScope::Impl : public SettingScope<SplitContexts, &CallSettings::split>
{
    using SettingScope::SettingScope;
};

SplitScope::SplitScope(const std::vector<ocl::OpenCLExecutionContext>& contexts)
{
    CV_Assert(!contexts.empty());
    CV_Assert(std::none_of(contexts.begin(), contexts.end(),
                           [](const ocl::OpenCLExecutionContext& context) { return context.empty(); }));
    impl_.reset(new Impl(contexts));
}

SplitScope::~SplitScope() {}

bool isSplit(InputArray src)
{
    return callSettings().split && ocl::useOpenCL() && (src.isUMat() ? !isOnDevice(src.getUMat()) : src.isMat());
}

const Implementation* runSplit(InputArray src, OutputArray dst, const Call& call)
{
    if (!isSplit(src) || !isForTheHost(src, dst, call))
        return nullptr;
    try
    {
        MappedSource source(src);
        if (!createOnHost(dst, call))
            return nullptr;
        MappedImage target(dst);
        const Implementation* impl =
            runInBands(source.mat, target.mat, call, hostCallOf(layoutOf(source.mat), call), nullptr, workOf(call));
        source.release();
        target.releaseWritten();
        return impl;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the devices failed, the call is not split over them: ") + e.what());
        return nullptr;
    }
}

} // namespace clconv
} // namespace cv
