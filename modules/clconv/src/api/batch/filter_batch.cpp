// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filterBatch: UMats of one class share launches; the others run as filter2D does.

#include "api/batch/image_classes.hpp"
#include "api/batch/mats_one_by_one.hpp"
#include "api/device_call.hpp"
#include "api/filter2d.hpp"
#include "implementations/implementation.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"
#include "opencv2/core/utils/trace.hpp"

namespace cv
{
namespace clconv
{
namespace
{

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
void launchClass(ContextCache& cache, const ImageClass& images, bool filterEach, std::vector<bool>& done)
{
    const Problem problem = batchProblem(images, filterEach, cache.traits());
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
    std::vector<bool> done(images.sources().size());
    if (!ocl::useOpenCL())
        return done;
    try
    {
        ContextCache& cache = *ContextCache::current();
        const ImageClasses classes(cache, images, batch);
        for (const ImageClass& some : classes.all())
            if (some.items.size() > 1)
                launchClass(cache, some, batch.filters.size() > 1, done);
        if (images.waits())
            finishQueue();
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, the images of a batch are filtered one by one: ") + e.what());
        done.assign(done.size(), false);
    }
    return done;
}

void runOnUMats(InputArrayOfArrays src, OutputArrayOfArrays dst, const BatchCall& batch)
{
    BatchImages images(src, dst, batch.filters[0].dstType);
    const std::vector<UMat>& sources = images.sources();
    const std::vector<bool> done = launchBatches(images, batch);
    images.discardMade(done);
    for (size_t i = 0; i < sources.size(); ++i)
    {
        if (done[i])
            continue;
        const Call call = batch.of(i, sources[i].size());
        warnAboutPadding(sources[i], call);
        setLastImplementation(run(sources[i], *images.results()[i], call));
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
