// SPDX-License-Identifier: Apache-2.0
//
// Accounts for the device's memory.

#include "memory_limit.hpp"
#include "faults/fault_state.hpp"
#include "memory_state.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>

namespace clconv_faults {
namespace {

struct Memory
{
    size_t bytes;
    int references;
    bool reserved;
};

const size_t unlimited = std::numeric_limits<size_t>::max();

size_t fromEnvironment(const char* name)
{
    const char* const text = std::getenv(name);
    return text ? size_t(std::strtoull(text, nullptr, 10)) : unlimited;
}

//! OpenCL objects outlive static objects, so the account is never destroyed.
struct Account
{
    std::mutex mutex;
    std::map<cl_mem, Memory> memory;
    std::map<cl_kernel, std::map<cl_uint, cl_mem>> arguments;
    MemoryLimit usual = {fromEnvironment("CLCONV_FAULTS_MEMORY"), fromEnvironment("CLCONV_FAULTS_LARGEST"), false,
                         CL_MEM_OBJECT_ALLOCATION_FAILURE};
    MemoryLimit limit = usual;
    size_t allocated = 0;
    int failed = 0;
    std::vector<size_t> totals;

    bool isFull(size_t bytes) const { return allocated > limit.total || bytes > limit.total - allocated; }

    bool fail(cl_int& code)
    {
        ++failed;
        code = limit.code;
        return true;
    }

    //! Reserves the memory that a command will use.
    bool lacks(cl_mem handle, cl_int& code)
    {
        const auto found = memory.find(handle);
        if (found == memory.end() || found->second.reserved)
            return false;
        if (isFull(found->second.bytes))
            return fail(code);
        found->second.reserved = true;
        allocated += found->second.bytes;
        return false;
    }
};

//! The account, which no other thread uses meanwhile.
class Locked
{
public:
    Locked() : lock_(account().mutex) {}
    Account* operator->() const { return &account(); }

private:
    static Account& account()
    {
        static Account& all = *new Account;
        return all;
    }

    const std::lock_guard<std::mutex> lock_;
};

} // namespace

bool refusesBuffer(size_t bytes, cl_int& code)
{
    const Locked all;
    if (bytes > all->limit.largest)
    {
        ++all->failed;
        code = CL_INVALID_BUFFER_SIZE;
        return true;
    }
    return !all->limit.lazy && all->isFull(bytes) && all->fail(code);
}

void addMemory(cl_mem memory, size_t bytes)
{
    const Locked all;
    const bool reserved = !all->isFull(bytes);
    all->totals.push_back(all->allocated + bytes);
    all->memory[memory] = {bytes, 1, reserved};
    all->allocated += reserved ? bytes : 0;
}

void retainMemory(cl_mem memory)
{
    const Locked all;
    const auto found = all->memory.find(memory);
    if (found != all->memory.end())
        ++found->second.references;
}

void releaseMemory(cl_mem memory)
{
    const Locked all;
    const auto found = all->memory.find(memory);
    if (found == all->memory.end() || --found->second.references > 0)
        return;
    all->allocated -= found->second.reserved ? found->second.bytes : 0;
    all->memory.erase(found);
}

bool refusesImage(cl_mem image, cl_int& code)
{
    size_t pixel = 0, width = 0, height = 0;
    CLCONV_NEXT(clGetImageInfo)(image, CL_IMAGE_ELEMENT_SIZE, sizeof(pixel), &pixel, nullptr);
    CLCONV_NEXT(clGetImageInfo)(image, CL_IMAGE_WIDTH, sizeof(width), &width, nullptr);
    CLCONV_NEXT(clGetImageInfo)(image, CL_IMAGE_HEIGHT, sizeof(height), &height, nullptr);
    const size_t bytes = pixel * width * std::max<size_t>(height, 1);
    {
        const Locked all;
        if (all->isFull(bytes))
            return all->fail(code);
    }
    addMemory(image, bytes);
    return false;
}

bool lacksMemory(cl_mem memory, cl_int& code)
{
    const Locked all;
    return all->lacks(memory, code);
}

void setArgument(cl_kernel kernel, cl_uint index, size_t size, const void* value)
{
    const Locked all;
    cl_mem memory = nullptr;
    if (size == sizeof(memory) && value)
        std::memcpy(&memory, value, size);
    all->arguments[kernel][index] = memory; // the account ignores anything that is not memory
}

void forgetArguments(cl_kernel kernel)
{
    const Locked all;
    all->arguments.erase(kernel);
}

bool argumentsLackMemory(cl_kernel kernel, cl_int& code)
{
    const Locked all;
    for (const auto& argument : all->arguments[kernel])
        if (all->lacks(argument.second, code))
            return true;
    return false;
}

bool largestBuffer(cl_ulong& bytes)
{
    const Locked all;
    bytes = all->limit.largest;
    return all->limit.largest != unlimited;
}

LimitedMemory::LimitedMemory(const MemoryLimit& limit)
{
    const Locked all;
    all->limit = limit;
    all->failed = 0;
}

LimitedMemory::~LimitedMemory()
{
    const Locked all;
    all->limit = all->usual;
}

int LimitedMemory::failed() const
{
    const Locked all;
    return all->failed;
}

size_t allocatedBytes()
{
    const Locked all;
    return all->allocated;
}

std::vector<size_t> takeTotals()
{
    const Locked all;
    std::vector<size_t> totals;
    totals.swap(all->totals);
    return totals;
}

} // namespace clconv_faults
