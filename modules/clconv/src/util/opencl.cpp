// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// clFinish, and what waits for the same commands.

#include "util/opencl.hpp"
#include "util/log.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! A command that failed is complete too: its status is negative.
bool isComplete(const cl::Event& event)
{
    return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() <= CL_COMPLETE;
}

bool drainByMarker(const cl::CommandQueue& queue)
{
    cl::Event event;
    queue.enqueueMarkerWithWaitList(nullptr, &event);
    queue.flush();
    try
    {
        event.wait();
    }
    catch (const cl::Error&)
    {
        return isComplete(event);
    }
    return true;
}

} // namespace

bool drain(const cl::CommandQueue& queue) noexcept
{
    const char* const failed = "commands cannot be waited for";
    bool drained = false;
    try
    {
        queue.finish();
        drained = true;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(failed, e);
        withoutThrowing(failed, [&]() { drained = drainByMarker(queue); });
    }
    return drained;
}

} // namespace clconv
} // namespace cv
