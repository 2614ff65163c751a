// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// clFinish, and what waits for the same commands.

#include "util/opencl.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {

bool drain(const cl::CommandQueue& queue) noexcept
{
    const char* const failed = "commands cannot be waited for";
    try
    {
        queue.finish();
        return true;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(failed, e);
    }
    bool drained = false;
    withoutThrowing(failed,
                    [&]()
                    {
                        cl::Event event;
                        queue.enqueueMarkerWithWaitList(nullptr, &event);
                        queue.flush();
                        try
                        {
                            event.wait();
                        }
                        catch (const cl::Error&) // a command that failed is complete too: its status is negative
                        {
                        }
                        drained = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() <= CL_COMPLETE;
                    });
    return drained;
}

}} // namespace cv::clconv
