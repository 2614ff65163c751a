// SPDX-License-Identifier: Apache-2.0
//
// The mode, and the decision for one call.

#include "api/host/mats.hpp"
#include "api/cpu_fallback.hpp"
#include "dispatch/background_thread.hpp"
#include "util/log.hpp"
#include "util/process.hpp"

namespace cv { namespace clconv {
namespace {

//! Calls of fewer multiply-adds are not considered: OpenCV computes them in the time of a launch on a CPU device.
const double minWork = 5e5;

//! Set while the library is loaded, most often in the main thread.
const long loadedIn = (BackgroundThread::stopAtExit(), processId());

//! Made while the library is loaded: a child of fork() would wait for ever for a static object that another thread was
//! making.
std::atomic<int> modeOfProcess(environmentChoice("OPENCV_CLCONV_MATS", {"off", "auto", "eager", "always"}));

MatsMode matsMode()
{
    if (const MatsMode* replaced = callSettings().matsMode)
        return *replaced;
    const MatsMode mode = MatsMode(modeOfProcess.load());
    return mode != MatsMode::Off && repeatable() ? MatsMode::Always : mode; // the others decide by time
}

//! The times of the process. Never destroyed: calls may come while it ends.
MatTimes& times()
{
    static MatTimes* const it = new MatTimes(getNumberOfCPUs());
    return *it;
}

//! The class of a call when demand is counted: without its rank, which takes as long to find as a launch.
MatClass demandOf(const Call& call)
{
    Problem problem = Problem();
    problem.srcDepth = call.srcDepth();
    problem.dstDepth = call.dstDepth();
    problem.channels = CV_MAT_CN(call.srcType);
    problem.filterSize = call.filterSize;
    problem.border = call.border & ~BORDER_ISOLATED;
    problem.size = call.size;
    return MatClass(problem, call.function);
}

double multiplyAddsOf(const Call& call)
{
    const double taps =
        call.isSeparated() ? call.filterSize.width + call.filterSize.height : double(call.filterSize.area());
    return double(call.size.area()) * CV_MAT_CN(call.srcType) * taps;
}

} // namespace

void useDeviceForMats(bool use)
{
    modeOfProcess = int(use ? MatsMode::Auto : MatsMode::Off);
}

bool usesDeviceForMats()
{
    return matsMode() != MatsMode::Off;
}

bool isReadyForMats()
{
    const MatsMode mode = matsMode();
    if (mode == MatsMode::Off || processId() != loadedIn) // threads of the driver may be missing
        return false;
    if (mode == MatsMode::Always)
        makeOpenCLReady();
    return isOpenCLReady();
}

class DoubleSumsScope::Impl
{
    const SettingScope<bool, &CallSettings::doubleSums> sums_{true};
    const MatsModeScope mode_{MatsMode::Always};
};

DoubleSumsScope::DoubleSumsScope() : impl_(new Impl) {}

DoubleSumsScope::~DoubleSumsScope() {}

const Implementation* MatCall::run(const Mat& src, OutputArray dst_, const Call& call)
{
    isDemand_ = isTimed_ = false;
    try
    {
        const MatsMode mode = matsMode();
        reason_ = reasonOnHost(src, call, mode);
        if (reason_ != MatReason::None)
            return nullptr;
        std::unique_ptr<MatRun> run;
        reason_ = reasonOnDevice(src, call, mode, run);
        if (reason_ != MatReason::None)
            return nullptr;
        const int64 start = getTickCount();
        createMat(dst_, call);
        Mat dst = dst_.getMat();
        const DeviceForMatsScope device;      // after createMat, which would make a UMat on that device
        const ColdCallsScope wait(COLD_WAIT); // its programs are there, or it is to wait for them
        const Implementation* impl = run->run(dst);
        if (impl && isTimed_)
            times().add(class_, true, double(getTickCount() - start) / getTickFrequency());
        if (impl && isDemand_)
            times().setHasRun(demand_);
        if (impl)
            return impl;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, the call runs on the CPU: ") + e.what());
    }
    reason_ = MatReason::Refused;
    return nullptr;
}

//! Decides what can be decided before anything of OpenCL is used.
MatReason MatCall::reasonOnHost(const Mat& src, const Call& call, MatsMode mode)
{
    if (mode == MatsMode::Off)
        return MatReason::Off;
    if (src.step[0] < src.elemSize() * size_t(src.cols)) // cv2 makes such Mats of arrays without channels
        return MatReason::Refused;
    if (!isSupportedOnMats(call))
        return MatReason::Refused;
    if (mode != MatsMode::Always && multiplyAddsOf(call) < minWork)
        return MatReason::Small;
    if (processId() != loadedIn)
        return MatReason::NoDevice;
    if (mode == MatsMode::Auto)
    {
        demand_ = demandOf(call);
        isDemand_ = true;
        // Its program is there, repays a build, or may only have to be loaded.
        if (!times().hasRun(demand_) && !times().repaysBuild(demand_) &&
            !(times().repaysLoads() && times().mayBeLoadable(demand_) && KnownPrograms::instance().any()))
            return MatReason::Rare;
    }
    if (!isReadyForMats())
    {
        requestOpenCL();
        return MatReason::Building;
    }
    return MatReason::None;
}

//! @param run set where there is a device, to a call whose programs are there if possible
MatReason MatCall::reasonOnDevice(const Mat& src, const Call& call, MatsMode mode, std::unique_ptr<MatRun>& run)
{
    const DeviceForMatsScope device;
    if (!ocl::useOpenCL())
        return MatReason::NoDevice;
    run.reset(new MatRun(src, call));
    if (run->device && !run->device->plan.reason.empty())
        return MatReason::Refused;
    if (mode == MatsMode::Always)
        return MatReason::None;
    const MatFunction function = run->call.function;
    const std::vector<Rehearsal> rehearsals = run->rehearsals();
    const Problem& problem = rehearsals[0].problem;
    class_ = MatClass(problem, function);
    isTimed_ = true;
    const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
    const int gain = hostParameters(problem, dispatcher->traits(), dispatcher->tuning(), &function).gain;
    if (!times().choosesDevice(class_, gain))
        return MatReason::Faster;
    const bool build = mode == MatsMode::Eager || times().repaysBuild(demand_);
    MatReason reason = run->build(rehearsals, build, times());
    if (reason != MatReason::None && problem.specializedTaps) // it has just become hot
    {
        run->call.mayBeSpecialized = false;
        reason = run->build(run->rehearsals(), build, times());
    }
    if (reason == MatReason::Rare)
        times().setNotLoadable(demand_);
    return reason;
}

MatCall& lastMatCall()
{
    static thread_local MatCall call;
    return call;
}

void MatCall::addCpuTime(double seconds) const
{
    if (isDemand_)
        times().addCpuTime(demand_, seconds);
    if (isTimed_)
        times().add(class_, false, seconds);
}

}} // namespace cv::clconv
