// SPDX-License-Identifier: Apache-2.0
//
// The walk through amounts of memory.

#include "memory_limit.hpp"
#include "faults/walk/walk.hpp"

#include <opencv2/core.hpp>
#include <opencv2/core/bufferpool.hpp>
#include <opencv2/core/ocl.hpp>

#include <limits>

namespace clconv_faults {
namespace {

const int codes[] = {-4 /* CL_MEM_OBJECT_ALLOCATION_FAILURE */, -5 /* CL_OUT_OF_RESOURCES */};

//! Makes an operation's call while the device has this many bytes more than are allocated before.
void callWith(size_t bytes, bool lazy, int code, const std::function<void()>& call, Observed& observed)
{
    const LimitedMemory limited({allocatedBytes() + bytes, std::numeric_limits<size_t>::max(), lazy, code});
    try
    {
        call();
    }
    catch (const std::exception& e)
    {
        observed.thrown = e.what();
    }
    observed.struck = limited.failed() > 0;
}

//! The bytes that an operation needs for the first of its allocations, for the first two, and so on.
std::set<size_t> amountsOf(const Operation& operation)
{
    std::set<size_t> amounts = {0};
    operation.run([](const std::function<void()>& call) { call(); }); // builds what a process builds only once
    operation.run(
        [&](const std::function<void()>& call)
        {
            const size_t before = allocatedBytes();
            takeTotals();
            call();
            for (size_t total : takeTotals())
                if (total > before)
                    amounts.insert(total - before);
        });
    return amounts;
}

void walkAmount(Progress& progress, long& number, long start, const Operation& operation, size_t bytes)
{
    for (bool lazy : {false, true})
        for (int code : codes)
        {
            const std::string what = operation.name + cv::format(": %zu bytes", bytes) +
                                     (lazy ? ", reserved at first use" : "") + cv::format(", %d", code);
            if (!progress.begin(number, start, what))
                continue;
            const std::vector<int> before = referencesLeft();
            const Observed seen = observe(operation, [&](const std::function<void()>& call, Observed& observed)
                                          { callWith(bytes, lazy, code, call, observed); });
            progress.struck += seen.struck;
            if (!seen.thrown.empty())
                progress.report(what + ": it throws " + seen.thrown);
            if (!seen.error.empty())
                progress.report(what + ": " + seen.error);
            if (seen.warnings > 1)
                progress.report(what + ": warnings: " + seen.log);
            std::vector<int> now;
            const bool mayLeak =
                lazy && operation.leaking.count(Function::Map); // mapping a buffer without memory fails
            if (!mayLeak && !returnsTo(before, now))
                progress.report(what + cv::format(": references left: %d of memory, %d of kernels, %d of events",
                                                  now[0] - before[0], now[1] - before[1], now[2] - before[2]));
        }
}

void walkAmounts(Progress& progress)
{
    long number = 0;
    const long start = progress.next;
    cv::BufferPoolController* const pool = cv::ocl::getOpenCLAllocator()->getBufferPoolController();
    for (bool pooled : {false, true})
    {
        pool->setMaxReservedSize(pooled ? 16 << 20 : 0);
        for (const Operation& operation : operations())
            for (size_t amount : amountsOf(operation))
            {
                if (amount > 0)
                    walkAmount(progress, number, start, operation, amount - 1);
                walkAmount(progress, number, start, operation, amount);
            }
    }
    progress.finished = true;
}

} // namespace

int walkMemory(Part part)
{
    return runInChildren(part, walkAmounts);
}

} // namespace clconv_faults
