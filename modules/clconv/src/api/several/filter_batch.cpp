// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filterBatch: UMats of one class share launches; the others run as filter2D does.

#include "api/several/image_classes.hpp"
#include "api/several/mats_one_by_one.hpp"
#include "api/several/safe_outputs.hpp"
#include "api/cpu_fallback.hpp"
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

//! The sources of a call on UMats: the caller's, or copies where creating an output may replace one of them.
class BatchSources
{
public:
    BatchSources(const std::vector<UMat>& sources, const std::vector<UMat>& outputs) :
        kept_(&sources == &outputs ? sources : std::vector<UMat>()), all_(&sources == &outputs ? kept_ : sources)
    {
    }
    ~BatchSources()
    {
        for (UMat& source : kept_)
            withoutThrowing("the source of a batch cannot be released", [&]() { source.release(); });
    }
    BatchSources(const BatchSources&) = delete;
    BatchSources& operator=(const BatchSources&) = delete;

    const std::vector<UMat>& all() const { return all_; }

    //! Throws if the caller still maps one that was replaced, which the destructor logs.
    void release()
    {
        while (!kept_.empty())
        {
            UMat last = std::move(kept_.back());
            kept_.pop_back();
            last.release();
        }
    }

private:
    std::vector<UMat> kept_;
    const std::vector<UMat>& all_;
};

//! Launches the images that can share launches. Waits for them if the call has to wait anyway: what failed meanwhile
//! is filtered again then.
//! @returns for each image whether it was launched
std::vector<bool> launchBatches(const std::vector<UMat>& sources, const SafeOutputs& outputs, const BatchCall& batch)
{
    std::vector<bool> done(sources.size());
    if (!ocl::useOpenCL())
        return done;
    try
    {
        Dispatcher& dispatcher = *Dispatcher::current();
        const ImageClasses classes(dispatcher.cache(), sources, outputs.results(), batch);
        for (const ImageClass& some : classes.all())
            if (some.items.size() > 1)
                launchClass(dispatcher, some, batch.filters.size() > 1, done);
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

void runOnUMats(InputArrayOfArrays src, OutputArrayOfArrays dst, const BatchCall& batch)
{
    BatchSources kept(vectorOfUMats(src), vectorOfUMats(dst));
    const std::vector<UMat>& sources = kept.all();
    SafeOutputs outputs(sources, dst, int(sources.size()), batch.filters[0].dstType);
    const std::vector<bool> done = launchBatches(sources, outputs, batch);
    outputs.discardMade(done);
    for (size_t i = 0; i < sources.size(); ++i)
    {
        if (done[i])
            continue;
        const Call call = batch.of(i, sources[i].size());
        warnAboutPadding(sources[i], call);
        setLastImplementation(run(sources[i], *outputs.results()[i], call));
    }
    outputs.write([&](size_t i) { return computeOnCpu(sources[i], batch.of(i, sources[i].size())); });
    kept.release();
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
    {
        std::vector<Mat> sources; // keeps memory that create() replaces
        for (int i = 0; i < int(src.total()); ++i)
            sources.push_back(src.getMat(i));
        runOnMats(sources, dst, batch);
    }
    else
        runMixed(src, dst, batch);
}

} // namespace clconv
} // namespace cv
