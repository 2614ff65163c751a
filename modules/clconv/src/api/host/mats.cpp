// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The mode, and the decision for one call.

#include "api/host/mats.hpp"
#include "api/cpu_fallback.hpp"
#include "api/host/background_thread.hpp"
#include "api/host/mat_builds.hpp"
#include "api/host/mat_run.hpp"
#include "planner/current_tuning.hpp"
#include "planner/mat_times.hpp"
#include "runtime/cache/known_programs.hpp"
#include "util/log.hpp"
#include "util/process.hpp"

#include <atomic>
#include <cstdlib>

namespace cv
{
namespace clconv
{
namespace
{

//! Multiply-adds below which a call is not looked at: OpenCV computes them in the time of a launch on a CPU device.
const double minWork = 5e5;

//! Set while the library is loaded, most often in the main thread.
const long loadedIn = (BackgroundThread::stopAtExit(), processId());

std::atomic<int>& modeOfProcess()
{
    static std::atomic<int> mode(
        []
        {
            const char* const text = std::getenv("OPENCV_CLCONV_MATS");
            const std::string value = text ? text : "off";
            if (value == "auto")
                return int(MatsMode::Auto);
            if (value == "eager")
                return int(MatsMode::Eager);
            if (value == "always")
                return int(MatsMode::Always);
            if (value != "off" && !value.empty())
                logWarningOnce("OPENCV_CLCONV_MATS is off, auto, eager or always, not '" + value + "'");
            return int(MatsMode::Off);
        }());
    return mode;
}

//! Made while the library is loaded: a child of fork() would wait for ever for a static object that another thread was
//! making.
const std::atomic<int>& modeAtLoad = modeOfProcess();

//! The times of the process. Never destroyed: calls may come while it ends.
MatTimes& times()
{
    static MatTimes* const it = new MatTimes;
    return *it;
}

//! The demand of the process.
MatDemand& demand()
{
    static MatDemand* const it = new MatDemand(getNumberOfCPUs());
    return *it;
}

//! The class of a call for the demand: without its rank, which takes as long to find as a launch.
MatClass demandOf(const Call& call)
{
    Problem problem = Problem();
    problem.srcDepth = CV_MAT_DEPTH(call.srcType);
    problem.dstDepth = CV_MAT_DEPTH(call.dstType);
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

double secondsSince(int64 start)
{
    return double(getTickCount() - start) / getTickFrequency();
}

//! Whether the device may be used for a class of calls: its program is there, repays a build, or may only have to be
//! loaded.
bool isWorthALook(const MatClass& c)
{
    return demand().hasRun(c) || demand().repaysBuild(c) ||
           (demand().repaysLoads() && demand().mayBeLoadable(c) && KnownPrograms::instance().any());
}

MatReason reasonOf(BuildState state)
{
    switch (state)
    {
    case BuildState::Building: return MatReason::Building;
    case BuildState::Unknown: return MatReason::Rare;
    default: return MatReason::Refused;
    }
}

} // namespace

MatsMode matsMode()
{
    if (const MatsMode* replaced = callSettings().matsMode)
        return *replaced;
    return MatsMode(modeOfProcess().load());
}

void useDeviceForMats(bool use)
{
    modeOfProcess() = int(use ? MatsMode::Auto : MatsMode::Off);
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

const Implementation* MatCall::refuse(MatReason reason)
{
    reason_ = reason;
    return nullptr;
}

const Implementation* MatCall::run(const Mat& src, OutputArray dst, const Call& call)
{
    isDemand_ = isTimed_ = false;
    const MatsMode mode = matsMode();
    if (mode == MatsMode::Off)
        return refuse(MatReason::Off);
    if (src.step[0] < src.elemSize() * size_t(src.cols)) // cv2 makes such Mats of arrays without channels
        return refuse(MatReason::Refused);
    if (!isSupportedByFilter2D(CV_MAT_DEPTH(call.srcType), CV_MAT_DEPTH(call.dstType)))
        return refuse(MatReason::Refused);
    if (mode != MatsMode::Always && multiplyAddsOf(call) < minWork)
        return refuse(MatReason::Small);
    if (processId() != loadedIn)
        return refuse(MatReason::NoDevice);
    try
    {
        if (mode == MatsMode::Auto)
        {
            demand_ = demandOf(call);
            isDemand_ = true;
            if (!isWorthALook(demand_))
                return refuse(MatReason::Rare);
        }
        if (!isReadyForMats())
        {
            requestOpenCL();
            return refuse(MatReason::Building);
        }
        return ocl::useOpenCL() ? runOrRefuse(src, dst, call, mode) : refuse(MatReason::NoDevice);
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device failed, the call runs on the CPU: ") + e.what());
        return refuse(MatReason::Refused);
    }
}

const Implementation* MatCall::runOrRefuse(const Mat& src, OutputArray dst_, const Call& call, MatsMode mode)
{
    MatRun run(src, call);
    if (run.device && !run.device->plan.reason.empty())
        return refuse(MatReason::Refused);
    if (mode != MatsMode::Always)
    {
        const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
        const std::vector<Problem> problems = run.problems();
        class_ = MatClass(problems[0], call.function);
        isTimed_ = true;
        if (!times().choosesDevice(
                class_, hostParameters(problems[0], dispatcher->traits(), currentTuning(), &call.function).gain))
            return refuse(MatReason::Faster);
        const bool build = mode == MatsMode::Eager || demand().repaysBuild(demand_);
        BuildState state = buildState(dispatcher, run, problems, build, demand());
        if (state != BuildState::Built && problems[0].specializedTaps) // it has just become hot
        {
            run.isSpecialized = false;
            state = buildState(dispatcher, run, run.problems(), build, demand());
        }
        if (state == BuildState::Unknown)
            demand().setNotLoadable(demand_);
        if (state != BuildState::Built)
            return refuse(reasonOf(state));
    }
    const int64 start = getTickCount();
    createMat(dst_, call);
    Mat dst = dst_.getMat();
    const Implementation* impl = run.run(dst, SpecializationTable::Use::Call);
    if (!impl)
        return refuse(MatReason::Refused);
    if (isTimed_)
        times().add(class_, true, secondsSince(start));
    if (isDemand_)
        demand().setHasRun(demand_);
    return impl;
}

void MatCall::addCpuTime(double seconds) const
{
    if (isDemand_)
        demand().addCpuTime(demand_, seconds);
    if (isTimed_)
        times().add(class_, false, seconds);
}

} // namespace clconv
} // namespace cv
