// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A compiled plan: its program, out of OpenCV's cache (memory and disk), and kernel objects to launch it with.

#pragma once

#include "problem/plan.hpp"

#include <mutex>

namespace cl
{
class Kernel;
}

namespace cv
{
namespace ocl
{
namespace internal
{
struct ProgramEntry;
}
} // namespace ocl

namespace clconv
{

//! Kernel objects of one program. A cl_kernel holds its arguments, so two threads must not share one: each launch borrows.
class CompiledKernel
{
public:
    //! Builds the plan's program in the calling thread's context. Throws cv::Exception with the compiler's words.
    explicit CompiledKernel(const Plan& plan);
    ~CompiledKernel();

    //! Takes the program out of OpenCV's cache; launches may go on.
    void unload();

    //! Borrows a kernel object for the time of setting arguments and enqueueing.
    class Lease
    {
    public:
        explicit Lease(CompiledKernel& owner);
        ~Lease();
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        cl::Kernel& kernel() { return *kernel_; }

    private:
        CompiledKernel& owner_;
        std::unique_ptr<cl::Kernel> kernel_;
    };

private:
    std::unique_ptr<cl::Kernel> create() const;

    ocl::Program program_;
    std::string kernelName_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<cl::Kernel>> idle_;
};

//! How many programs have been asked of OpenCV's cache by this process: a repeated call adds none.
int programsBuilt();

//! Every file of kernels/ that is embedded, from embed_kernels.cmake: for tests and tools.
const std::vector<const ocl::internal::ProgramEntry*>& kernelFiles();

} // namespace clconv
} // namespace cv
