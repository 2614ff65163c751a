// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filterBatch: UMats of one class share launches; the others run as filter2D does.

#include "api/batch/batch_images.hpp"
#include "api/batch/mats_one_by_one.hpp"
#include "api/device_call.hpp"
#include "api/filter2d.hpp"
#include "implementations/implementation.hpp"
#include "runtime/batch/launch_batch.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"
#include "opencv2/core/utils/trace.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! Images that one program filters.
struct Class
{
    Problem key;     //!< what its images have in common
    Problem problem; //!< of the largest image
    Call call;       //!< of the first; the others differ in size, and where each has its own filter in coefficients
    std::vector<BatchItem> items;
    std::vector<size_t> indices; //!< of the items in the call
    int64 scalars;               //!< of all outputs
};

//! A problem without what differs inside a class.
Problem ofClass(Problem problem)
{
    problem.size = problem.readable = Size();
    problem.srcPitch = 0;
    return problem;
}

//! Whether an image can be a part of a batch, whose kernels compute offsets and groups in 32 bits. Larger ones fill any
//! device.
bool canShare(const UMat& src, const UMat& dst, const Problem& problem)
{
    const int64 maxScalars = 1 << 26;
    return isOnDevice(src) && isOnDevice(dst) && !isTemporary(src) && !isTemporary(dst) && !problem.wideIndex &&
           problem.scalars() <= maxScalars &&
           std::max(problem.readable.width * int64(problem.channels), int64(problem.readable.height)) <= maxScalars;
}

//! Groups the images that can share launches.
std::vector<Class> classesOf(ContextCache& cache, const std::vector<UMat>& sources, const std::vector<UMat>& results,
                             const BatchCall& batch)
{
    std::vector<Class> classes;
    std::shared_ptr<const CoefficientSet> coefficients;
    const bool each = batch.filters.size() > 1;
    for (size_t i = 0; i < sources.size(); ++i)
    {
        const Call& call = batch.filters[each ? i : 0];
        if (each || !coefficients)
            coefficients = cache.coefficients(call.kernels, call.accDepth());
        Description d = describe(layoutOf(sources[i]), layoutOf(results[i]), call.filterSize, call.anchor, call.border,
                                 coefficients->traits());
        if (!canShare(sources[i], results[i], d.problem))
            continue;
        const Problem key = ofClass(d.problem);
        auto found =
            std::find_if(classes.begin(), classes.end(),
                         [&](const Class& known) { return known.key == key && known.call.anchor == call.anchor; });
        if (found == classes.end())
            found = classes.insert(classes.end(), {key, d.problem, call, {}, {}, 0});
        if (d.problem.scalars() > found->problem.scalars())
            found->problem = d.problem;
        found->scalars += d.problem.scalars();
        found->items.push_back({sources[i], results[i], d.problem, d.geometry, coefficients});
        found->indices.push_back(i);
    }
    return classes;
}

//! The problem of all images of a class. Their number is a power of two, so that few plans serve all numbers.
Problem batchProblem(const Class& images, bool filterEach)
{
    const int most = 1 << 20;
    Problem problem = images.problem;
    problem.srcPitch = 0;
    problem.filterEach = filterEach;
    const int64 largest = problem.scalars();
    for (problem.images = 2; problem.images * largest < images.scalars && problem.images < most;)
        problem.images *= 2;
    return problem;
}

//! The items that a plan's program supports with the plan's parameters.
//! @param chosen receives their numbers
std::vector<BatchItem> supportedItems(const Class& images, const Plan& plan, const DeviceTraits& traits,
                                      std::vector<size_t>& chosen)
{
    std::vector<BatchItem> items;
    items.reserve(images.items.size());
    chosen.clear();
    const Problem* last = nullptr;
    bool supported = false;
    for (size_t i = 0; i < images.items.size(); ++i)
    {
        const Problem& problem = images.items[i].problem;
        if (!last || last->size != problem.size || last->readable != problem.readable)
            supported = plan.impl->unsupported(problem, traits, plan.params).empty();
        last = &problem;
        if (!supported)
            continue;
        items.push_back(images.items[i]);
        chosen.push_back(i);
    }
    return items;
}

//! Launches a class.
//! @param done set for the images that were launched
void launchClass(ContextCache& cache, const Class& images, bool filterEach, std::vector<bool>& done)
{
    const Problem problem = batchProblem(images, filterEach);
    std::vector<size_t> chosen;
    const auto attempt = [&](const CompiledPlan& compiled)
    {
        const std::vector<BatchItem> items = supportedItems(images, compiled.plan, cache.traits(), chosen);
        if (!items.empty())
            launchBatch(compiled, problem, items, images.call.delta);
    };
    const Implementation* impl = runPlan(cache, problem, std::ref(attempt)); // as in device_call.cpp
    if (!impl || chosen.empty())
        return;
    setLastImplementation(impl);
    for (size_t i : chosen)
        done[images.indices[i]] = true;
}

//! Launches the images that can share launches. Waits for them if the call has to wait anyway: what failed meanwhile
//! is filtered again then.
//! @returns for each image whether it was launched
std::vector<bool> launchBatches(BatchImages& images, const BatchCall& batch)
{
    const std::vector<UMat>&sources = images.sources(), &results = images.results();
    std::vector<bool> done(sources.size());
    if (!ocl::useOpenCL())
        return done;
    try
    {
        ContextCache& cache = *ContextCache::current();
        for (const Class& some : classesOf(cache, sources, results, batch))
            if (some.items.size() > 1)
                launchClass(cache, some, batch.filters.size() > 1, done);
        if (images.waits())
            finishQueue();
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, the images of a batch are filtered one by one: ") + e.what());
        done.assign(sources.size(), false);
    }
    return done;
}

void runOnUMats(InputArrayOfArrays src, OutputArrayOfArrays dst, const BatchCall& batch)
{
    BatchImages images(src, dst, batch.filters[0].dstType);
    const std::vector<UMat>& sources = images.sources();
    std::vector<UMat>& results = images.results();
    const std::vector<bool> done = launchBatches(images, batch);
    images.discardMade(done);
    for (size_t i = 0; i < sources.size(); ++i)
    {
        if (done[i])
            continue;
        const Call call = batch.of(i, sources[i].size());
        warnAboutPadding(sources[i], call);
        setLastImplementation(run(sources[i], results[i], call));
        images.keepMade(i);
    }
    images.write();
    images.release();
}

} // namespace

void filterBatch(InputArrayOfArrays src, OutputArrayOfArrays dst, int ddepth, InputArray kernels, Point anchor,
                 double delta, int borderType)
{
    CV_TRACE_FUNCTION();
    const BatchCall batch = checkFilterBatch(src, dst, ddepth, kernels, anchor, delta, borderType);
    const OneWarning one;
    if (src.isUMatVector() && dst.isUMatVector())
        runOnUMats(src, dst, batch);
    else if (!src.isUMatVector() && !dst.isUMatVector())
        runOnMats(src, dst, batch);
    else
        runMixed(src, dst, batch);
}

} // namespace clconv
} // namespace cv
