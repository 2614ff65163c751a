// SPDX-License-Identifier: Apache-2.0
//
// filter2DMasked: by one kernel on a device, or by filters of the weights and of the pixels times their weights.

#include "api/cpu_fallback.hpp"
#include "api/filter2d.hpp"
#include "api/masked/two_filters.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"
#include "opencv2/core/utils/trace.hpp"

namespace cv { namespace clconv {
namespace {

Weights weightsOf(InputArray mask, Size size)
{
    if (mask.empty())
        return Weights::NotNaN;
    CV_Assert((mask.type() == CV_8UC1 || mask.type() == CV_32FC1) && "mask is CV_8UC1 or CV_32FC1");
    CV_Assert(mask.dims() <= 2 && mask.size() == size && "mask has the size of src");
    return mask.type() == CV_8UC1 ? Weights::Bytes : Weights::Floats;
}

//! The images of a call on the device.
struct OnDevice
{
    //! @param mask empty where there is none
    OnDevice(const UMat& src_, const UMat& mask_, UMat& dst_) : src(src_), mask(mask_), dst(dst_) {}

    bool areUsable() const
    {
        const auto isUsable = [](const UMat& image) { return isOnDevice(image) && !isMapped(image); };
        return ocl::useOpenCL() && isUsable(src) && isUsable(dst) && (mask.empty() || isUsable(mask));
    }

    //! Whether one was made of a Mat, whose memory the caller may change when the call returns.
    bool areTemporary() const { return isTemporary(src) || isTemporary(dst) || (!mask.empty() && isTemporary(mask)); }

    bool areSeparate() const { return !shareMemory(src, dst) && (mask.empty() || !shareMemory(mask, dst)); }

    const UMat &src, &mask;
    UMat& dst;
};

//! Runs the kernel for weights, else filters of UMats.
//! @returns whether it ran
bool runOnDevice(const OnDevice& images, const Call& call)
{
    if (!images.areUsable())
        return false;
    try
    {
        UMat result = images.dst;
        if (!images.areSeparate())
            result = UMat(call.size, call.dstType);
        const Implementation* const impl = isOnDevice(result)
                                               ? runOnUMats(images.src, result, call, SpecializationTable::Use::Call,
                                                            images.mask.empty() ? nullptr : &images.mask)
                                               : nullptr;
        if (!impl)
            divideFiltered(images.src, images.mask, result, call);
        else
            setLastImplementation(impl);
        if (result.u != images.dst.u)
            copyImage(result, images.dst);
        if (images.areTemporary())
            finishQueue();
        return true;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, filter2DMasked runs on the CPU: ") + e.what());
        return false;
    }
}

void runOnHost(InputArray src, InputArray mask, OutputArray dst, const Call& call)
{
    const MappedImage image(src);
    MappedImage target(dst);
    if (mask.empty())
        divideFiltered(image.mat, Mat(), target.mat, call);
    else
        divideFiltered(image.mat, MappedImage(mask).mat, target.mat, call);
    target.releaseWritten();
}

} // namespace

void filter2DMasked(InputArray src, InputArray mask, OutputArray dst, int ddepth, InputArray kernel, Point anchor,
                    double delta, int borderType, double emptyValue)
{
    CV_TRACE_FUNCTION();
    refuseEmpty(src.empty(), CV_Func);
    Call call = checkFilter2D(src, &dst, ddepth, kernel, anchor, delta, borderType | BORDER_ISOLATED);
    CV_Assert(!call.hasChannelFilters() && "kernel has one channel");
    call.weights = weightsOf(mask, call.size);
    call.emptyValue = emptyValue;
    if (callSettings().inquiry)
        return lookAt(src, call);
    if (!dst.isUMat())
    {
        const auto held = [](InputArray image) { return image.isUMat() || image.empty() ? Mat() : image.getMat(); };
        const Mat image = held(src), weights = held(mask); // headers of their own, as below
        createMat(dst, call);
        return runOnHost(src.isUMat() ? src : _InputArray(image), mask.isUMat() ? mask : _InputArray(weights), dst,
                         call);
    }
    // Headers of their own: allocating the output may release the buffer of a UMat that is a source too.
    const UMat image = SourceImage(src).image(), weights = mask.empty() ? UMat() : SourceImage(mask).image();
    dst.create(call.size, call.dstType);
    UMat result = dst.getUMat();
    if (!runOnDevice({image, weights, result}, call))
        runOnHost(image, weights, result, call);
}

}} // namespace cv::clconv
