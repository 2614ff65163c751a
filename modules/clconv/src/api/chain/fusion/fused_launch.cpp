// SPDX-License-Identifier: Apache-2.0
//
// From stages and images to a Problem and a Call.

#include "api/chain/fusion/fused_launch.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {
namespace {

Beside besideOf(const Fusion& chain, const Description& d)
{
    const int before = d.geometry.srcOrigin.x, behind = d.problem.readable.width - before - d.problem.size.width;
    if (d.problem.readable == d.problem.size)
        return Beside::Border;
    const bool both = (before > 0 && before < chain.left) || (behind > 0 && behind < chain.right);
    return both ? Beside::Both : Beside::Pixels;
}

} // namespace

Description describe(const FusedStages& fused, const Layout& src, const Layout& dst, int border)
{
    const Fusion& chain = *fused.fusion;
    const Size reach(1 + 2 * chain.margin, 1 + chain.above + chain.below);
    Description d = describe(src, dst, reach, Point(), border, FilterTraits(0));
    d.problem.channels = chain.outputChannels;
    const size_t rows = d.geometry.srcStep | (size_t(src.start) + d.geometry.srcOffset);
    d.problem.rowAlignment = rows % device_constants::wordBytes == 0 ? device_constants::wordBytes : 1;
    d.problem.doubleSums = fused.doubles && d.problem.accDepth() == CV_32F;
    d.problem.beside = besideOf(chain, d);
    d.problem.chain = fused.fusion;
    return d;
}

std::shared_ptr<const Call> callOf(const FusedStages& fused, const std::vector<Value>& values,
                                   const std::vector<int>& members, Size size, bool isRegion)
{
    const auto stages = std::make_shared<FusedStages>(fused);
    const int source = fused.source;
    stages->onCpu = [values, members, source](const Mat& src, Mat& dst, bool asOnUMats)
    {
        std::vector<Mat> images(values.size());
        images[size_t(source)] = src;
        for (int member : members)
        {
            const ChainStage& stage = *values[size_t(member)].stage;
            Mat& image = images[size_t(member)];
            if (member == members.back())
                image = dst;
            computeStage(values[size_t(member)], images[size_t(stage.inputs[0])], images[size_t(stage.inputs[1])],
                         image, asOnUMats);
        }
        if (images[size_t(members.back())].data != dst.data)
            images[size_t(members.back())].copyTo(dst);
    };
    if (fused.filter >= 0)
    {
        const auto filter = std::make_shared<Call>(*values[size_t(fused.filter)].call);
        filter->after = stages;
        filter->mayBeSpecialized = false;
        return filter;
    }
    const Fusion& chain = *fused.fusion;
    const auto call = std::make_shared<Call>();
    call->srcType = values[size_t(fused.source)].type;
    call->dstType = values[size_t(fused.result)].type;
    call->size = size;
    call->kernels = {fused.numbers};
    call->filterSize = Size(chain.left + 1 + chain.right, chain.above + 1 + chain.below);
    call->anchor = Point(chain.left, chain.above);
    call->delta = 0;
    call->border = isRegion ? fused.border : fused.border | BORDER_ISOLATED;
    call->function = MatFunction::Chain;
    call->stages = stages;
    return call;
}

}} // namespace cv::clconv
