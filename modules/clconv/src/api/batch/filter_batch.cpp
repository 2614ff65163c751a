// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filterBatch: images of one class share launches; the others run as filter2D does.

#include "api/batch/batch_images.hpp"
#include "api/cpu_fallback.hpp"
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
    Problem problem; //!< of the largest image, as a problem of all of them
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
    for (size_t i = 0; i < sources.size(); ++i)
    {
        const bool each = batch.filters.size() > 1;
        const Call& call = batch.filters[each ? i : 0];
        if (each || !coefficients)
            coefficients = cache.coefficients(call.kernels, call.accDepth());
        Description d = describe(layoutOf(sources[i]), layoutOf(results[i]), call.filterSize, call.anchor, call.border,
                                 coefficients->traits());
        if (!canShare(sources[i], results[i], d.problem))
            continue;
        const Problem key = ofClass(d.problem);
        auto found = std::find_if(classes.begin(), classes.end(),
                                  [&](const Class& known)
                                  { return ofClass(known.problem) == key && known.call.anchor == call.anchor; });
        if (found == classes.end())
            found = classes.insert(classes.end(), {d.problem, call, {}, {}, 0});
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

//! The bytes of an image.
typedef std::pair<const uchar*, const uchar*> Bytes;

Bytes bytesOf(const Mat& image)
{
    return Bytes(image.data, image.ptr(image.rows - 1) + image.elemSize() * size_t(image.cols));
}

//! Whether an output lies over a source. Sorted by their first byte, of all sources that begin before an output's end
//! the one with the last end matters.
//! @param parents sources are regions that read their parents
bool overlap(const std::vector<Mat>& sources, const std::vector<Mat>& outputs, bool parents)
{
    std::vector<Bytes> read;
    read.reserve(sources.size());
    for (const Mat& source : sources)
        read.push_back(parents ? Bytes(source.datastart, source.dataend) : bytesOf(source));
    std::sort(read.begin(), read.end());
    for (size_t i = 1; i < read.size(); ++i)
        read[i].second = std::max(read[i].second, read[i - 1].second); // from here on: of this one and those before
    return std::any_of(outputs.begin(), outputs.end(),
                       [&](const Mat& output)
                       {
                           const Bytes written = bytesOf(output);
                           const auto behind =
                               std::lower_bound(read.begin(), read.end(), Bytes(written.second, nullptr));
                           return behind != read.begin() && (behind - 1)->second > written.first;
                       });
}

//! Mats, one by one; where an output lies over a source, through temporary images.
void runOnMats(InputArrayOfArrays src, OutputArrayOfArrays dst, const BatchCall& batch)
{
    const int count = int(src.total()), dstType = batch.filters[0].dstType;
    std::vector<Mat> sources, outputs, results;
    for (int i = 0; i < count; ++i)
        sources.push_back(src.getMat(i)); // keeps memory that create() replaces
    for (Call call : batch.filters)       // cv::filter2D rejects its arguments before anything is written
    {
        Mat pixel;
        call.size = Size(1, 1);
        runOnCpu(sources[0](Rect(0, 0, 1, 1)), pixel, call);
    }
    dst.create(count, 1, dstType);
    for (int i = 0; i < count; ++i)
    {
        dst.create(sources[size_t(i)].size(), dstType, i);
        outputs.push_back(dst.getMat(i));
    }
    const bool separate = !overlap(sources, outputs, !(batch.filters[0].border & BORDER_ISOLATED));
    for (size_t i = 0; i < sources.size(); ++i)
    {
        results.push_back(separate ? outputs[i] : Mat(outputs[i].size(), dstType));
        setLastImplementation(run(sources[i], results[i], batch.of(i, sources[i].size())));
    }
    for (size_t i = 0; i < sources.size() && !separate; ++i)
        results[i].copyTo(outputs[i]);
}

//! UMats to Mats, or the reverse, one by one, each through a temporary image of the kind of the outputs: like
//! filter2D on the CPU to Mats, on the device to UMats.
template<typename Image>
void runMixed(InputArrayOfArrays src, std::vector<Image>& outputs, const BatchCall& batch)
{
    std::vector<Image> results(outputs.size());
    for (size_t i = 0; i < results.size(); ++i)
    {
        const int image = int(i);
        const Call call = batch.of(i, src.size(image));
        setLastImplementation(src.isUMatVector() ? run(src.getUMat(image), results[i], call)
                                                 : run(src.getMat(image), results[i], call));
    }
    for (size_t i = 0; i < results.size(); ++i)
        results[i].copyTo(outputs[i]);
}

void runMixed(InputArrayOfArrays src, OutputArrayOfArrays dst, const BatchCall& batch)
{
    const int count = int(src.total()), dstType = batch.filters[0].dstType;
    dst.create(count, 1, dstType);
    std::vector<UMat> umats;
    std::vector<Mat> mats;
    for (int i = 0; i < count; ++i)
    {
        dst.create(src.size(i), dstType, i);
        if (dst.isUMatVector())
            umats.push_back(dst.getUMat(i));
        else
            mats.push_back(dst.getMat(i));
    }
    if (dst.isUMatVector())
        runMixed(src, umats, batch);
    else
        runMixed(src, mats, batch);
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
