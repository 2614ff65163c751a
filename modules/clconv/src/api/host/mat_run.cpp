// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Layouts and problems of a call on Mats, the launch on their memory, and builds by calls of the background thread.

#include "api/host/mat_run.hpp"
#include "api/cpu_fallback.hpp"
#include "api/host/background.hpp"
#include "runtime/known_programs.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"
#include "util/opencl.hpp"

#include <algorithm>
#include <cstdint>

namespace cv
{
namespace clconv
{

namespace
{

//! Problems whose programs are being built, or could not be.
struct Builds
{
    static Builds& instance()
    {
        static Builds* const it = new Builds; // never destroyed, as the thread that uses it
        return *it;
    }

    std::mutex mutex;
    std::unordered_map<Problem, MatReason, ProblemHash> reasons;
};

//! A call on zeros that needs the same programs: with the source's size, row step and alignment; of a call in bands
//! with as many rows as its first and last band have.
std::function<void()> callLike(const MatRun& original)
{
    const size_t maxImageBytes = size_t(64) << 20; // it needs the time of a call, and memory
    const Mat window = original.host.windowOf(original.src);
    Call call = original.call;
    Rect region(-original.host.toWindow(), call.size);
    int rows = std::min(window.rows, int(std::max<size_t>(maxImageBytes / window.step, 1)));
    const HostPlan plan = original.device ? original.device->plan : HostPlan();
    if (original.device)
        rows = region.height > plan.rows ? plan.rows + (region.height - 1) % plan.rows + 1 : region.height;
    if (original.device || rows < window.rows)
        region.y = 0, region.height = rows;
    const size_t page = 4096;
    const auto memory = std::make_shared<std::vector<uchar>>(window.step * size_t(rows) + 2 * page);
    uchar* const data = alignPtr(memory->data(), int(page)) + reinterpret_cast<uintptr_t>(window.data) % page;
    const Mat src = Mat(rows, window.cols, window.type(), data, window.step)(region);
    call.size = region.size();
    for (Mat& kernel : call.kernels)
        kernel = kernel.clone(); // it may be a caller's memory
    return [memory, src, call, plan]()
    {
        MatRun like(src, call);
        if (like.device)
            like.device->plan = plan;
        Mat dst(call.size, call.dstType);
        like.run(dst, SpecializationTable::Use::Look);
    };
}

void buildInBackground(const std::vector<Problem>& problems, const std::function<void()>& like, MatTimes* times)
{
    bool built = false;
    const int64 start = getTickCount();
    withoutThrowing("a program for calls on Mats cannot be built",
                    [&]()
                    {
                        like();
                        const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
                        built = std::all_of(problems.begin(), problems.end(),
                                            [&](const Problem& p)
                                            {
                                                const auto plan = dispatcher->readyProgram(p);
                                                if (!plan || plan->kernels.empty())
                                                    return false;
                                                KnownPrograms::instance().add(plan->plan, dispatcher->traits());
                                                return true;
                                            });
                    });
    if (times && built)
        times->addBuildTime(double(getTickCount() - start) / getTickFrequency());
    const std::lock_guard<std::mutex> lock(Builds::instance().mutex);
    if (built)
        Builds::instance().reasons.erase(problems[0]); // the context's cache has it
    else
        Builds::instance().reasons[problems[0]] = MatReason::Refused;
}

bool areKnown(Dispatcher& dispatcher, const std::vector<Problem>& problems)
{
    return std::all_of(problems.begin(), problems.end(),
                       [&](const Problem& problem)
                       {
                           const Plan plan = dispatcher.plan(problem);
                           return plan.impl && KnownPrograms::instance().have(plan, dispatcher.traits());
                       });
}

} // namespace

MatTransfer matTransfer()
{
    if (const MatTransfer* replaced = callSettings().matTransfer)
        return *replaced;
    return HostMemory::current()->isShared() ? MatTransfer::Shared : MatTransfer::Staged;
}

MatRun::MatRun(const Mat& src_, const Call& call_) : src(src_), call(call_), host(hostCallOf(layoutOf(src), call))
{
    if (matTransfer() == MatTransfer::Staged)
        device.reset(new HostDevice(deviceForMats(layoutOf(src), call, host)));
}

std::vector<Problem> MatRun::problems() const
{
    const SpecializationTable::Use use = SpecializationTable::Use::Look;
    if (!device)
    {
        const size_t row = newImage(call.dstType, call.size).step;
        return {describeShared(SharedBuffer::offsetOf(host.windowOf(src)), row, 0, use).problem};
    }
    Call inBands = call;
    inBands.border = host.border;
    std::vector<Problem> all;
    const int rows = device->plan.rows;
    for (int band : {rows, (call.size.height - 1) % rows + 1})
        if (all.empty() || band != rows)
            all.push_back(describeCall(*Dispatcher::current(), host.sourceLayout(band),
                                       host.outputLayout(host.dst[0], band), inBands, use)
                              .problem);
    return all;
}

MatReason MatRun::build(const std::vector<Problem>& problems, bool build, MatTimes& times) const
{
    const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
    bool built = true;
    for (const Problem& problem : problems)
    {
        const std::shared_ptr<const CompiledPlan> plan = dispatcher->readyProgram(problem);
        if (plan && plan->kernels.empty())
            return MatReason::Refused;
        built = built && plan;
    }
    if (built)
        return MatReason::None;
    Builds& builds = Builds::instance();
    std::unique_lock<std::mutex> lock(builds.mutex);
    const auto begun = builds.reasons.find(problems[0]);
    if (begun != builds.reasons.end())
        return begun->second;
    lock.unlock();
    const bool known = areKnown(*dispatcher, problems);
    if (!build && !known)
        return MatReason::Rare;
    lock.lock();
    const size_t maxBuilds = 4096;
    if (builds.reasons.size() >= maxBuilds)
        builds.reasons.clear();
    if (!builds.reasons.insert(std::make_pair(problems[0], MatReason::Building)).second)
        return MatReason::Building;
    lock.unlock();
    const std::function<void()> like = callLike(*this);
    const ocl::OpenCLExecutionContext context = ocl::OpenCLExecutionContext::getCurrent();
    MatTimes* const timed = known ? nullptr : &times;
    const bool onOwnQueue =
        dispatcher->traits().concurrentQueues; // calls on the context's queue would wait for this one
    BackgroundThread::instance().post(
        [=]
        {
            (onOwnQueue ? context.cloneWithNewQueue() : context).bind();
            buildInBackground(problems, like, timed);
        });
    return MatReason::Building;
}

const Implementation* MatRun::run(Mat& dst, SpecializationTable::Use use) const
{
    return device ? runInBands(src, dst, call, host, device.get(), workOf(call, use)) : runShared(dst, use);
}

DeviceCall MatRun::describeShared(size_t srcOffset, size_t dstStep, size_t dstOffset,
                                  SpecializationTable::Use use) const
{
    const Point first = -host.toWindow();
    const size_t toFirst = src.step * size_t(first.y) + src.elemSize() * size_t(first.x);
    return describeCall(*Dispatcher::current(),
                        {call.srcType, call.size, host.window.size(), first, src.step, srcOffset + toFirst},
                        {call.dstType, call.size, call.size, Point(), dstStep, dstOffset}, call, use);
}

const Implementation* MatRun::runShared(Mat& dst, SpecializationTable::Use use) const
{
    const Mat window = host.windowOf(src);
    Mat result = overlap(window, Mat(dst.size(), dst.type(), dst.data, dst.step)) ? Mat(dst.size(), dst.type()) : dst;
    const SharedBuffer from(window, CL_MEM_READ_ONLY), to(result, CL_MEM_READ_WRITE);
    const DeviceCall described = describeShared(from.offset, result.step, to.offset, use);
    const auto launch = [&](const CompiledPlan& compiled)
    {
        runOnBuffers(compiled, described.problem, described.geometry, from.buffer(), to.buffer(),
                     *described.coefficients, call.delta);
    };
    const Implementation* impl = Dispatcher::current()->run(described.problem, launch)->plan.impl;
    if (impl && result.data != dst.data)
        result.copyTo(dst);
    return impl;
}

} // namespace clconv
} // namespace cv
