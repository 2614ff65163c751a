// SPDX-License-Identifier: Apache-2.0
//
// Each band has its own queue, so that bands overlap, except on devices on which kernels must not run on several queues
// at a time.

#include "bands/small_bands.hpp"
#include "cases/small.hpp"

#include "dispatch/dispatcher.hpp"

#include <set>

namespace opencv_test { namespace {

//! The queues of three bands in flight.
std::set<void*> queuesOfBands(bool mapped)
{
    Mat src = pixels(CV_8UC1);
    Mat dst(src.size(), src.type(), Scalar(7));
    const clconv::HostCall call = hostCallOf(src, dst, smallKernel().size(), Point(2, 1), BORDER_DEFAULT);
    clconv::HostPlan plan;
    plan.rows = 3;
    plan.slots = 3;
    std::set<void*> queues;
    const auto work = [&](const UMat& band, const Range&, std::vector<UMat>& results)
    {
        queues.insert(ocl::Queue::getDefault().ptr());
        clconv::filter2D(band, results[0], -1, smallKernel(), Point(2, 1), 0, BORDER_DEFAULT);
        return clconv::implementations()[0];
    };
    EXPECT_EQ(
        clconv::HostResult::Done,
        clconv::runPipeline({{ocl::OpenCLExecutionContext::getCurrent(), plan, accessOf(mapped)}}, call, work).result);
    EXPECT_EQ("", compared(dst, src, smallKernel()));
    return queues;
}

TEST(Clconv_BandQueues, areOneWhereKernelsMustNotRunOnSeveral)
{
    const clconv::DeviceTraits device = clconv::traitsOf(ocl::Device::getDefault());
    ocl::Context context = ocl::Context::getDefault();
    for (bool concurrent : {true, false})
    {
        if (concurrent && !device.concurrentQueues) // not allowed on this device
            continue;
        clconv::DeviceTraits traits = device;
        traits.concurrentQueues = concurrent;
        context.setUserContext<clconv::Dispatcher>(std::make_shared<clconv::Dispatcher>(traits));
        for (bool mapped : {false, true})
        {
            const std::set<void*> queues = queuesOfBands(mapped);
            EXPECT_EQ(concurrent ? 3u : 1u, queues.size());
            EXPECT_EQ(concurrent ? 0u : 1u, queues.count(ocl::Queue::getDefault().ptr()));
        }
    }
    context.setUserContext<clconv::Dispatcher>(std::shared_ptr<clconv::Dispatcher>());
}

}} // namespace opencv_test
