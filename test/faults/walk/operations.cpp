// SPDX-License-Identifier: Apache-2.0
//
// The operations of the walk: its uses of the library, each starting with empty caches.

#include "walk.hpp"
#include "images.hpp"
#include "cases/small.hpp"

#include "api/filter2d.hpp"
#include "coefficients/coefficient_set.hpp"
#include "implementations/implementation.hpp"

#include <memory>

namespace clconv_faults {
namespace {

using namespace cv;
using opencv_test::pixels;

//! Removes the program that the use needs from OpenCV's cache.
void unloadProgram(const Use& use)
{
    const Mat image = pixels(CV_8UC1);
    const UMat src = image.getUMat(ACCESS_READ);
    const Mat taps = filterTaps();
    clconv::Call call = clconv::checkFilter2D(image, nullptr, -1, taps, Point(-1, -1), 0, border);
    const std::shared_ptr<clconv::Dispatcher> dispatcher = clconv::Dispatcher::current();
    const clconv::Layout layout = {CV_8UC1, image.size(), image.size(), Point(), size_t(image.cols), 0};
    const clconv::DeviceCall device =
        clconv::describeCall(*dispatcher, layout, layout, call, clconv::SpecializationTable::Use::Prepare);
    const clconv::ForceScope force(use.forced);
    const clconv::Plan plan = dispatcher->plan(device.problem);
    if (!plan.impl)
        return;
    String message;
    ocl::Context& context = ocl::Context::getDefault();
    ocl::Program program = context.getProg(*plan.impl->source, plan.options.text(), message);
    context.unloadProg(program);
}

std::string run(const Use& use, const Guard& guard)
{
    forgetEverything();
    if (use.device == Device::Builds)
        unloadProgram(use), forgetEverything();
    std::string error;
    {
        Images images(use);
        clconv::ForceScope force(use.forced);
        std::unique_ptr<Failing> failing;
        if (use.device == Device::LaunchesFail)
            failing.reset(new Failing(Function::EnqueueKernel, 0, -1, -6 /* CL_OUT_OF_HOST_MEMORY */));
        if (use.device == Device::OffUnread)
            failing.reset(new Failing(Function::ReadBuffer));
        ocl::setUseOpenCL(use.device != Device::Off && use.device != Device::OffUnread);
        guard([&]() { images.call(use.kind); });
        ocl::setUseOpenCL(true);
        failing.reset();
        ocl::finish();
        error = use.to == To::InPlace ? "" : images.checkSource();
        error = error.empty() ? images.check(use.kind) : error;
    }
    return error;
}

} // namespace

void forgetEverything()
{
    ocl::finish();
    ocl::Context& context = ocl::Context::getDefault();
    context.setUserContext<clconv::Dispatcher>(std::shared_ptr<clconv::Dispatcher>());
    for (int i = 0; i < 16; ++i) // one for each implementation that may have failed to build
    {
        ocl::Program failed;
        context.unloadProg(failed);
    }
}

std::vector<Operation> operations()
{
    std::vector<Operation> all;
    for (const Use& use : uses())
    {
        const bool onCpu = use.device == Device::Off || use.device == Device::OffUnread ||
                           use.device == Device::LaunchesFail || use.to == To::Mat;
        const bool fromMat = use.from == From::Mat || use.from == From::PaddedMat;
        const bool noImages = use.kind == Kind::Prepare || use.kind == Kind::Explain;
        const bool copies = use.to == To::InPlace && use.device == Device::LaunchesFail; // results of the CPU
        const bool waits = (onCpu && !copies) || fromMat || noImages || use.from == From::Host ||
                           (use.to == To::UMatOfAMat && !hasSeveralOutputs(use.kind)); // else only the first one's
        Operation operation = {nameOf(use), waits, onCpu || use.filterIsUMat, {}, {}, {}};
        operation.run = [use](const Guard& guard) { return run(use, guard); };
        if (use.device == Device::LaunchesFail)
            operation.excluded.insert(Function::EnqueueKernel); // fails already
        if (use.device == Device::OffUnread)
            operation.excluded.insert(Function::ReadBuffer);
        if (fromMat)
            operation.leaking = {Function::Map, Function::Unmap}; // OpenCV loses the buffer of a Mat's UMat
        if (use.kind == Kind::Prepare)
            operation.leaking = {Function::SetEventCallback}; // OpenCV loses the kernel of UMat::setTo
        all.push_back(operation);
    }
    return all;
}

} // namespace clconv_faults
