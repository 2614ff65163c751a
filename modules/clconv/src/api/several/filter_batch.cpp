// SPDX-License-Identifier: Apache-2.0
//
// filterBatch: UMats of one class share launches; the others run as filter2D does.

#include "api/border_value.hpp"
#include "api/cpu_fallback.hpp"
#include "api/filter2d.hpp"
#include "api/several/outputs.hpp"
#include "implementations/implementation.hpp"
#include "planner/make_plan.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"
#include "opencv2/core/utils/trace.hpp"

#include <deque>
#include <list>

namespace cv { namespace clconv {
namespace {

struct ImageClass
{
    Problem key;     //!< what its images have in common
    Problem problem; //!< of the largest image
    Call call;       //!< of the first; the others differ in size, and where each has its own filter in coefficients
    std::vector<BatchItem> items;
    std::vector<size_t> indices;      //!< of the items in the call
    int64 scalars;                    //!< of all outputs
    int sourceBuffers, outputBuffers; //!< how often an item's differs from that of the item before
};

//! A problem without what differs inside a class. What a chain's source has beside it decides its program, and does not
//! differ.
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

//! Whether an image can be a part of a batch: only the device uses its memory.
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

//! The images of a call that can share launches, by class.
struct ImageClasses
{
    std::list<ImageClass> all;
    std::deque<Problem> problems;                                    //!< of the items
    std::vector<std::shared_ptr<const CoefficientSet>> coefficients; //!< of the items
};

ImageClass& classOf(const Problem& problem, const Call& call, size_t count, std::list<ImageClass>& classes)
{
    const Problem key = ofClass(problem);
    for (ImageClass& known : classes)
        if (known.call.anchor == call.anchor && known.key == key)
            return known;
    classes.push_back({key, problem, call, {}, {}, 0, 0, 0});
    classes.back().items.reserve(classes.size() > 1 ? 0 : count);
    classes.back().indices.reserve(classes.back().items.capacity());
    return classes.back();
}

void add(const BatchItem& item, size_t index, ImageClass& to)
{
    const int64 scalars = item.problem->scalars();
    if (scalars > to.problem.scalars())
        to.problem = *item.problem;
    to.scalars += scalars;
    const BatchItem* before = to.items.empty() ? nullptr : &to.items.back();
    to.sourceBuffers += !before || before->src->u != item.src->u;
    to.outputBuffers += !before || before->dst->u != item.dst->u;
    to.items.push_back(item);
    to.indices.push_back(index);
}

//! Most images are like the one before, and a call has microseconds for dozens of them: what they have in common is
//! computed once.
ImageClasses classify(ContextCache& cache, const UMat* sources, const std::vector<UMat*>& results,
                      const std::vector<Call>& filters)
{
    ImageClasses classes;
    const bool each = filters.size() > 1;
    BatchItem item = BatchItem(); // the last one; without a problem if it is in no class
    ImageClass* itsClass = nullptr;
    for (size_t i = 0; i < results.size(); ++i)
    {
        const Call& call = filters[each ? i : 0];
        const UMat &source = sources[i], &result = *results[i];
        if (each || i == 0)
            classes.coefficients.push_back(coefficientsOf(cache, call));
        if (!isShareable(source) || !isShareable(result))
            continue;
        const bool likeLast =
            item.problem && !each && haveSameLayout(source, *item.src) && haveSameLayout(result, *item.dst);
        item.src = &source, item.dst = &result;
        if (likeLast)
        {
            add(item, i, *itsClass);
            continue;
        }
        item.coefficients = classes.coefficients.back().get();
        const Description d = describe(call, layoutOf(source), layoutOf(result), item.coefficients->traits());
        item.geometry = d.geometry;
        if (!item.problem || !(*item.problem == d.problem) || itsClass->call.anchor != call.anchor)
        {
            item.problem = nullptr;
            if (!isShareable(d.problem))
                continue;
            itsClass = &classOf(d.problem, call, results.size(), classes.all);
            classes.problems.push_back(d.problem);
            item.problem = &classes.problems.back();
        }
        add(item, i, *itsClass);
    }
    return classes;
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
//! @returns false where its program is not built, and nothing was launched
bool launchClass(Dispatcher& dispatcher, const ImageClass& images, bool filterEach, std::vector<bool>& done)
{
    const Problem problem = batchProblem(images, filterEach, dispatcher.traits());
    std::vector<size_t> chosen;
    const auto attempt = [&](const CompiledPlan& compiled)
    {
        const std::vector<BatchItem> items = supportedItems(images, compiled.plan, dispatcher.traits(), chosen);
        if (!items.empty())
            launchBatch(compiled, problem, items, images.call.delta);
    };
    const BatchItem& first = images.items[0];
    const auto rehearsal = [&] { return Rehearsal{problem, *first.problem, first.geometry, images.call.kernels}; };
    const std::shared_ptr<const CompiledPlan> compiled = dispatcher.run(problem, attempt, rehearsal);
    if (!compiled)
        return false;
    if (!compiled->plan.impl || chosen.empty())
        return true;
    setLastImplementation(compiled->plan.impl);
    for (size_t i : chosen)
        done[images.indices[i]] = true;
    return true;
}

//! Launches the images that can share launches. Waits for them if the call has to wait anyway: what failed meanwhile
//! is filtered again then.
//! @param isCold set where a program is being built: its images are to run one by one then without further builds
//! @returns for each image whether it was launched
std::vector<bool> launchBatches(const UMat* sources, const SafeOutputs& outputs, const std::vector<Call>& filters,
                                bool& isCold)
{
    std::vector<bool> done(outputs.results().size());
    if (!ocl::useOpenCL())
        return done;
    try
    {
        Dispatcher& dispatcher = *Dispatcher::current();
        const ImageClasses classes = classify(dispatcher.cache(), sources, outputs.results(), filters);
        for (const ImageClass& some : classes.all)
            if (some.items.size() > 1)
                isCold |= !launchClass(dispatcher, some, filters.size() > 1, done);
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
    const std::unique_ptr<ColdCallsScope> wait = waitWithoutCpu(filters[0]);
    bool isCold = false;
    const std::vector<bool> done = launchBatches(sources, outputs, filters, isCold);
    outputs.discardMade(done);
    const std::unique_ptr<ColdCallsScope> without(isCold ? new ColdCallsScope(COLD_CPU) : nullptr);
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

std::vector<Mat> matsOf(InputArrayOfArrays src)
{
    std::vector<Mat> mats;
    src.getMatVector(mats);
    return mats;
}

//! Each image becomes one with the border's value around it.
template<typename Image>
void runOnCopies(const std::vector<Image>& src, OutputArrayOfArrays dst, const std::vector<Call>& filters)
{
    std::vector<Image> copies;
    std::vector<Call> calls;
    for (size_t i = 0; i < src.size(); ++i)
    {
        std::vector<Call> one = {callOf(filters, i, src[i].size())};
        warnAboutPadding(src[i], one[0]);
        copies.push_back(withBorderValue(src[i], one));
        if (i < filters.size())
            calls.push_back(one[0]);
    }
    runBatch(copies, dst, calls);
}

} // namespace

void runBatch(InputArrayOfArrays src, OutputArrayOfArrays dst, const std::vector<Call>& filters)
{
    const OneWarning one;
    if (hasBorderValue(filters[0]))
        return src.isUMatVector() ? runOnCopies(vectorOfUMats(src), dst, filters)
                                  : runOnCopies(matsOf(src), dst, filters);
    std::vector<UMat> unwritten;
    const _OutputArray& outputs = callSettings().inquiry ? _OutputArray(unwritten) : dst;
    if (src.isUMatVector() && dst.isUMatVector())
        runOnUMats(vectorOfUMats(src), outputs, filters);
    else
        runOneByOne(src, outputs, filters);
}

void filterBatch(InputArrayOfArrays src, OutputArrayOfArrays dst, int ddepth, InputArray kernels, Point anchor,
                 double delta, int borderType)
{
    filterBatch(src, dst, ddepth, kernels, anchor, delta, borderType, Scalar());
}

void filterBatch(InputArrayOfArrays src, OutputArrayOfArrays dst, int ddepth, InputArray kernels, Point anchor,
                 double delta, int borderType, const Scalar& borderValue)
{
    CV_TRACE_FUNCTION();
    std::vector<Call> filters = checkFilterBatch(src, dst, ddepth, kernels, anchor, delta, borderType);
    for (Call& filter : filters)
        filter.borderValue = borderValue;
    runBatch(src, dst, filters);
}

}} // namespace cv::clconv
