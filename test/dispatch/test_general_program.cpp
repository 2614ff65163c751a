// SPDX-License-Identifier: Apache-2.0
//
// The general program, which on GPUs runs calls before their own program is built: one build for each pair of depths.

#include "support/fake_devices.hpp"

#include "api/device_call.hpp"
#include "dispatch/dispatcher.hpp"
#include "implementations/implementation.hpp"
#include "runtime/compiled_kernel.hpp"
#include "runtime/known_programs.hpp"
#include "runtime/launch.hpp"

namespace opencv_test { namespace {

using clconv::ColdCallsScope;
using clconv::Dispatcher;

//! The dispatcher of this device, treated as a GPU.
std::shared_ptr<Dispatcher> dispatcherOfAGpu()
{
    clconv::DeviceTraits traits = clconv::traitsOf(ocl::Device::getDefault());
    traits.cpu = false;
    return std::make_shared<Dispatcher>(traits);
}

//! Runs a call by the general program, and compares with OpenCV's result. Returns what ran; empty if nothing did.
std::string ranFor(Dispatcher& dispatcher, int type, int ddepth, Size ksize, int border)
{
    RNG rng(31);
    const Mat image = randomImage(Size(157, 83), type, rng);
    const Mat kernel = randomKernel(ksize, CV_MAT_DEPTH(type), ddepth, Coefficients::Random, rng);
    const UMat src = image.getUMat(ACCESS_READ).clone();
    UMat dst(src.size(), CV_MAKETYPE(ddepth, src.channels()));
    const clconv::Call call = clconv::checkFilter2D(src, nullptr, ddepth, kernel, Point(-1, -1), 1.5, border);
    const clconv::DeviceCall device = clconv::describeCall(dispatcher, clconv::layoutOf(src), clconv::layoutOf(dst),
                                                           call, clconv::SpecializationTable::Use::Look);
    const auto launch = [&](const clconv::CompiledPlan& compiled)
    { clconv::launchPlan(compiled, device.problem, device.geometry, src, &dst, *device.coefficients, call.delta); };
    const std::shared_ptr<const clconv::CompiledPlan> ran = dispatcher.runGeneral(device.problem, launch);
    if (!ran)
        return "";
    const Point a(ksize.width / 2, ksize.height / 2);
    Mat padded, expected; // cv::filter2D has no BORDER_WRAP on Mats
    cv::copyMakeBorder(image, padded, a.y, a.y, a.x, a.x, border);
    cv::filter2D(padded, expected, ddepth, kernel, Point(-1, -1), 1.5, BORDER_CONSTANT);
    expected = expected(Rect(a, image.size()));
    const double allowed = ddepth < CV_32F ? 1 : 1e-3 * cv::norm(expected, NORM_INF);
    EXPECT_GE(allowed, cv::norm(dst.getMat(ACCESS_READ), expected, NORM_INF)) << type << ksize << border;
    return ran->plan.impl ? ran->plan.impl->name : "";
}

//! Every channel count, size and border of two pairs of depths, after one build each.
TEST(Clconv_GeneralProgram, servesAllCallsOfAPairOfDepths)
{
    ASSERT_TRUE(clconv::waitUntilReady(120)); // for programs that other tests requested
    const std::shared_ptr<Dispatcher> dispatcher = dispatcherOfAGpu();
    for (int depth : {CV_8U, CV_32F})
    {
        {
            const ColdCallsScope serve(clconv::COLD_SERVE);
            clconv::KnownPrograms::instance().forget();
            EXPECT_EQ("", ranFor(*dispatcher, depth, depth, Size(3, 3), BORDER_DEFAULT));
            ASSERT_TRUE(clconv::waitUntilReady(120));
        }
        const ColdCallsScope none(clconv::COLD_CPU);
        const int built = clconv::programsBuilt();
        for (int border : borderTypes())
            for (int channels : {1, 3, 4})
                for (const Size& ksize : {Size(1, 1), Size(5, 3), Size(9, 33), Size(151, 2)})
                    EXPECT_EQ("local", ranFor(*dispatcher, CV_MAKETYPE(depth, channels), depth, ksize, border));
        EXPECT_EQ(built, clconv::programsBuilt());
    }
}

//! The CPU's own functions are faster there.
TEST(Clconv_GeneralProgram, isNotForCpuDevices)
{
    clconv::DeviceTraits traits = clconv::traitsOf(ocl::Device::getDefault());
    traits.cpu = true;
    Dispatcher dispatcher(traits);
    const ColdCallsScope wait(clconv::COLD_WAIT);
    EXPECT_EQ("", ranFor(dispatcher, CV_8UC1, CV_8U, Size(3, 3), BORDER_DEFAULT));
}

//! If the device rejects it, that is found out once, whatever the calls are.
TEST(Clconv_GeneralProgram, isGivenUpOnce)
{
    const std::shared_ptr<Dispatcher> dispatcher = dispatcherOfAGpu();
    const ColdCallsScope wait(clconv::COLD_WAIT);
    const auto reject = [](const clconv::CompiledPlan&) { throw clconv::PlanFailure("the test rejects it"); };
    const auto problem = [](int channels) { return problemOf(CV_16U, CV_16U, channels, Size(3, 3)); };
    EXPECT_TRUE(dispatcher->runGeneral(problem(1), reject)->kernels.empty());
    const int built = clconv::programsBuilt();
    EXPECT_TRUE(dispatcher->runGeneral(problem(3), reject)->kernels.empty());
    EXPECT_EQ(built, clconv::programsBuilt());
}

}} // namespace opencv_test
