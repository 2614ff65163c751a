// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filterBatch: UMats of one class share launches; the others run as filter2D does.

#include "api/cpu_fallback.hpp"
#include "api/filter2d.hpp"
#include "api/several/outputs.hpp"
#include "implementations/implementation.hpp"
#include "planner/make_plan.hpp"
#include "runtime/batch/launch_batch.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"
#include "opencv2/core/utils/trace.hpp"

#include <algorithm>
#include <deque>
#include <list>

namespace cv
{
namespace clconv
{
namespace
{

//! Images that one program filters.
struct ImageClass
{
    Problem key;     //!< what its images have in common
    Problem problem; //!< of the largest image
    Call call;       //!< of the first; the others differ in size, and where each has its own filter in coefficients
    std::vector<BatchItem> items;
    std::vector<size_t> indices;      //!< of the items in the call
    int64 scalars;                    //!< of all outputs
    int sourceBuffers, outputBuffers; //!< how often an item's is another one than that of the item before
};

//! The images of a call that can share launches, by class. They are those of the call, which it refers to. Most are
//! like the one before, and a call has microseconds for dozens of them: what they have in common is computed once.
class ImageClasses
{
public:
    ImageClasses(ContextCache& cache, const UMat* sources, const std::vector<UMat*>& results,
                 const std::vector<Call>& filters);
    ImageClasses(const ImageClasses&) = delete;
    ImageClasses& operator=(const ImageClasses&) = delete;

    const std::list<ImageClass>& all() const { return classes_; }

private:
    bool describeItem(const Call& call);
    void add(size_t index);

    const size_t count_; //!< of images
    std::list<ImageClass> classes_;
    std::deque<Problem> problems_;                                    //!< of the items
    std::vector<std::shared_ptr<const CoefficientSet>> coefficients_; //!< of the items
    BatchItem item_ = BatchItem();         //!< the last one; without a problem if it is in no class
    std::list<ImageClass>::iterator last_; //!< its class
};

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

ImageClasses::ImageClasses(ContextCache& cache, const UMat* sources, const std::vector<UMat*>& results,
                           const std::vector<Call>& filters) :
    count_(results.size())
{
    const bool each = filters.size() > 1;
    for (size_t i = 0; i < count_; ++i)
    {
        const Call& call = filters[each ? i : 0];
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

//! The problem of the images of a class that share a launch. Their number is a power of two, so that few plans serve
//! all numbers.
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

//! The items that a plan's program supports with the plan's parameters.
//! @param chosen receives their numbers
std::vector<BatchItem> supportedItems(const ImageClass& images, const Plan& plan, const DeviceTraits& traits,
                                      std::vector<size_t>& chosen)
{
    std::vector<BatchItem> items;
    items.reserve(images.items.size());
    chosen.clear();
    const Problem* last = nullptr;
    bool supported = false;
    for (size_t i = 0; i < images.items.size(); ++i)
    {
        const Problem* problem = images.items[i].problem;
        if (!last || (last != problem && (last->size != problem->size || last->readable != problem->readable)))
            supported = plan.impl->unsupported(*problem, traits, plan.params).empty();
        last = problem;
        if (!supported)
            continue;
        items.push_back(images.items[i]);
        chosen.push_back(i);
    }
    return items;
}

//! Launches a class.
//! @param done set for the images that were launched
void launchClass(Dispatcher& dispatcher, const ImageClass& images, bool filterEach, std::vector<bool>& done)
{
    const Problem problem = batchProblem(images, filterEach, dispatcher.traits());
    std::vector<size_t> chosen;
    const auto attempt = [&](const CompiledPlan& compiled)
    {
        const std::vector<BatchItem> items = supportedItems(images, compiled.plan, dispatcher.traits(), chosen);
        if (!items.empty())
            launchBatch(compiled, problem, items, images.call.delta);
    };
    const Implementation* impl = dispatcher.run(problem, attempt)->plan.impl;
    if (!impl || chosen.empty())
        return;
    setLastImplementation(impl);
    for (size_t i : chosen)
        done[images.indices[i]] = true;
}

//! Launches the images that can share launches. Waits for them if the call has to wait anyway: what failed meanwhile
//! is filtered again then.
//! @returns for each image whether it was launched
std::vector<bool> launchBatches(const UMat* sources, const SafeOutputs& outputs, const std::vector<Call>& filters)
{
    std::vector<bool> done(outputs.results().size());
    if (!ocl::useOpenCL())
        return done;
    try
    {
        Dispatcher& dispatcher = *Dispatcher::current();
        const ImageClasses classes(dispatcher.cache(), sources, outputs.results(), filters);
        for (const ImageClass& some : classes.all())
            if (some.items.size() > 1)
                launchClass(dispatcher, some, filters.size() > 1, done);
        if (outputs.waits())
            finishQueue();
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, the images of a batch are filtered one by one: ") + e.what());
        done.assign(done.size(), false);
    }
    return done;
}

void runOnUMats(const std::vector<UMat>& src, OutputArrayOfArrays dst, const std::vector<Call>& filters)
{
    const size_t count = src.size();
    RetainedSources kept(src.data(), &src == &vectorOfUMats(dst) ? count : 0);
    const UMat* const sources = &src == &vectorOfUMats(dst) ? kept.images() : src.data();
    SafeOutputs outputs(sources, count, dst, count, filters[0].dstType);
    const std::vector<bool> done = launchBatches(sources, outputs, filters);
    outputs.discardMade(done);
    for (size_t i = 0; i < count; ++i)
    {
        if (done[i])
            continue;
        const Call call = callOf(filters, i, sources[i].size());
        warnAboutPadding(sources[i], call);
        setLastImplementation(run(sources[i], *outputs.results()[i], call));
    }
    outputs.write([&](size_t i) { return computeOnCpu(sources[i], callOf(filters, i, sources[i].size())); });
    kept.release();
}

} // namespace

void filterBatch(InputArrayOfArrays src, OutputArrayOfArrays dst, int ddepth, InputArray kernels, Point anchor,
                 double delta, int borderType)
{
    CV_TRACE_FUNCTION();
    const std::vector<Call> filters = checkFilterBatch(src, dst, ddepth, kernels, anchor, delta, borderType);
    const OneWarning one;
    if (src.isUMatVector() && dst.isUMatVector())
        runOnUMats(vectorOfUMats(src), dst, filters);
    else
        runOneByOne(src, dst, filters);
}

} // namespace clconv
} // namespace cv
