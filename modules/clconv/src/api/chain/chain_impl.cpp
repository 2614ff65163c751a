// SPDX-License-Identifier: Apache-2.0
//
// Plans of a chain for images of a type and size, kept for the next ones.

#include "api/chain/chain_impl.hpp"
#include "api/chain/fusion/fused_launch.hpp"
#include "api/host/mats.hpp"
#include "implementations/implementation.hpp"

namespace cv { namespace clconv {
namespace {

//! Whether two calls differ in the size of their images at most.
bool computeTheSame(const Call& a, const Call& b)
{
    const auto equal = [](const Mat& x, const Mat& y)
    { return x.size() == y.size() && x.type() == y.type() && cv::norm(x, y, NORM_INF) == 0; };
    return bool(a.stages) == bool(b.stages) && (!a.stages || *a.stages->fusion == *b.stages->fusion) &&
           a.filterSize == b.filterSize && a.anchor == b.anchor && a.delta == b.delta && a.border == b.border &&
           a.rounding == b.rounding && a.kernels.size() == b.kernels.size() &&
           std::equal(a.kernels.begin(), a.kernels.end(), b.kernels.begin(), equal);
}

//! Whether an implementation runs the stages in one launch, with the bits that they have one by one; behind a filter it
//! must be the one that runs the filter alone.
bool isPossible(Dispatcher& dispatcher, const PlannedChain& planned, const FusedStages& fused)
{
    const auto layout = [&](int value) { return newImage(planned.values[size_t(value)].type, planned.size); };
    const Layout src = layout(fused.source), dst = layout(fused.result);
    if (fused.filter < 0)
        return dispatcher.plan(describe(fused, src, dst, fused.border).problem).impl != nullptr;
    if (planned.place == Place::InBatch || (planned.place == Place::OnHost && fused.second >= 0))
        return false;
    const std::string forced = currentForce().name;
    for (const Implementation* impl : chainImplementations())
        if (impl->name == forced)
            return false;
    const Call& filter = *planned.values[size_t(fused.filter)].call;
    Problem problem = describeCall(dispatcher, src, dst, filter, SpecializationTable::Use::Look).problem;
    problem.after = fused.fusion;
    return !(fused.rounds && problem.accDepth() == CV_64F) && runsBehindItsFilter(dispatcher, problem);
}

} // namespace

int Chain::Impl::add(const ChainStage& stage)
{
    const auto found = std::find(stages.begin(), stages.end(), stage);
    if (found != stages.end())
        return int(found - stages.begin()) + 1;
    stages.push_back(stage);
    return last();
}

std::shared_ptr<const PlannedChain>
Chain::Impl::plannedFor(InputArray image, const std::shared_ptr<Dispatcher>& dispatcher, Place place) const
{
    const size_t maxKept = 8; // levels of a pyramid, say
    const int tuning = dispatcher ? dispatcher->tuning().id : 0;
    const bool doubleSums = callSettings().doubleSums != nullptr;
    const PlannedChain key = {image.type(), image.size(), dispatcher, place, currentForce().text,
                              tuning,       doubleSums,   {},         {}};
    const bool keeps = !image.isSubmatrix(); // filters depend on where a region is
    if (keeps)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        for (const std::shared_ptr<const PlannedChain>& planned : kept_)
            if (planned->isFor(key))
                return planned;
    }
    const auto made = std::make_shared<PlannedChain>(key);
    made->values = valuesOf(stages, image);
    made->launches = planChain(made->values, [&](const FusedStages& fused)
                               { return dispatcher && isPossible(*dispatcher, *made, fused); });
    for (ChainLaunch& launch : made->launches)
        launch.call = launch.fused.refusal.empty()
                          ? callOf(launch.fused, made->values, launch.members, key.size, image.isSubmatrix())
                          : made->values[size_t(launch.members[0])].call;
    if (keeps)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        kept_.push_back(made);
        if (kept_.size() > maxKept)
            kept_.pop_front();
    }
    return made;
}

std::shared_ptr<const PlannedChain> Chain::Impl::plannedOnHost(const Mat& image) const
{
    if (isSplit(image))
        return plannedOnDevice(image, Place::OnHost);
    if (!isReadyForMats())
        return plannedFor(image, nullptr, Place::OnHost);
    const DeviceForMatsScope device;
    return plannedFor(image, ocl::useOpenCL() ? Dispatcher::current() : nullptr, Place::OnHost);
}

std::shared_ptr<const Call> Chain::Impl::callFor(const std::vector<UMat>& images) const
{
    std::shared_ptr<const PlannedChain> planned;
    for (const UMat& image : images)
    {
        if (planned && image.size() == planned->size && !image.isSubmatrix())
            continue;
        const std::shared_ptr<const PlannedChain> own = plannedOnDevice(image, Place::InBatch);
        const Call* const call = own->launches.size() == 1 ? own->launches[0].call.get() : nullptr;
        if (!call || own->launches[0].fused.second >= 0 ||
            (planned && !computeTheSame(*planned->launches[0].call, *call)))
            return nullptr;
        planned = own;
    }
    return planned->launches[0].call;
}

}} // namespace cv::clconv
