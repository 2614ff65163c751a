// SPDX-License-Identifier: Apache-2.0
//
// The walk through all faults.

#include "host/host_memory.hpp"
#include "walk.hpp"
#include "runtime/captured_log.hpp"
#include "support/device.hpp"
#include "util/log.hpp"

#include <opencv2/core/bufferpool.hpp>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <execinfo.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace clconv_faults {
namespace {

struct Injection
{
    Function function;
    int first, count, code;
    Failure failure;
};

const int codes[] = {
    -5 /* CL_OUT_OF_RESOURCES */, -6 /* CL_OUT_OF_HOST_MEMORY */, -4 /* CL_MEM_OBJECT_ALLOCATION_FAILURE */,
    -30 /* CL_INVALID_VALUE */,   -59 /* CL_INVALID_OPERATION */, -2 /* CL_DEVICE_NOT_AVAILABLE */};

std::string describe(const Operation& operation, bool pool, const Injection& i)
{
    return operation.name + (pool ? ", buffer pool" : "") + ": " + nameOf(i.function) +
           cv::format(" call %d%s gives %d", i.first, i.count < 0 ? " and all later ones" : "", i.code) +
           (i.failure == Failure::Later ? " later" : "");
}

bool isRelease(Function function)
{
    return function >= Function::ReleaseContext;
}

//! Functions that move an image between host and device: if they fail, the CPU has no data.
bool isTransfer(Function function)
{
    return function == Function::Map || function == Function::Unmap || function == Function::ReadBuffer ||
           function == Function::WriteBuffer;
}

//! The number of warnings about excluded implementations, each of which may have one.
int countExclusions(const std::string& log)
{
    int count = 0;
    const char* const text = "is excluded";
    for (size_t at = log.find(text); at != std::string::npos; at = log.find(text, at + 1))
        ++count;
    return count;
}

//! Makes the call of an operation fail, and records exceptions.
void callWith(const Injection& injection, const std::function<void()>& call, Observed& observed)
{
    const Failing failing(injection.function, injection.first, injection.count, injection.code, injection.failure);
    try
    {
        call();
    }
    catch (const cv::Exception& e)
    {
        observed.thrown = e.what();
        observed.isClear = isTransfer(injection.function);
    }
    catch (const std::exception& e)
    {
        observed.thrown = e.what();
    }
    observed.struck = failing.failed() > 0;
}

Observed observe(const Operation& operation, const Injection& injection)
{
    Observed observed =
        observe(operation, [&](const std::function<void()>& call, Observed& seen) { callWith(injection, call, seen); });
    observed.warnings -= countExclusions(observed.log);
    return observed;
}

class Walk
{
public:
    Walk(Progress& progress, bool all) : progress_(progress), all_(all), start_(progress.next) {}

    void run()
    {
        cv::BufferPoolController* const pool = cv::ocl::getOpenCLAllocator()->getBufferPoolController();
        for (bool pooled : {false, true})
        {
            pool->setMaxReservedSize(pooled ? 16 << 20 : 0);
            for (const Operation& operation : operations())
                walk(operation, pooled);
        }
        progress_.finished = true;
    }

private:
    void walk(const Operation& operation, bool pooled)
    {
        std::vector<int> counted(size_t(Function::Count), 0);
        operation.run([](const std::function<void()>& call) { call(); }); // builds what a process builds only once
        const std::string error = operation.run(
            [&](const std::function<void()>& call)
            {
                resetCalls();
                call();
                for (size_t f = 0; f < counted.size(); ++f)
                    counted[f] = operation.excluded.count(Function(f)) ? 0 : calls(Function(f));
            });
        if (!error.empty())
            progress_.report("without a fault, " + operation.name + ": " + error);
        for (size_t f = 0; f < counted.size(); ++f)
            for (int call = 0; call < counted[f]; ++call)
                if (all_ || call < 2 || call == counted[f] - 1)
                    inject(operation, pooled, Function(f), call);
    }

    void inject(const Operation& operation, bool pooled, Function function, int call)
    {
        const int count = int(sizeof(codes) / sizeof(codes[0]));
        for (int c = 0; c < count; ++c)
            for (int times : {1, -1})
                for (Failure failure : {Failure::AtOnce, Failure::Later})
                {
                    const bool isChosen = all_ || (c == call % count && (times > 0) == (call % 2 == 0));
                    if (isChosen && (failure == Failure::AtOnce || isCommand(function)))
                        inject(operation, pooled, {function, call, times, codes[c], failure});
                }
    }

    void inject(const Operation& operation, bool pooled, const Injection& injection)
    {
        const std::string what = describe(operation, pooled, injection);
        if (!progress_.begin(number_, start_, what))
            return;
        const std::vector<int> before = referencesLeft();
        check(operation, injection, what, observe(operation, injection));
        std::vector<int> now;
        const bool mayLeak = isRelease(injection.function) || operation.leaking.count(injection.function);
        if (!mayLeak && !returnsTo(before, now))
            progress_.report(what + cv::format(": references left: %d of memory, %d of kernels, %d of events",
                                               now[0] - before[0], now[1] - before[1], now[2] - before[2]));
    }

    void check(const Operation& operation, const Injection& injection, const std::string& what, const Observed& seen)
    {
        progress_.struck += seen.struck;
        const bool changed = seen.error.find("the source") == 0;
        if (!seen.thrown.empty() && changed)
            progress_.report(what + ": " + seen.error);
        if (seen.isClear && (operation.mayThrow || injection.count < 0))
            ++progress_.exceptions;
        else if (!seen.thrown.empty())
            progress_.report(what + ": it throws " + seen.thrown);
        else if (!seen.error.empty() && (injection.failure == Failure::AtOnce || operation.waits))
            progress_.report(what + ": " + seen.error);
        if (seen.warnings > 1)
            progress_.report(what + ": warnings: " + seen.log);
    }

    Progress& progress_;
    const bool all_;
    const long start_;
    long number_ = 0;
};

//! Prints the stack of a crash to standard error.
void printStack()
{
    void* frames[40];
    backtrace_symbols_fd(frames, backtrace(frames, 40), STDERR_FILENO);
    std::abort();
}

} // namespace

std::vector<int> referencesLeft()
{
    forgetEverything();
    cv::UMat(8, 8, CV_8UC1); // at its next allocation OpenCV frees what callbacks released
    cv::ocl::finish();
    cv::ocl::getOpenCLAllocator()->getBufferPoolController()->freeAllReservedBuffers();
    // Page-locked memory and buffers are kept for later bands, as many as there were bands in flight.
    cv::clconv::HostMemory::current()->releaseKept();
    return {references(Object::Memory), references(Object::Kernel), references(Object::Event)};
}

bool returnsTo(const std::vector<int>& before, std::vector<int>& now)
{
    // A GPU's driver may release objects of an earlier call only now, so there fewer objects than before are no error.
    const bool exact = cv::ocl::Device::getDefault().hostUnifiedMemory();
    for (int i = 0; i < (exact ? 100 : 1000); ++i)
    {
        now = referencesLeft();
        if (now == before || (!exact && now[0] <= before[0] && now[1] <= before[1] && now[2] <= before[2]))
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
}

Observed observe(const Operation& operation,
                 const std::function<void(const std::function<void()>& call, Observed&)>& callWith)
{
    Observed observed;
    const opencv_test::Log log(cv::utils::logging::LOG_LEVEL_WARNING);
    cv::clconv::forgetLogged();
    try
    {
        observed.error = operation.run([&](const std::function<void()>& call) { callWith(call, observed); });
    }
    catch (const std::exception& e)
    {
        observed.error = std::string("while the result is read: ") + e.what();
    }
    cv::ocl::setUseOpenCL(true);
    observed.log = log.text();
    observed.warnings = log.count("WARN", "");
    return observed;
}

bool Progress::begin(long& number, long start, const std::string& what)
{
    if (number++ < start || (number - 1) % part.count != part.index)
        return false;
    next = number;
    ++made;
    std::strncpy(current, what.c_str(), sizeof(current) - 1);
    alarm(120); // ends a hanging run; on a busy machine a program takes half a minute to build
    return true;
}

void Progress::report(const std::string& text)
{
    ++failures;
    std::printf("FAILED %s\n", text.c_str());
    std::fflush(stdout);
}

bool readPart(const std::string& text, Part& part)
{
    int end = 0;
    return std::sscanf(text.c_str(), "%d/%d%n", &part.index, &part.count, &end) == 2 && size_t(end) == text.size() &&
           part.index >= 0 && part.index < part.count;
}

int walk(bool all, Part part)
{
    return runInChildren(part, [&](Progress& progress) { Walk(progress, all).run(); });
}

int runInChildren(Part part, const std::function<void(Progress&)>& work)
{
    Progress& progress = *static_cast<Progress*>(
        mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    progress = Progress();
    progress.part = part;
    for (long ended = 0; !progress.finished && ended < 1000; ++ended)
    {
        std::fflush(stdout);
        const pid_t child = fork(); // this process has used no OpenCL
        if (child == 0)
        {
            std::set_terminate(printStack);
            if (clconv_test::chooseDevice())
                work(progress);
            std::fflush(stdout);
            _exit(0);
        }
        int state = 0;
        waitpid(child, &state, 0);
        if (!progress.finished)
        {
            ++progress.failures;
            std::printf("FAILED %s: the process ends, by %s %d\n", progress.current,
                        WIFSIGNALED(state) ? "signal" : "exit code",
                        WIFSIGNALED(state) ? WTERMSIG(state) : WEXITSTATUS(state));
        }
    }
    std::printf("%ld injections, %ld of them met, %ld clear exceptions, %ld failures\n", progress.made, progress.struck,
                progress.exceptions, progress.failures);
    return progress.finished && progress.failures == 0 ? 0 : 1;
}

} // namespace clconv_faults
