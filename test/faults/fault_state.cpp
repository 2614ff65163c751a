// SPDX-License-Identifier: Apache-2.0
//
// The state of the faults: atomic variables, because drivers call back from their own threads.

#include "fault_state.hpp"

namespace clconv_faults {
namespace {

struct Fault
{
    std::atomic<bool> on{false}, later{false};
    std::atomic<int> first{0}, count{0}, code{0}, seen{0}, failed{0}, calls{0};
};

Fault faults[int(Function::Count)];
std::atomic<int> referenceCounts[int(Object::Count)];
std::atomic<cl_int> lateError{CL_SUCCESS};
std::atomic<bool> strict{false};
std::atomic<bool> integrated{false}, copiesAll{false};
std::atomic<int> copies{0};

bool strikesNow(Fault& fault, cl_int& code)
{
    const int call = fault.seen++ - fault.first;
    if (call < 0 || (fault.count >= 0 && call >= fault.count))
        return false;
    ++fault.failed;
    code = fault.code;
    return true;
}

} // namespace

bool strikes(Function function, cl_int& code)
{
    Fault& fault = faults[int(function)];
    ++fault.calls;
    return fault.on && !fault.later && strikesNow(fault, code);
}

bool strikesLater(Function function, cl_int& code)
{
    Fault& fault = faults[int(function)];
    return fault.on && fault.later && strikesNow(fault, code);
}

void failLater(cl_command_queue queue, cl_event* event, cl_int code)
{
    lateError = code;
    if (!event)
        return;
    cl_context context = nullptr;
    CLCONV_NEXT(clGetCommandQueueInfo)(queue, CL_QUEUE_CONTEXT, sizeof(context), &context, nullptr);
    *event = counted(Object::Event, CLCONV_NEXT(clCreateUserEvent)(context, nullptr));
    CLCONV_NEXT(clSetUserEventStatus)(*event, code);
}

cl_int takeLateError()
{
    return lateError.exchange(CL_SUCCESS);
}

bool isStrict()
{
    return strict;
}

bool isIntegratedGpu()
{
    return integrated;
}

cl_mem_flags flagsOfBuffer(cl_mem_flags flags, size_t size, const void* host)
{
    const bool isWhole = reinterpret_cast<size_t>(host) % 4096 == 0 && size % 64 == 0;
    if (!integrated || !(flags & CL_MEM_USE_HOST_PTR) || (isWhole && !copiesAll))
        return flags;
    ++copies;
    return (flags & ~cl_mem_flags(CL_MEM_USE_HOST_PTR)) | CL_MEM_COPY_HOST_PTR;
}

void noteMapping(cl_mem buffer)
{
    cl_mem_flags flags = 0;
    CLCONV_NEXT(clGetMemObjectInfo)(buffer, CL_MEM_FLAGS, sizeof(flags), &flags, nullptr);
    if (integrated && !(flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_USE_HOST_PTR)))
        ++copies;
}

void count(Object object, int change)
{
    referenceCounts[int(object)] += change;
}

const char* nameOf(Function function)
{
#define CLCONV_NAME(name) #name,
    static const char* const names[] = {CLCONV_FAULTY_FUNCTIONS(CLCONV_NAME)};
#undef CLCONV_NAME
    return names[int(function)];
}

bool isCommand(Function function)
{
    return function >= Function::EnqueueKernel && function <= Function::FillBuffer;
}

Failing::Failing(Function function, int first, int count, int code, Failure failure) : function_(function)
{
    Fault& fault = faults[int(function)];
    fault.first = first;
    fault.count = count;
    fault.code = code                                 ? code
                 : function == Function::CreateBuffer ? CL_MEM_OBJECT_ALLOCATION_FAILURE
                                                      : CL_OUT_OF_RESOURCES;
    fault.later = failure == Failure::Later;
    fault.seen = fault.failed = 0;
    fault.on = true;
}

Failing::~Failing()
{
    faults[int(function_)].on = false;
    takeLateError();
}

int Failing::failed() const
{
    return faults[int(function_)].failed;
}

int calls(Function function)
{
    return faults[int(function)].calls;
}

void resetCalls()
{
    for (Fault& fault : faults)
        fault.calls = 0;
}

int references(Object object)
{
    return referenceCounts[int(object)];
}

StrictRectangles::StrictRectangles()
{
    strict = true;
}

StrictRectangles::~StrictRectangles()
{
    strict = false;
}

IntegratedGpu::IntegratedGpu(HostMemory memory)
{
    copies = 0;
    copiesAll = memory == HostMemory::Copied;
    integrated = true;
}

IntegratedGpu::~IntegratedGpu()
{
    integrated = false;
}

int IntegratedGpu::copied() const
{
    return copies;
}

const char* libraryPath()
{
    static Dl_info info;
    return dladdr(reinterpret_cast<const void*>(&libraryPath), &info) ? info.dli_fname : "";
}

} // namespace clconv_faults
