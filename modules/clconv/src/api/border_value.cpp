// SPDX-License-Identifier: Apache-2.0
//
// Copies of images with a number around them, by cv::copyMakeBorder: on the device, or on the CPU.

#include "api/border_value.hpp"
#include "api/cpu_fallback.hpp"
#include "api/host/host_run.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {
namespace {

struct Copy
{
    explicit Copy(const std::vector<Call>& calls) : border(calls[0].border), value(calls[0].borderValue)
    {
        CV_Assert((CV_MAT_CN(calls[0].srcType) <= Scalar::channels || value == Scalar::all(value[0])) &&
                  "borderValue is one number for all of more than four channels");
        for (const Call& call : calls)
            reach.include(call);
        behind = reach.behind - Point(1, 1);
    }

    Size around(Size image) const { return image + Size(reach.before + behind); }

    template<typename Image>
    void make(const Image& src, Image& to) const
    {
        copyMakeBorder(src, to, reach.before.y, behind.y, reach.before.x, behind.x, border, value);
    }

    //! Lets the calls read the copy's pixels around the image.
    template<typename Image>
    Image inner(const Image& copy, Size image, std::vector<Call>& calls) const
    {
        for (Call& call : calls)
        {
            call.border = BORDER_CONSTANT;
            call.borderValue = Scalar();
        }
        return copy(Rect(reach.before, image));
    }

    FilterReach reach;
    Point behind; //!< pixels to the right and below
    int border;
    Scalar value;
};

bool makeOnDevice(const Copy& copy, const UMat& src, UMat& to)
{
    if (!ocl::useOpenCL() || !isOnDevice(src) || isMapped(src))
        return false;
    try
    {
        copy.make(src, to);
        return true;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, an image gets its border on the CPU: ") + e.what());
        return false;
    }
}

} // namespace

UMat withBorderValue(const UMat& src, std::vector<Call>& calls)
{
    const Copy copy(calls);
    const Size size = copy.around(src.size());
    UMat result;
    if (callSettings().inquiry) // nothing is computed
        result = UMat(size, src.type());
    else if (!makeOnDevice(copy, src, result))
    {
        result = newOnHost(size, src.type());
        MappedImage source(src), target(result);
        copy.make(source.mat, target.mat);
        target.releaseWritten();
    }
    return copy.inner(result, src.size(), calls);
}

Mat withBorderValue(const Mat& src, std::vector<Call>& calls)
{
    const Copy copy(calls);
    Mat result;
    if (callSettings().inquiry)
        result.create(copy.around(src.size()), src.type());
    else
        copy.make(src, result);
    return copy.inner(result, src.size(), calls);
}

}} // namespace cv::clconv
