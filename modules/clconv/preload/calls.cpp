// SPDX-License-Identifier: Apache-2.0
//
// libopencv_clconv_calls.so, and a part of libopencv_clconv.so: serves calls with clconv, and keeps what the report
// needs, implementations and device times.

#include "calls.hpp"

#include "api/cpu_fallback.hpp"
#include "api/filter2d.hpp"
#include "api/host/mats.hpp"
#include "dispatch/background_thread.hpp"
#include "util/process.hpp"
#include "util/profiling.hpp"

#include <cstdio>

namespace clconv_preload {
namespace {

using namespace cv;

const char* const incomplete = "clconv-run: device times are incomplete: %s\n";

struct Served
{
    std::map<std::string, unsigned long> implementations; //!< with the number of calls
    double milliseconds = 0;
};

//! What the report needs. It is never destroyed: calls may come while the process ends. A child of fork() begins with
//! an empty one; no other thread holds the mutex when the child is made.
struct Record
{
    std::mutex mutex;
    Served functions[functionCount];
    typedef std::vector<std::pair<Function, clconv::CallEvents>> Launches;
    Launches launches; //!< whose times have not been read
    bool timed = false;

    //! Reads the device times of launches that are complete, or of all, waiting for them.
    void readTimes(bool wait)
    {
        Launches pending;
        for (const auto& launch : launches)
        {
            const cl::Event &first = launch.second.first, &last = launch.second.last;
            if (wait)
                last.wait();
            else if (last.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() > CL_COMPLETE)
            {
                pending.push_back(launch);
                continue;
            }
            const cl_ulong start = first.getProfilingInfo<CL_PROFILING_COMMAND_START>();
            functions[int(launch.first)].milliseconds +=
                double(last.getProfilingInfo<CL_PROFILING_COMMAND_END>() - start) / 1e6;
        }
        launches.swap(pending);
    }

    //! In a child of fork(). The events are the parent's, and never released: the driver's threads, which would
    //! complete them, are missing.
    void beginAnew()
    {
        new Launches(std::move(launches));
        launches.clear();
        for (Served& served : functions)
            served = Served();
        mutex.unlock();
    }
};

Record& record()
{
    static Record* const it = new Record;
    return *it;
}

//! Events can be timed only on a queue with profiling: the thread continues on such a queue.
void useProfilingQueue()
{
    if (clconv::currentQueue().getInfo<CL_QUEUE_PROPERTIES>() & CL_QUEUE_PROFILING_ENABLE)
        return;
    ocl::finish(); // the queues are not ordered among each other
    const ocl::Queue& queue = ocl::Queue::getDefault().getProfilingQueue();
    ocl::OpenCLExecutionContext::getCurrent().cloneWithNewQueue(queue).bind();
}

//! Runs while OpenCL is still usable: registered after OpenCL's initialisation, and so called before its clean-up.
void readAllTimes()
{
    try
    {
        std::vector<cl::Event> events; // waited for without the lock, which a fork() takes
        std::unique_lock<std::mutex> lock(record().mutex);
        for (const auto& launch : record().launches)
            events.push_back(launch.second.last);
        lock.unlock();
        for (const cl::Event& event : events) // they may be of several contexts
            event.wait();
        lock.lock();
        record().readTimes(true);
    }
    catch (const std::exception& e)
    {
        std::fprintf(stderr, incomplete, e.what());
    }
}

//! Notes a served call. A failure must not pass the call on to OpenCV, which in place would filter the result.
void keep(Function function, clconv::ProfilingScope& launches)
{
    try
    {
        const std::vector<clconv::CallEvents> events = launches.take();
        static const bool registered = std::atexit(&readAllTimes) == 0;
        const std::lock_guard<std::mutex> lock(record().mutex);
        record().functions[int(function)].implementations[clconv::lastImplementation()]++;
        for (const clconv::CallEvents& event : events)
            record().launches.push_back(std::make_pair(function, event));
        const size_t batch = 256; // looking at each event after each call would take longer than a launch
        if (registered && record().launches.size() >= batch)
            record().readTimes(false);
    }
    catch (const std::exception& e)
    {
        std::fprintf(stderr, incomplete, e.what());
    }
}

//! What rethrow() throws.
thread_local std::exception_ptr thrown;

void rethrow()
{
    if (thrown)
        std::rethrow_exception(std::exchange(thrown, nullptr));
}

//! OpenCV's function on Mats in the place of UMats: its exceptions are those of a Mat, and leave the output as it is.
//! Its path for UMats does not check all arguments: some calls never return, some read beyond the image.
template<typename OpenCV>
void serveOnMats(InputArray src, OutputArray dst, const OpenCV& openCV, const std::exception_ptr& refusal)
{
    clconv::MappedImage source(src);
    Mat result;
    if (dst.fixedType())
    {
        const Mat constant(dst.size(), dst.type());
        openCV(source.mat, constant);
        result = constant;
    }
    else
        openCV(source.mat, result);
    if (clconv::replacesMapped(dst, result.type(), result.size()))
        std::rethrow_exception(refusal);
    source.release(); // before the output, which may be the same UMat, is made again
    result.copyTo(dst);
}

//! @param openCV the same call of OpenCV's function, for other arrays
template<typename Work, typename OpenCV>
ServedBy serve(Function function, InputArray src, OutputArray dst, const Work& work, const OpenCV& openCV)
{
    const bool onHost = src.isMat() || clconv::areUMatsOnHost();
    const auto run = [&]()
    {
        const clconv::DeviceOnlyScope scope(true);
        work();
        return !onHost || clconv::lastMatCall().reason() == clconv::MatReason::None;
    };
    const unsigned long accepted = clconv::acceptedCalls();
    std::exception_ptr refusal;
    try
    {
        clconv::lastMatCall() = clconv::MatCall();
        if (!record().timed)
            return run() ? ServedBy::Clconv : ServedBy::Nobody;
        if (!onHost || (clconv::isReadyForMats() && ocl::useOpenCL()))
            useProfilingQueue();
        clconv::ProfilingScope launches;
        if (!run())
            return ServedBy::Nobody;
        keep(function, launches);
        return ServedBy::Clconv;
    }
    catch (const std::exception&)
    {
        refusal = std::current_exception();
    }
    if (onHost)
        return ServedBy::Nobody;             // nothing was written; OpenCV's own function reports the error
    if (clconv::acceptedCalls() != accepted) // the images cannot be reached; in place, a part may be written
    {
        thrown = refusal;
        return ServedBy::Clconv;
    }
    try
    {
        serveOnMats(src, dst, openCV, refusal);
    }
    catch (...)
    {
        thrown = std::current_exception();
    }
    return ServedBy::OpenCVOnMats;
}

Memory memoryOfUMats()
{
    try
    {
        if (ocl::useOpenCL())
            return Memory::Device;
        return clconv::usesDeviceForMats() && clconv::areUMatsOnHost() ? Memory::Host : Memory::None;
    }
    catch (const std::exception&)
    {
        return Memory::None;
    }
}

Reason whyNotOnHost()
{
    switch (clconv::lastMatCall().reason())
    {
    case clconv::MatReason::Small: return Reason::Small;
    case clconv::MatReason::Faster: return Reason::Faster;
    case clconv::MatReason::Rare: return Reason::Rare;
    case clconv::MatReason::Building: return Reason::Building;
    case clconv::MatReason::NoDevice: return Reason::NoOpenCL;
    case clconv::MatReason::Off: // or the arguments are wrong, and nothing was decided
        return clconv::usesDeviceForMats() ? Reason::Refused : Reason::Off;
    default: return Reason::Refused;
    }
}

void addCpuTime(double seconds)
{
    clconv::lastMatCall().addCpuTime(seconds);
}

void stop()
{
    clconv::BackgroundThread::instance().stop();
}

void describe(Function function, char* text, size_t size)
{
    const std::lock_guard<std::mutex> lock(record().mutex);
    const Served& served = record().functions[int(function)];
    std::string line;
    for (const std::pair<const std::string, unsigned long>& entry : served.implementations)
        line += entry.first + ' ' + std::to_string(entry.second) + ", ";
    if (!line.empty())
        std::snprintf(text, size, "%sdevice time %.3f ms", line.c_str(), served.milliseconds);
}

//! Calls of clconv's function and of OpenCV's: inside a served call cv::name is OpenCV's own.
#define CLCONV_SERVE(name, parameters, ...)                                                                            \
    ServedBy name parameters                                                                                           \
    {                                                                                                                  \
        return serve(                                                                                                  \
            Function::name, src, dst, [&] { clconv::name(src, dst, __VA_ARGS__); },                                    \
            [&](InputArray source, OutputArray result) { cv::name(source, result, __VA_ARGS__); });                    \
    }
CLCONV_SERVED(CLCONV_SERVE)
#undef CLCONV_SERVE

} // namespace

const Calls* clconv_preload_calls(bool timed)
{
#define CLCONV_ADDRESS(name, ...) &name,
    static const Calls table = {&memoryOfUMats, &whyNotOnHost, &addCpuTime,   &rethrow,
                                &stop,          &describe,     &readAllTimes, CLCONV_SERVED(CLCONV_ADDRESS)};
#undef CLCONV_ADDRESS
    record().timed = timed;
    const char* const mode = std::getenv("OPENCV_CLCONV_MATS");
    if (!mode || !*mode)
        clconv::useDeviceForMats(true); // for UMats on the host; the preloaded library hands no Mats over then
    clconv::atFork([] { record().mutex.lock(); }, [] { record().mutex.unlock(); }, [] { record().beginAnew(); });
    return &table;
}

} // namespace clconv_preload
