// SPDX-License-Identifier: Apache-2.0
//
// From stages and images to a Problem, and its launch.

#include "api/chain/fused_launch.hpp"
#include "api/device_call.hpp"
#include "runtime/launch.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {

namespace {

//! Whether pixels of the parent lie beside a region, but fewer than the stages read. Kernels for GPUs take either
//! pixels or the border of a side.
bool isNearEdge(const Fusion& chain, const Description& d)
{
    const int before = d.geometry.srcOrigin.x, behind = d.problem.readable.width - before - d.problem.size.width;
    return (before > 0 && before < chain.left) || (behind > 0 && behind < chain.right);
}

} // namespace

Description describe(const FusedStages& fused, const Layout& src, const Layout& dst)
{
    const Fusion& chain = *fused.fusion;
    const Size reach(1 + 2 * chain.margin, 1 + chain.above + chain.below);
    Description d = describe(src, dst, reach, Point(), fused.border, FilterTraits(0));
    d.problem.channels = chain.outputChannels;
    const size_t rows = d.geometry.srcStep | (size_t(src.start) + d.geometry.srcOffset);
    d.problem.rowAlignment = rows % device_constants::wordBytes == 0 ? device_constants::wordBytes : 1;
    d.problem.doubleSums = fused.doubles && d.problem.accDepth() == CV_32F;
    d.problem.chain = fused.fusion;
    return d;
}

const Implementation* runFused(const FusedStages& fused, const UMat& src, const UMat* second, UMat& dst)
{
    const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
    Description d = describe(fused, layoutOf(src), layoutOf(dst));
    if (second && second->offset + second->step * size_t(second->rows) > size_t(INT_MAX))
        d.problem.wideIndex = true;
    if (isNearEdge(*fused.fusion, d))
        return nullptr;
    const std::shared_ptr<const CoefficientSet> numbers =
        dispatcher->cache().coefficients({fused.numbers}, d.problem.accDepth());
    const auto launch = [&](const CompiledPlan& compiled)
    { launchPlan(compiled, d.problem, d.geometry, src, &dst, *numbers, 0, second); };
    const auto rehearsal = [&] { return Rehearsal{d.problem, d.problem, d.geometry, {fused.numbers.clone()}}; };
    const std::shared_ptr<const CompiledPlan> ran = dispatcher->run(d.problem, launch, rehearsal);
    return ran ? ran->plan.impl : nullptr;
}

}} // namespace cv::clconv
