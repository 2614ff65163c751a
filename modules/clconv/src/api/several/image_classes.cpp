// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Grouping the images of a batch. Most are like the one before, and a call has microseconds for dozens of them: what
// they have in common is computed once.

#include "api/several/image_classes.hpp"
#include "planner/make_plan.hpp"
#include "runtime/launch.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! A problem without what differs inside a class.
Problem ofClass(Problem problem)
{
    problem.size = problem.readable = Size();
    problem.srcPitch = 0;
    return problem;
}

//! Whether two images of one type have one layout, by the fields that layoutOf() uses.
bool haveSameLayout(const UMat& a, const UMat& b)
{
    return a.offset == b.offset && a.rows == b.rows && a.cols == b.cols && a.step[0] == b.step[0] &&
           a.flags == b.flags && a.u->size == b.u->size && ((a.u->flags | b.u->flags) & UMatData::USER_ALLOCATED) == 0;
}

//! Whether an image can be a part of a batch: the device has it to itself.
bool isShareable(const UMat& image)
{
    return isOnDevice(image) && !isTemporary(image) && !isMapped(image);
}

//! Whether kernels of batches, which compute offsets and groups in 32 bits, can filter an image. Larger ones fill any
//! device.
bool isShareable(const Problem& problem)
{
    const int64 maxScalars = 1 << 26;
    return !problem.wideIndex && problem.scalars() <= maxScalars &&
           std::max(problem.readable.width * int64(problem.channels), int64(problem.readable.height)) <= maxScalars;
}

} // namespace

ImageClasses::ImageClasses(ContextCache& cache, const std::vector<UMat>& sources, const std::vector<UMat*>& results,
                           const BatchCall& batch) :
    count_(sources.size())
{
    const bool each = batch.filters.size() > 1;
    for (size_t i = 0; i < sources.size(); ++i)
    {
        const Call& call = batch.filters[each ? i : 0];
        const UMat &source = sources[i], &result = *results[i];
        if (each || i == 0)
            coefficients_.push_back(cache.coefficients(call.kernels, call.accDepth()));
        if (!isShareable(source) || !isShareable(result))
            continue;
        const bool likeLast =
            item_.problem && !each && haveSameLayout(source, *item_.src) && haveSameLayout(result, *item_.dst);
        item_.src = &source, item_.dst = &result;
        if (likeLast || describeItem(call))
            add(i);
    }
}

//! Sets problem and geometry of the item, and its class.
//! @returns false where it is in none
bool ImageClasses::describeItem(const Call& call)
{
    item_.coefficients = coefficients_.back().get();
    const Description d = describe(layoutOf(*item_.src), layoutOf(*item_.dst), call.filterSize, call.anchor,
                                   call.border, item_.coefficients->traits(), call.rounding);
    item_.geometry = d.geometry;
    if (item_.problem && *item_.problem == d.problem && last_->call.anchor == call.anchor)
        return true;
    item_.problem = nullptr;
    if (!isShareable(d.problem))
        return false;
    const Problem key = ofClass(d.problem);
    last_ = std::find_if(classes_.begin(), classes_.end(),
                         [&](const ImageClass& known) { return known.call.anchor == call.anchor && known.key == key; });
    if (last_ == classes_.end())
    {
        last_ = classes_.insert(classes_.end(), {key, d.problem, call, {}, {}, 0, 0, 0});
        last_->items.reserve(classes_.size() > 1 ? 0 : count_);
        last_->indices.reserve(last_->items.capacity());
    }
    problems_.push_back(d.problem);
    item_.problem = &problems_.back();
    return true;
}

void ImageClasses::add(size_t index)
{
    const int64 scalars = item_.problem->scalars();
    if (scalars > last_->problem.scalars())
        last_->problem = *item_.problem;
    last_->scalars += scalars;
    const BatchItem* before = last_->items.empty() ? nullptr : &last_->items.back();
    last_->sourceBuffers += !before || before->src->u != item_.src->u;
    last_->outputBuffers += !before || before->dst->u != item_.dst->u;
    last_->items.push_back(item_);
    last_->indices.push_back(index);
}

Problem batchProblem(const ImageClass& images, bool filterEach, const DeviceTraits& traits)
{
    const int most = 1 << 20;
    Problem problem = images.problem;
    problem.srcPitch = 0;
    problem.filterEach = filterEach;
    problem.sourceBuffers = batchBuffers(images.sourceBuffers, traits);
    problem.outputBuffers = batchBuffers(images.outputBuffers, traits);
    const int64 launches = int64(std::max(ceilDiv(size_t(images.sourceBuffers), size_t(problem.sourceBuffers)),
                                          ceilDiv(size_t(images.outputBuffers), size_t(problem.outputBuffers))));
    const int64 largest = problem.scalars();
    for (problem.images = 2; problem.images * largest * launches < images.scalars && problem.images < most;)
        problem.images *= 2;
    return problem;
}

} // namespace clconv
} // namespace cv
